import { testSharpness } from './sharp.js'

testSharpness('kv')
