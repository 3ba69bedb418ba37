// The scenarios of the KV interface, in the order of its document.

import type { Scenario } from '../scenario.js'
import { shapeScenarios } from '../shape.scenarios.js'
import { aclScenarios } from './acl.scenarios.js'
import { authenticationScenarios } from './authentication.scenarios.js'
import { base64Scenarios } from './base64.scenarios.js'
import { bodyScenarios } from './body.scenarios.js'
import { commandScenarios } from './commands.scenarios.js'
import { envelopeScenarios } from './envelope.scenarios.js'
import { errorScenarios } from './errors.scenarios.js'
import { eventScenarios } from './events.scenarios.js'
import { infoScenarios } from './info.scenarios.js'
import { limitScenarios } from './limits.scenarios.js'
import { methodScenarios } from './methods.scenarios.js'
import { monitorScenarios } from './monitor.scenarios.js'
import { pathScenarios } from './path.scenarios.js'
import { pipelineScenarios } from './pipeline.scenarios.js'
import { publishScenarios } from './publish.scenarios.js'
import { readOnlyScenarios } from './read-only.scenarios.js'
import { responseFormatScenarios } from './response-format.scenarios.js'
import { subscribeScenarios } from './subscribe.scenarios.js'
import { transactionScenarios } from './transaction.scenarios.js'
import { utf8Scenarios } from './utf8.scenarios.js'
import { versioningScenarios } from './versioning.scenarios.js'

export const kvScenarios: readonly Scenario[] = [
  ...envelopeScenarios,
  ...methodScenarios,
  ...pathScenarios,
  ...bodyScenarios,
  ...pipelineScenarios,
  ...transactionScenarios,
  ...monitorScenarios,
  ...subscribeScenarios,
  ...publishScenarios,
  ...infoScenarios,
  ...commandScenarios,
  ...responseFormatScenarios,
  ...base64Scenarios,
  ...utf8Scenarios,
  ...authenticationScenarios,
  ...readOnlyScenarios,
  ...aclScenarios,
  ...eventScenarios,
  ...errorScenarios,
  ...limitScenarios,
  ...versioningScenarios,
  ...shapeScenarios('kv'),
]
