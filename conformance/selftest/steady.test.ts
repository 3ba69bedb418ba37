// A short version of the campaign, which makes more runs with all scenarios. The run over a rough
// connection has a shuffled order too.

import { everyNth } from './slice.js'
import { testSteadiness } from './steadiness.js'

testSteadiness({ shuffled: 0, rough: 1, scenarios: everyNth(20) })
