// The scenarios of the KV interface, in the order of its document.

import type { Scenario } from '../scenario.js'
import { shapeScenarios } from '../shape.scenarios.js'

export const kvScenarios: readonly Scenario[] = [...shapeScenarios('kv')]
