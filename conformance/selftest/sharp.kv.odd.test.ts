import { testSharpness } from './sharp.js'

testSharpness('kv', (index) => index % 2 === 1)
