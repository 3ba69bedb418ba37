import { expect, test } from 'vitest'
import { didYouMean, didYouMeanPattern, misspeltNameOf } from './did-you-mean.js'

test.each([
  ['--kvport', ' (did you mean --kv-port?)'],
  ['--port', ' (did you mean --kv-port or --queue-port?)'],
  ['--unknown', ''],
  ['--', ''],
  ['', ''],
  ['hots', ''],
])('for the option %j it suggests%s', (word, suggestion) => {
  expect(didYouMean(word, ['--host', '--kv-port', '--queue-port'])).toBe(suggestion)
})

test.each([
  ['kv.pipelin', ' (did you mean kv.pipeline?)'],
  ['kv.pipelin.*', ' (did you mean kv.pipeline.*?)'],
  ['kv.pipeline.ordr', ' (did you mean kv.pipeline.order?)'],
  ['pipeline', ' (did you mean kv.pipeline?)'],
  ['dlq.*', ' (did you mean queue.dlq.*?)'],
  ['kv.pipeline.order/reversd', ' (did you mean kv.pipeline.order/reversed?)'],
  ['something.else', ''],
  ['*x*', ''],
  ['', ''],
])('for the pattern %j it suggests%s', (pattern, suggestion) => {
  const ids = ['kv.pipeline.order/reversed', 'queue.dlq.list/empty']
  expect(didYouMeanPattern(pattern, ids)).toBe(suggestion)
})

test.each([
  ['SVC_QUEU_URL', 'SVC_QUEUE_URL'],
  ['SVC_KV_READ_ONLY_TOKEN', 'SVC_KV_READONLY_TOKEN'],
  ['SVC_KV_READ_TOKEN', 'SVC_KV_READONLY_TOKEN'],
  ['SVC_VK_TOKN', 'SVC_KV_TOKEN'],
  ['SVCKV_URL', 'SVC_KV_URL'],
  ['SVC_KV_PORT', undefined],
  ['SVC_DB_URL', undefined],
  ['SVC_KV_TTL', undefined],
  ['SVC_QUEUE_NAME', undefined],
])('the name %s most likely means %s', (given, meant) => {
  const names = ['SVC_KV_URL', 'SVC_KV_TOKEN', 'SVC_KV_READONLY_TOKEN', 'SVC_QUEUE_URL']
  expect(misspeltNameOf(given, names)).toBe(meant)
})
