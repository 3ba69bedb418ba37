// A slice of the campaign: `npm run campaign` makes more of the same runs.

import { testSteadiness } from './steadiness.js'

testSteadiness({ shuffled: 2, rough: 1 })
