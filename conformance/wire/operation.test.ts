import { expect, test } from 'vitest'
import { operationOf } from './operation.js'

test.each([
  ['kv', 'POST', '/', 'commandInBody'],
  ['kv', 'POST', '/pipeline', 'pipeline'],
  ['kv', 'POST', '/pipeline?_token=x', 'pipeline'],
  ['kv', 'GET', '/ping', 'getCommand'],
  ['kv', 'GET', '/get/a%2Fb', 'getCommandWithArguments'],
  ['kv', 'PUT', '/set/key//EX/60', 'putCommandWithArguments'],
  ['kv', 'POST', '/publish/news/hello', 'publish'],
  ['kv', 'GET', '/publish/news/hello', 'getCommandWithArguments'],
  ['queue', 'POST', '/v2/publish/https://a.example/b//c?d=e', 'publish'],
  ['queue', 'POST', '/v2/publish/group', 'publish'],
  ['queue', 'GET', '/v2/workflows/dlq', 'listDlq'],
  ['queue', 'GET', '/v2/workflows/dlq/1-0', 'getDlqEntry'],
  ['queue', 'POST', '/v2/workflows/dlq/restart', 'bulkRestart'],
  ['queue', 'POST', '/v2/workflows/dlq/restart/1-0', 'restart'],
  ['queue', 'PATCH', '/v2/topics/group', 'setGroupDefaultHeaders'],
] as const)('%s: %s %s is the operation %s', (of, method, target, operationId) => {
  expect(operationOf(of, method, target)?.operationId).toBe(operationId)
})

test.each([
  ['queue', 'GET', '/v1/workflows/dlq'],
  ['queue', 'GET', '/v2/workflows/dlq/'],
  ['queue', 'POST', '/v2/workflows/dlq/1-0'],
  ['kv', 'DELETE', '/get/key'],
  // The contract leaves this path open. It is not a command named "pipeline".
  ['kv', 'GET', '/pipeline'],
] as const)('%s: %s %s is no documented operation', (of, method, target) => {
  expect(operationOf(of, method, target)).toBeUndefined()
})
