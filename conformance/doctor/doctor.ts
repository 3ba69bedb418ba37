// Checks before a run whether a target can be tested, and which scenarios would not run.

import { dialects } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import type { Survey } from '../survey/survey.js'
import { checksAbout, type Check } from './check.js'
import { deliveryCheck } from './delivery.js'
import { otherDialect } from './dialect.js'
import {
  clockCheck,
  doubtAbout,
  kvChecks,
  probe,
  queueChecks,
  wrongTokenCheck,
  type Probe,
} from './interfaces.js'
import { stillServes, surveyChecks, surveyOfEndpoint } from './survey.js'
import { unjudgedOf, type Unjudged } from './unjudged.js'
import { abilities, noProvider, type Ability, type Provider } from '../provider/provider.js'
import { movingClock } from '../provider/standing-clock.js'
import { redactorOf } from '../report/redact.js'
import type { TestedInterface } from '../core/interface.js'
import { controlFindingOf } from '../core/judgement.js'
import type { Scenario } from '../core/scenario.js'
import type { StageOptions } from '../core/options.js'
import { interfaces } from '../interfaces.js'

export type { Check, Unjudged }

export interface DoctorOptions extends Omit<StageOptions, 'provider'> {
  readonly scenarios: readonly Scenario[]
  /** Returns the provider. Called when the target has responded. */
  readonly provider?: () => Promise<Provider>
}

export interface Diagnosis {
  readonly checks: readonly Check[]
  /** The expected run. Undefined if the target cannot be tested at all. */
  readonly outlook?: Outlook
}

export interface Outlook {
  readonly provider: string
  readonly time: 'virtual' | 'real'
  /** The abilities that the scenarios of the tested interfaces use. */
  readonly abilities: { readonly there: readonly Ability[]; readonly missing: readonly Ability[] }
  /** The survey of each interface. */
  readonly surveys: Readonly<Partial<Record<Interface, Survey>>>
  /** The selected scenarios that a run would execute. */
  readonly judged: readonly Scenario[]
  readonly unjudged: readonly Unjudged[]
}

const names = Object.keys(abilities) as readonly Ability[]

/** True if a scenario of these interfaces can use an ability. */
const isUsedBy = (tested: readonly TestedInterface[]) => (name: Ability) =>
  tested.some(
    (of) =>
      (name === 'aclUser' && of.name === 'kv') ||
      (name === 'reset' && of.name === 'queue') ||
      of.scenarios.some(
        ({ needs, waits }) => needs.includes(name) || (name === 'clock' && waits > 0),
      ),
  )

/**
 * Checks whether a run can test the target. Sends only a few requests: commands on two new keys, and
 * one message to the sink. Rejects in the same cases as `run`, and with the reason of an aborted
 * signal.
 */
export async function diagnose(options: DoctorOptions): Promise<Diagnosis> {
  const { kv, queue, timeoutMs = 10_000, signal } = options
  const { dialect = dialects.svc, maxWaitMs = timeoutMs, scenarios, sink } = options
  const { patienceMs = maxWaitMs } = options
  const [kvProbe, queueProbe] = await Promise.all([
    kv && probe(interfaces.kv, kv, timeoutMs, signal),
    queue && probe(interfaces.queue, queue, timeoutMs, signal),
  ])
  const probes = [kvProbe, queueProbe].filter((each) => each !== undefined)
  const reach = probes.map(({ check }) => check)
  if (!probes.every(({ isUp }) => isUp)) return { checks: reach }

  const provider = await providerOf(options)
  if ('check' in provider) return { checks: [...reach, provider.check] }
  const { clock } = provider
  const readOnly = await readOnlyTokenOf(provider)
  const redact = redactorOf({
    SVC_KV_TOKEN: kv?.token ?? '',
    SVC_KV_READONLY_TOKEN: readOnly.token ?? '',
    SVC_QUEUE_TOKEN: queue?.token ?? '',
  })
  const clockOf = (each: Probe) => (clock === undefined ? [clockCheck(each)] : [])
  const moving = await movingClock(provider)
  const checks = [...reach, ...readOnly.checks, ...unknownAbilities(provider)]
  if (moving !== undefined) checks.push(problem(moving))
  if (kv && kvProbe) {
    checks.push(...(await wrongTokenCheck(interfaces.kv, kv, timeoutMs, signal)))
    const own = { readOnlyToken: readOnly.token, timeoutMs, signal }
    checks.push(...(await kvChecks(kvProbe, kv, own)), ...clockOf(kvProbe))
    const other = await otherDialect(kv, { dialect, timeoutMs, signal })
    if (other !== undefined) checks.push(checksAbout('kv').problem(other))
  }
  if (queue && queueProbe) {
    const waits = { timeoutMs, signal, patienceMs }
    checks.push(...(await wrongTokenCheck(interfaces.queue, queue, timeoutMs, signal)))
    checks.push(...queueChecks(queueProbe), ...clockOf(queueProbe))
    checks.push(await deliveryCheck(queue, { ...waits, dialect, sink, clock }))
  }
  const surveys: Partial<Record<Interface, Survey>> = {}
  for (const { of, exchange } of probes) {
    // A queue may lack the list of the first request only.
    if (of.name === 'kv' && doubtAbout(of, exchange) !== undefined) continue
    const survey = await surveyOfEndpoint(of, options[of.name]!, { ...options, dialect, timeoutMs })
    surveys[of.name] = survey
    checks.push(...surveyChecks(of, survey))
  }
  for (const { of } of probes) checks.push(...(await stillServes(of, options[of.name]!, options)))
  signal?.throwIfAborted()
  const used = names.filter(isUsedBy(probes.map(({ of }) => of)))
  return {
    checks: checks.map((check) => ({ ...check, message: redact.text(check.message) })),
    outlook: {
      provider: provider.name,
      time: clock === undefined ? 'real' : 'virtual',
      abilities: {
        there: used.filter((name) => provider[name] !== undefined),
        missing: used.filter((name) => provider[name] === undefined),
      },
      surveys,
      ...unjudgedOf(scenarios, { provider, maxWaitMs }),
    },
  }
}

export const isProblem = ({ outcome }: Check): boolean => outcome === 'problem'

const { warning, problem } = checksAbout('provider')

/** Returns the provider, or the reason why the mocks of the target cannot be set up. */
async function providerOf(options: DoctorOptions): Promise<Provider | { readonly check: Check }> {
  try {
    return (await options.provider?.()) ?? noProvider
  } catch (error) {
    const { message } = controlFindingOf(error) ?? {}
    if (message === undefined) throw error
    return { check: problem(message) }
  }
}

async function readOnlyTokenOf({ name, readOnlyToken }: Provider) {
  try {
    return { token: await readOnlyToken?.(), checks: [] }
  } catch (error) {
    const check = problem(`${name} could not return a Read Only token: ${String(error)}`)
    return { token: undefined, checks: [check] }
  }
}

/** The members of a provider that are not abilities. */
const others: ReadonlySet<string> = new Set(['name', 'lease'] satisfies (keyof Provider)[])

/** Warns of members of a provider that are not abilities, such as a misspelt ability. */
const unknownAbilities = (provider: Provider): readonly Check[] =>
  Object.keys(provider)
    .filter((name) => !others.has(name) && !Object.hasOwn(abilities, name))
    .map((name) =>
      warning(`${provider.name} has "${name}", which is no ability: expected ${names.join(', ')}`),
    )
