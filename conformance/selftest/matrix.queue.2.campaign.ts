import { testMatrix } from './matrix/measure.js'

testMatrix('queue', (index) => index % 4 === 1, console.log)
