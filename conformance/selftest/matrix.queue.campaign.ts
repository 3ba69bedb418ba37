import { testMatrix } from './matrix/measure.js'

testMatrix('queue', console.log, process.env['SCENARIOS'])
