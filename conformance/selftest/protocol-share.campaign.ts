import { testShare } from './protocol-share.js'

testShare({ least: 0.9, longestWait: 10_000 })
