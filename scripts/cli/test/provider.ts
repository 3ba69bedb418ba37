// Determines the abilities at the target. They come from the provider or are declared by the user.

import {
  mockProvider,
  noProvider,
  protocolProvider,
  type Abilities,
  type Provider,
} from '../../../conformance/index.js'
import { defaultProvider } from '../../../conformance/provider/default.js'
import type { ProtocolProviderOptions } from '../../../conformance/provider/protocol.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { readProvider } from '../files.js'
import { oneOf, wholeNumber } from '../verb.js'
import type { TestValues } from './options.js'
import type { GivenTarget } from './target.js'

/** Returns the abilities that the user declares with options. */
export function declaredAbilities(
  values: TestValues,
  readOnlyToken: string | undefined,
): Abilities {
  const maxRequestSize = values['kv-max-request-size']
  return {
    ...(readOnlyToken !== undefined && { readOnlyToken: async () => readOnlyToken }),
    ...(values['dedicated-account'] === true && { dedicatedAccount: true }),
    ...(maxRequestSize !== undefined && {
      kvMaxRequestSize: wholeNumber('kv-max-request-size', maxRequestSize, 0, 1),
    }),
  }
}

/**
 * Returns the provider that the user chose. The default is the mock provider for a mock, and the
 * protocol provider for any other target.
 */
export async function providerOf(
  values: TestValues,
  target: GivenTarget,
  options: ProtocolProviderOptions,
): Promise<Provider> {
  const declared = {
    ...target.declared,
    ...declaredAbilities(values, target.readOnlyToken),
  }
  const time = oneOf('time', values.time, ['auto', 'virtual', 'real'])
  const { clock, ...rest } = await chosenProvider(values.provider ?? 'auto', target, options)
  if (time === 'virtual' && clock === undefined)
    throw new UsageError(`--time virtual: the provider (${rest.name}) has no clock`)
  return { ...rest, ...(clock && time !== 'real' && { clock }), ...declared }
}

/** Returns true for a module with the provider of a target. */
export const isProviderFile = (chosen = 'auto'): boolean =>
  !['auto', 'mock', 'protocol', 'none'].includes(chosen)

async function chosenProvider(
  chosen: string,
  { kv, queue }: GivenTarget,
  options: ProtocolProviderOptions,
): Promise<Provider> {
  if (chosen === 'none') return noProvider
  if (chosen === 'protocol') return protocolProvider(queue, options)
  if (chosen === 'auto') return defaultProvider({ kv, queue }, options)
  if (chosen !== 'mock') return readProvider(chosen)
  const urls = [kv, queue].flatMap((each) => each?.url ?? [])
  const mock = await mockProvider(urls, options)
  if (mock === undefined)
    throw new UsageError(`--provider mock: no mock answers /__mock/health at ${urls.join(' or ')}`)
  return mock
}
