import { testThroughProxy } from './through-proxy.js'

testThroughProxy('every scenario', () => true)
