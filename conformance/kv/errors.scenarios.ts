// Which status a request is answered with, and how the text of an error begins.

import { given, must } from '../judgement.js'
import { accepted, anError, classWord, envelopes, errorEnvelope, result, status } from '../matchers.js'
import { outcomeOf } from './outcome.js'
import { commandOf, observation, scenario, type Ask } from './world.js'

/** Bodies that are no command, beside the one that is. */
const malformed: readonly { what: string; body: string }[] = [
  { what: 'JSON that ends too early', body: '["ECHO","a"' },
  { what: 'JSON with something after it', body: '["ECHO","a"] and more' },
  { what: 'JSON with single quotes', body: "['ECHO','a']" },
  { what: 'a command that is no JSON', body: 'ECHO a' },
  { what: 'an object', body: '{"command":["ECHO","a"]}' },
  { what: 'a string', body: '"PING"' },
  { what: 'a number', body: '7' },
  { what: 'null', body: 'null' },
]

const malformedBatches = [
  { what: 'JSON that ends too early', body: '[["ECHO","a"]' },
  { what: 'a text that is no JSON', body: 'ECHO a' },
  { what: 'an object', body: '{"commands":[["ECHO","a"]]}' },
]

const batches = [
  { name: 'a pipeline', target: '/pipeline' },
  { name: 'a transaction', target: '/multi-exec' },
]

/** Commands that fail when they run, each after an accepted one that differs only in its offence. */
const failing = [
  { what: 'a counter that holds a text', setup: 'SET KEY text', accepted: 'INCR OTHER', command: 'INCR KEY' },
]
