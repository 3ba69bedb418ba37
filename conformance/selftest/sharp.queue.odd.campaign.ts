import { testSharpness } from './sharp.js'

testSharpness('queue', { isTested: (index) => index % 2 === 1, dialect: 'upstash' })
