// A short version of the campaign, which also runs scenarios that wait.

import { testShare } from './protocol-share.js'

testShare({ least: 0.6, longestWait: 0 })
