// What can be arranged at the target: by its provider, and by what the user declares of it.

import {
  mockProvider,
  noProvider,
  protocolProvider,
  type Abilities,
  type Provider,
} from '../../../conformance/index.js'
import type { ProtocolProviderOptions } from '../../../conformance/provider/protocol.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { readProvider } from '../files.js'
import { oneOf, wholeNumber } from '../verb.js'
import type { TestValues } from './options.js'
import type { Target } from './target.js'

/** What needs no provider, since the user says so. */
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

/** The provider the user names; else the mock's where the target is one, and the protocol elsewhere. */
export async function providerOf(
  values: TestValues,
  target: Target,
  options: ProtocolProviderOptions,
): Promise<Provider> {
  const declared = {
    ...target.declared,
    ...declaredAbilities(values, target.readOnlyToken),
  }
  const time = oneOf('time', values.time, ['auto', 'virtual', 'real'])
  const { clock, ...rest } = await chosenProvider(values.provider ?? 'auto', target, options)
  if (time === 'virtual' && clock === undefined)
    throw new UsageError(`--time virtual: the provider (${rest.name}) has no clock to turn`)
  return { ...rest, ...(clock && time !== 'real' && { clock }), ...declared }
}

async function chosenProvider(
  chosen: string,
  { kv, queue }: Target,
  options: ProtocolProviderOptions,
): Promise<Provider> {
  if (chosen === 'none') return noProvider
  if (chosen === 'protocol') return protocolProvider(queue, options)
  if (chosen !== 'auto' && chosen !== 'mock') return readProvider(chosen)
  const urls = [kv, queue].flatMap((each) => each?.url ?? [])
  const mock = await mockProvider(urls, options)
  if (mock === undefined && chosen === 'mock')
    throw new UsageError(
      `--provider mock: nothing at ${urls.join(' or ')} answers /__mock/health as the mock does`,
    )
  return mock ?? protocolProvider(queue, options)
}
