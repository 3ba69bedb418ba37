import { testMatrix } from './matrix/measure.js'

testMatrix('kv', (index) => index % 2 === 0, console.log)
