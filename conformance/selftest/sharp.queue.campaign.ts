import { testSharpness } from './sharp.js'

testSharpness('queue')
