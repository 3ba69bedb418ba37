// Chooses the provider of a target if the user has not chosen one.

import { mockProvider } from './mock.js'
import { protocolProvider, type ProtocolProviderOptions } from './protocol.js'
import type { Provider } from './provider.js'

interface Endpoint {
  readonly url: string
  readonly token: string
}

/** Returns the mock provider for a mock, and the protocol provider for any other target. */
export async function defaultProvider(
  { kv, queue }: { readonly kv?: Endpoint | undefined; readonly queue?: Endpoint | undefined },
  options: ProtocolProviderOptions,
): Promise<Provider> {
  const urls = [kv, queue].flatMap((each) => each?.url ?? [])
  return (await mockProvider(urls, options)) ?? protocolProvider(queue, options)
}
