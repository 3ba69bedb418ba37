import { testSharpness } from './sharp.js'

// One fault in three: the campaign has all of them judged, and by all scenarios.
testSharpness('queue', { beside: 24, isTested: (index) => index % 3 === 0 })
