// A short version of the campaign, which makes more of these runs.

import { testSteadiness } from './steadiness.js'

testSteadiness({ shuffled: 2, rough: 1 })
