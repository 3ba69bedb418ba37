import { testSharpness } from './sharp.js'

testSharpness('kv', { isTested: (index) => index % 2 === 1, dialect: 'upstash' })
