// The examiner as a library: `run` judges a target, `scenarios` are plain objects.

import { kvScenarios } from './kv/index.js'
import { queueScenarios } from './queue/index.js'
import type { Scenario } from './scenario.js'

/** Every scenario, in the order of the contract. */
export const scenarios: readonly Scenario[] = [...kvScenarios, ...queueScenarios]

export { run, type RunOptions } from './run.js'
export { paceOf, type Pace } from './pace.js'
export { preflight, readOnlyPreflight } from './preflight.js'
export { diagnose, type Check, type Diagnosis, type DoctorOptions } from './doctor.js'
export { select, selectionInWords, fits, type Selection } from './select.js'
export { UsageError } from './usage-error.js'
export {
  expectationsOf,
  parseExpectations,
  staleExpectations,
  writeExpectations,
  type Expectation,
  type Expectations,
} from './expectations.js'
export { startProxy, type ProxiedTarget, type Proxy, type ProxyOptions } from './proxy.js'
export { mockProvider } from './providers/mock.js'
export { protocolProvider } from './providers/protocol.js'
export {
  noProvider,
  type Abilities,
  type PastRun,
  type PastRuns,
  type Provider,
} from './provider.js'
export type { Endpoint } from './stage.js'
export type { Scenario } from './scenario.js'
export type {
  Coverage,
  Report,
  RuleResult,
  RuleVerdict,
  ScenarioResult,
  Summary,
  Verdict,
} from './report.js'
export { dialects, type Dialect } from '#generated/dialects.js'
export { rules, ruleById, type Rule, type RuleId } from '#generated/rules.js'
