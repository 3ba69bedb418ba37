import { testMatrix } from './matrix/measure.js'

testMatrix('kv', console.log, process.env['SCENARIOS'])
