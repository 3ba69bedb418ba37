import { testSharpness } from './sharp.js'

testSharpness('queue', { isTested: (index) => index % 4 === 2 })
