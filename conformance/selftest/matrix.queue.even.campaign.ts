import { testMatrix } from './matrix/measure.js'

testMatrix('queue', (index) => index % 2 === 0, console.log)
