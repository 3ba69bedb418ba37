// The library. `run` tests a target. `scenarios` contains all scenarios as plain objects.

import type { Interface } from '#generated/rules.js'
import type { TargetEndpoint } from './core/options.js'
import { preflight as preflightOf } from './core/preflight.js'
import { run as runOf, type RunOptions } from './core/run/run.js'
import type { Scenario } from './core/scenario.js'
import { interfaces } from './interfaces.js'
import type { Report } from './report/report.js'

/** All scenarios, in the order of the contract. */
export const scenarios: readonly Scenario[] = Object.values(interfaces).flatMap(
  (each) => each.scenarios,
)

/**
 * Tests a target and returns the report (`format: 1`). The report leaves out scenarios of an
 * interface without options, and scenarios that the signal aborted. Rejects only for mistakes of
 * the caller, such as an invalid URL.
 */
export const run = (options: RunOptions): Promise<Report> => runOf(interfaces, options)

/**
 * Returns the reason why an endpoint cannot be tested, and a solution. Returns undefined if it can
 * be tested. Throws a TypeError for an invalid URL, and the reason of an aborted signal.
 */
export const preflight = (
  of: Interface,
  endpoint: TargetEndpoint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<string | undefined> => preflightOf(interfaces[of], endpoint, timeoutMs, signal)

export type { RunOptions } from './core/run/run.js'
export { paceOf, type Pace } from './wire/pace.js'
export { readOnlyPreflight } from './kv/read-only.js'
export { diagnose, type Check, type Diagnosis, type DoctorOptions } from './doctor/doctor.js'
export { select, selectionInWords, fits, type ScenarioSelection } from './core/select.js'
export { UsageError } from './core/usage-error.js'
export {
  expectationsOf,
  parseExpectations,
  staleExpectations,
  writeExpectations,
} from './report/expectations.js'
export { startProxy, type ProxiedTarget, type Proxy, type ProxyOptions } from './proxy/proxy.js'
export { mockProvider } from './provider/mock.js'
export { protocolProvider } from './provider/protocol.js'
export {
  noProvider,
  type Abilities,
  type PastRun,
  type PastRuns,
  type Provider,
} from './provider/provider.js'
export type { TargetEndpoint } from './core/options.js'
export type { Scenario } from './core/scenario.js'
export type {
  Coverage,
  Expectation,
  Expectations,
  Report,
  RuleResult,
  RuleVerdict,
  ScenarioResult,
  Summary,
  Verdict,
} from './report/report.js'
export { dialects, type Dialect } from '#generated/dialects.js'
export { rules, ruleById, type Rule, type RuleId } from '#generated/rules.js'
