// A look at a target before it is judged: whether it can be, and what of it will not.

import { dialects } from '#generated/dialects.js'
import { checksAbout, type Check } from './check.js'
import { deliveryCheck } from './delivery.js'
import { kvChecks, probed, queueChecks, reachCheck } from './interfaces.js'
import { unjudgedOf, type Unjudged } from './unjudged.js'
import { abilities, noProvider, type Ability, type Provider } from '../provider/provider.js'
import { redactorOf } from '../report/redact.js'
import type { Scenario } from '../core/scenario.js'
import type { StageOptions } from '../core/options.js'
import { interfaces } from '../interfaces.js'

export type { Check, Unjudged }

export interface DoctorOptions extends Omit<StageOptions, 'provider'> {
  readonly scenarios: readonly Scenario[]
  /** What can be arranged at the target; asked once that answers. Nothing unless told. */
  readonly provider?: () => Promise<Provider>
}

export interface Diagnosis {
  readonly checks: readonly Check[]
  /** What a run would be; not known of a target that cannot be judged at all. */
  readonly outlook?: Outlook
}

export interface Outlook {
  /** As reports name the provider. */
  readonly provider: string
  readonly time: 'virtual' | 'real'
  readonly abilities: { readonly there: readonly Ability[]; readonly missing: readonly Ability[] }
  /** Those of the selection that a run would judge. */
  readonly judged: readonly Scenario[]
  readonly unjudged: readonly Unjudged[]
}

const names = Object.keys(abilities) as readonly Ability[]

/**
 * Asks the target as little as tells whether a run can judge it: a few commands on one key of its
 * own, which it removes, and one message to the sink. Rejects as `run` does, and where the signal is
 * aborted.
 */
export async function diagnose(options: DoctorOptions): Promise<Diagnosis> {
  const { kv, queue, timeoutMs = 10_000, signal } = options
  const { dialect = dialects.svc, maxWaitMs = timeoutMs, scenarios, sink } = options
  const patience = { timeoutMs, signal }
  const [kvProbe, queueProbe] = await Promise.all([
    kv && probed(interfaces.kv, kv, patience),
    queue && probed(interfaces.queue, queue, patience),
  ])
  signal?.throwIfAborted()
  const reach = [kvProbe, queueProbe].flatMap((probe) => (probe ? [reachCheck(probe)] : []))
  if (reach.some(isProblem)) return { checks: reach }

  const provider = (await options.provider?.()) ?? noProvider
  const { clock } = provider
  const asking = { ...patience, virtual: clock !== undefined }
  const readOnly = await readOnlyTokenOf(provider)
  const redact = redactorOf({
    SVC_KV_TOKEN: kv?.token ?? '',
    SVC_KV_READONLY_TOKEN: readOnly.token ?? '',
    SVC_QUEUE_TOKEN: queue?.token ?? '',
  })
  const checks = [
    ...reach,
    ...readOnly.checks,
    ...strangersIn(provider),
    ...(kv && kvProbe ? await kvChecks(kv, kvProbe, readOnly.token, asking) : []),
    ...(queueProbe ? queueChecks(queueProbe, asking) : []),
    ...(queue
      ? [await deliveryCheck(queue, { ...patience, dialect, sink, clock, maxWaitMs })]
      : []),
  ]
  signal?.throwIfAborted()
  return {
    checks: checks.map((check) => ({ ...check, message: redact.text(check.message) })),
    outlook: {
      provider: provider.name,
      time: clock === undefined ? 'real' : 'virtual',
      abilities: {
        there: names.filter((name) => provider[name] !== undefined),
        missing: names.filter((name) => provider[name] === undefined),
      },
      ...unjudgedOf(scenarios, { provider, maxWaitMs }),
    },
  }
}

export const isProblem = ({ outcome }: Check): boolean => outcome === 'problem'

const { warning, problem } = checksAbout('provider')

/** The provider's Read Only token, or why it could not be had. */
async function readOnlyTokenOf({ name, readOnlyToken }: Provider) {
  try {
    return { token: await readOnlyToken?.(), checks: [] }
  } catch (error) {
    return {
      token: undefined,
      checks: [problem(`${name} could not say a Read Only token: ${String(error)}`)],
    }
  }
}

/** What a provider has that is no ability, as by a slip of the pen. */
const strangersIn = (provider: Provider): readonly Check[] =>
  Object.keys(provider)
    .filter((name) => name !== 'name' && !Object.hasOwn(abilities, name))
    .map((name) =>
      warning(`${provider.name} has "${name}", which is no ability: ${names.join(', ')} are`),
    )
