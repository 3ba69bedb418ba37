// Creates the result of a scenario for the report from the decision on it.

import type { Ability } from '../../provider/provider.js'
import { clippedIn, clippedMessage, clippedValue } from '../../report/clip.js'
import type { Redactor } from '../../report/redact.js'
import { isFailure, type ScenarioResult, type Verdict } from '../../report/report.js'
import { reproOf, testCommand } from '../../report/repro.js'
import type { Exchange } from '../../wire/exchange.js'
import type { Ending } from './classify.js'
import type { Scenario } from '../scenario.js'
import type { Shared } from './shared.js'

/** The parts of a result beside the decision. */
export interface Recorded extends Partial<
  Pick<ScenarioResult, 'durationMs' | 'observations' | 'leftOut'>
> {
  readonly exchanges: readonly Exchange[]
  /** The scenarios that received the responses, if others than the judged one. */
  readonly receivers?: readonly Scenario[]
  /** The path of the target's URL. */
  readonly basePath: string
}

/** Returns the result without tokens. `recorded` is undefined for a scenario that did not run. */
export function resultOf(
  scenario: Scenario,
  ending: Ending,
  shared: Shared,
  recorded?: Recorded,
): ScenarioResult {
  const { id, title, interface: of, rule, level } = scenario
  const { exchanges = [], durationMs = 0, observations = {}, leftOut = [] } = recorded ?? {}
  const redact = shared.secrets.redactor()
  return {
    id,
    title,
    interface: of,
    rule,
    level,
    ...redactedEnding(ending, redact, exchanges),
    durationMs,
    exchanges: [],
    ...(Object.keys(observations).length > 0 && {
      observations: redact.value(clippedIn(observations)),
    }),
    ...(leftOut.length > 0 && { leftOut }),
    ...(recorded && recordOf(scenario, ending.verdict, recorded, shared)),
  }
}

/** Returns an ending without tokens. `exchanges` are those of the scenario. */
function redactedEnding(
  { findings, reason, ...ending }: Ending,
  redact: Redactor,
  exchanges: readonly Exchange[],
) {
  return {
    ...ending,
    ...(reason !== undefined && { reason: redact.text(clippedMessage(reason)) }),
    findings: findings.map(({ message, rule, kind, request, ...values }) => {
      const exchange = exchanges.findIndex((each) => each.request === request)
      return {
        message: redact.text(clippedMessage(message)),
        ...(rule !== undefined && { rule }),
        ...(kind !== undefined && { kind }),
        ...('expected' in values && { expected: redact.value(clippedValue(values.expected)) }),
        ...('actual' in values && { actual: redact.value(clippedValue(values.actual)) }),
        ...(exchange >= 0 && { exchange }),
      }
    }),
  }
}

/** The abilities by which a provider changes the target, which no request of the scenario does. */
const changing: readonly Ability[] = [
  'aclUser',
  'resetPassword',
  'group',
  'pastRuns',
  'dailyRequests',
]

/** Returns the exchanges that the result contains, and the commands that repeat them. */
function recordOf(
  scenario: Scenario,
  verdict: Verdict,
  { exchanges, receivers = [], basePath }: Recorded,
  { options, secrets, record }: Shared,
): Pick<ScenarioResult, 'exchanges' | 'repro'> {
  const scenarios = [scenario, ...receivers]
  const fine = verdict === 'passed' || verdict === 'observed'
  const redact = secrets.redactor()
  const kept =
    fine && options.keepExchanges !== 'all' ? [] : exchanges.map((each) => record(each, redact))
  // Without the provider, the same requests would get other responses.
  const isRepeatable = scenarios.every(
    ({ needs }) => !needs.some((each) => changing.includes(each)),
  )
  const isWhole = kept.every(({ request }) => request.cut === undefined)
  const repro = [
    ...(!fine && kept.length > 0 && isRepeatable && isWhole
      ? [reproOf(scenario.interface, kept, basePath)]
      : []),
    ...(isFailure(verdict) ? [testCommand(scenarios, options)] : []),
  ]
  return { exchanges: kept, ...(repro.length > 0 && { repro: repro.join('\n') }) }
}
