import { testMatrix } from './matrix/measure.js'

testMatrix((index) => index % 2 === 0, console.log)
