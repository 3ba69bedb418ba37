import { testMatrix } from './matrix/measure.js'

testMatrix('queue', (index) => index % 2 === 1, console.log)
