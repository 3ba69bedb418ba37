// A slice of the campaign: `npm run campaign` judges what has to wait too.

import { testShare } from './protocol-share.js'

testShare({ least: 0.6, longestWait: 0 })
