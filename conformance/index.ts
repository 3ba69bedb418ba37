// The examiner as a library: `run` judges a target, `scenarios` are plain objects.

import { kvScenarios } from './kv/interface.js'
import { queueScenarios } from './queue/interface.js'
import type { Scenario } from './core/scenario.js'

/** Every scenario, in the order of the contract. */
export const scenarios: readonly Scenario[] = [...kvScenarios, ...queueScenarios]

export { run, type RunOptions } from './core/run.js'
export { paceOf, type Pace } from './wire/pace.js'
export { preflight, readOnlyPreflight } from './core/preflight.js'
export { diagnose, type Check, type Diagnosis, type DoctorOptions } from './doctor/doctor.js'
export { select, selectionInWords, fits, type Selection } from './core/select.js'
export { UsageError } from './core/usage-error.js'
export {
  expectationsOf,
  parseExpectations,
  staleExpectations,
  writeExpectations,
  type Expectation,
  type Expectations,
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
export type { Endpoint } from './core/stage.js'
export type { Scenario } from './core/scenario.js'
export type {
  Coverage,
  Report,
  RuleResult,
  RuleVerdict,
  ScenarioResult,
  Summary,
  Verdict,
} from './report/report.js'
export { dialects, type Dialect } from '#generated/dialects.js'
export { rules, ruleById, type Rule, type RuleId } from '#generated/rules.js'
