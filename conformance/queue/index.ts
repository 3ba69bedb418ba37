// The scenarios of the queue interface, in the order of its document.

import type { Scenario } from '../scenario.js'
import { shapeScenarios } from '../shape.scenarios.js'

export const queueScenarios: readonly Scenario[] = [...shapeScenarios('queue')]
