import { testSharpness } from './sharp.js'

// As those of the queue.
testSharpness('kv', { beside: 24, isTested: (index) => index % 3 === 0 })
