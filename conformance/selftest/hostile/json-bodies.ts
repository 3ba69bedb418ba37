// Hostile JSON for every route that accepts JSON: deep, wide, repeated, with wrong types, or
// invalid.

import type { Conversation } from './conversation.js'
import { grammar } from './grammar.js'
import { many, mutated, type Random } from './random.js'
import { bearer, posted, written, type HttpRequest, type RequestContext } from './requests.js'

/** Sends some bodies on one connection. Each must receive a response. */
export function jsonConversation(random: Random, around: RequestContext): Conversation {
  const port = random.pick(['kv', 'queue'] as const)
  const requests = many(1 + random.below(24), () => request(port, around, random))
  const headers = [`Host: ${around.host}`, 'Connection: close']
  const parts = [...requests, { method: 'GET', target: '/', headers }].map(written)
  return { port, parts, answered: parts.length, ending: 'answered' }
}

type Place = readonly [route: string, body: unknown]

const url = 'http://127.0.0.1:9/'

/** Routes that accept JSON, each with a valid body. */
const queuePlaces: readonly Place[] = [
  ['PATCH /v2/topics/hostile-json', { headers: { 'Svc-Retries': '1', A: ['b', 'c'] } }],
  ['POST /v2/topics/hostile-json/endpoints', { endpoints: [{ url, name: 'a' }] }],
  ['DELETE /v2/topics/hostile-json/endpoints', { endpoints: [{ name: 'a' }] }],
  ['POST /v2/batch', [{ destination: 'hostile-json', headers: { A: 'b' }, body: 'c', queue: 'd' }]],
  ['POST /v2/workflows/dlq/restart', { dlqIds: ['a', 'b'], workflowUrl: url }],
  ['POST /v2/workflows/dlq/resume', { dlqIds: ['a'], fromDate: 1, toDate: 2 }],
  ['DELETE /v2/workflows/runs', { workflowRunIds: ['a', 'b'] }],
  ['POST /v2/notify/hostile', { data: 'x' }],
  ['POST /v2/wait/hostile', { url, timeout: '10s', step: { stepId: 1 } }],
  ['POST /v2/queues', { queueName: 'hostile-json', parallelism: 2 }],
  ['DELETE /v2/dlq', { dlqIds: ['a', 'b'] }],
  ['DELETE /v2/messages', { messageIds: ['a', 'b'] }],
  ['POST /v2/publish/hostile-json', { any: ['thing'] }],
]

const kvPlaces: readonly Place[] = [
  ['POST /', ['SET', 'hostile:json', 'v', 'EX', 10]],
  ['POST /', ['JSON.SET', 'hostile:document', '$', '{"a":[1,2,{"b":null}]}']],
  ['POST /pipeline', [['SET', 'hostile:json', 1], 'GET hostile:json'.split(' ')]],
  ['POST /multi-exec', [['INCR', 'hostile:number'], 'LPUSH hostile:list a 2.5'.split(' ')]],
  ['POST /set/hostile:json', { a: 1 }],
  ['POST /eval', ['return 1', 0]],
]

/** Control routes, except those that set tokens and limits. */
const controlPlaces: readonly Place[] = [
  ['POST /__mock/clock', { advance: '1d', patience: 1 }],
  ['POST /__mock/queue/groups', { name: 'hostile-json', endpoints: [url] }],
  [
    'POST /__mock/queue/runs',
    { workflowUrl: url, state: 'RUN_SUCCESS', steps: [{ stepName: 'a' }] },
  ],
  ['POST /__mock/kv/acl-users', { name: 'hostile-user', password: 'p', rules: ['+get', '~*'] }],
  ['POST /__mock/faults', { on: [] }],
]

/** The routes that set tokens and limits receive only bodies that they refuse. */
const guarded = ['/__mock/kv/reset-password', '/__mock/kv/limits']

function request(of: 'kv' | 'queue', around: RequestContext, random: Random): HttpRequest {
  const headers = [
    `Host: ${around.host}`,
    ...(random.chance(0.9) ? [bearer(of === 'kv' ? around.kvToken : around.queueToken)] : []),
    ...(random.chance(0.5) ? ['Content-Type: application/json'] : []),
  ]
  const expand = grammar('json', random, nested(random))
  if (random.chance(0.03)) return posted(random.pick(guarded), headers, expand('«refused»'))
  const own = of === 'kv' ? kvPlaces : queuePlaces
  const [route, valid] = random.pick(random.chance(0.8) ? own : controlPlaces)
  const [method = '', target = ''] = route.split(' ')
  const isJson = random.chance(0.5)
  const wrong = () => expand('«value»')
  const body = isJson ? withWrongPart(valid, wrong, random) : wrongText(valid, random)
  const bytes = Buffer.from(body, isJson ? 'utf8' : 'latin1').toString('latin1')
  return { method, target, headers, body: bytes }
}

/** Returns the body with one value, at any depth, replaced by a wrong value. */
function withWrongPart(valid: unknown, wrong: () => string, random: Random): string {
  const countOf = (value: unknown): number =>
    1 +
    (isParent(value)
      ? Object.values(value).reduce<number>((sum, each) => sum + countOf(each), 0)
      : 0)
  let left = random.below(countOf(valid))
  const replaced = (value: unknown): string => {
    if (left-- === 0) return wrong()
    if (Array.isArray(value)) return `[${value.map(replaced).join()}]`
    if (!isParent(value)) return JSON.stringify(value)
    const members = Object.entries(value).map(([key, each]) => `"${key}":${replaced(each)}`)
    return `{${members.join()}}`
  }
  return replaced(valid)
}

const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Depths at which recursive readers overflow. */
const depths = [10, 500, 1_100, 4_000, 4_200, 5_000, 8_000, 20_000, 100_000]

const nested = ({ pick }: Random) => {
  const deep = (open: string, close: string) => () => {
    const times = pick(depths)
    return `${open.repeat(times)}0${close.repeat(times)}`
  }
  return {
    arrays: deep('[', ']'),
    objects: deep('{"a":', '}'),
    'open-arrays': () => '['.repeat(pick(depths)),
  }
}

/** Returns a text in latin1 that is made from a valid body. Most of these are invalid JSON. */
function wrongText(body: unknown, random: Random): string {
  const valid = JSON.stringify(body)
  // Objects in which each key appears twice with different types.
  const doubled = (_: string, members: string) => `{${members},${members.replaceAll(/[[\]]/g, '')}}`
  const expand = grammar('json', random, {
    ...nested(random),
    valid,
    mutant: () => mutated(valid, random),
    beginning: () => valid.slice(0, random.below(valid.length)),
    'with-invalid-bytes': () => valid.replaceAll('a', expand('«invalid-bytes»')),
    twice: () => valid.replace(/^\{(.*)\}$/s, doubled),
  })
  return expand('«body»')
}
