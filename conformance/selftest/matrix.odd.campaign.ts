import { testMatrix } from './matrix/measure.js'

testMatrix((index) => index % 2 === 1, console.log)
