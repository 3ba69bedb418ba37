import { testMatrix } from './matrix/measure.js'

testMatrix('kv', (index) => index % 2 === 1, console.log)
