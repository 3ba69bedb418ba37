// A short version of the campaign, which uses all scenarios.

import { everyNth } from './slice.js'
import { testAwake } from './null-servers.js'

testAwake(everyNth(48))
