// A slice of the campaign, which includes scenarios that wait.

import { testShare } from './protocol-share.js'

testShare({ least: 0.6, longestWait: 0 })
