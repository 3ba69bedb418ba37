// A short version of the campaign, which makes more of these runs. The run over a rough connection
// has a shuffled order too.

import { testSteadiness } from './steadiness.js'

testSteadiness({ shuffled: 0, rough: 1 })
