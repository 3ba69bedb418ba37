import { testSharpness } from './sharp.js'

testSharpness('queue', { beside: 24 })
