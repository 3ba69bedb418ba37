import { testMatrix } from './matrix/measure.js'

testMatrix('queue', (index) => index % 4 === 0, console.log)
