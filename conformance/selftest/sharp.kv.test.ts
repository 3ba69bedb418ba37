import { testSharpness } from './sharp.js'

testSharpness('kv', { beside: 24 })
