// Hostile JSON: bodies that are deep, wide, repeated, wrongly typed or no JSON at all, at every place
// that takes one.

import type { Conversation } from './conversation.js'
import { mutated, type Random } from './random.js'
import { bearer, posted, written, type HttpRequest, type Surroundings } from './requests.js'

/** One conversation: some bodies on one connection, each of which must be answered. */
export function jsonConversation(random: Random, around: Surroundings): Conversation {
  const port = random.pick(['kv', 'queue'] as const)
  const requests = Array.from({ length: 1 + random.below(24) }, () => request(port, around, random))
  const last = {
    method: 'GET',
    target: '/',
    headers: [`Host: ${around.host}`, 'Connection: close'],
  }
  const parts = [...requests, last].map(written)
  return { port, parts, answered: parts.length, ending: 'answered' }
}

/** Where the queue takes JSON, and a body that it takes there. */
const queuePlaces: readonly (readonly [method: string, target: string, body: unknown])[] = [
  ['PATCH', '/v2/topics/hostile-json', { headers: { 'Svc-Retries': '1', A: ['b', 'c'] } }],
  [
    'POST',
    '/v2/topics/hostile-json/endpoints',
    { endpoints: [{ url: 'http://127.0.0.1:9/', name: 'a' }] },
  ],
  ['DELETE', '/v2/topics/hostile-json/endpoints', { endpoints: [{ name: 'a' }] }],
  [
    'POST',
    '/v2/batch',
    [{ destination: 'hostile-json', headers: { A: 'b' }, body: 'c', queue: 'd' }],
  ],
  ['POST', '/v2/workflows/dlq/restart', { dlqIds: ['a', 'b'], workflowUrl: 'http://127.0.0.1:9/' }],
  ['POST', '/v2/workflows/dlq/resume', { dlqIds: ['a'], fromDate: 1, toDate: 2 }],
  ['DELETE', '/v2/workflows/runs', { workflowRunIds: ['a', 'b'] }],
  ['POST', '/v2/notify/hostile', { data: 'x' }],
  ['POST', '/v2/wait/hostile', { url: 'http://127.0.0.1:9/', timeout: '10s', step: { stepId: 1 } }],
  ['POST', '/v2/queues', { queueName: 'hostile-json', parallelism: 2 }],
  ['DELETE', '/v2/dlq', { dlqIds: ['a', 'b'] }],
  ['DELETE', '/v2/messages', { messageIds: ['a', 'b'] }],
  ['POST', '/v2/publish/hostile-json', { any: ['thing'] }],
]

const kvPlaces: typeof queuePlaces = [
  ['POST', '/', ['SET', 'hostile:json', 'v', 'EX', 10]],
  ['POST', '/', ['JSON.SET', 'hostile:document', '$', '{"a":[1,2,{"b":null}]}']],
  [
    'POST',
    '/pipeline',
    [
      ['SET', 'hostile:json', 1],
      ['GET', 'hostile:json'],
    ],
  ],
  [
    'POST',
    '/multi-exec',
    [
      ['INCR', 'hostile:number'],
      ['LPUSH', 'hostile:list', 'a', 2.5],
    ],
  ],
  ['POST', '/set/hostile:json', { a: 1 }],
  ['POST', '/eval', ['return 1', 0]],
]

/** Control routes. Those that set tokens and limits get nothing that they could take. */
const controlPlaces: typeof queuePlaces = [
  ['POST', '/__mock/clock', { advance: '1d', patience: 1 }],
  ['POST', '/__mock/queue/groups', { name: 'hostile-json', endpoints: ['http://127.0.0.1:9/'] }],
  [
    'POST',
    '/__mock/queue/runs',
    { workflowUrl: 'http://127.0.0.1:9/', state: 'RUN_SUCCESS', steps: [{ stepName: 'a' }] },
  ],
  ['POST', '/__mock/kv/acl-users', { name: 'hostile-user', password: 'p', rules: ['+get', '~*'] }],
  ['POST', '/__mock/faults', { on: [] }],
]
const guarded = ['/__mock/kv/reset-password', '/__mock/kv/limits']

function request(of: 'kv' | 'queue', around: Surroundings, random: Random): HttpRequest {
  const headers = [
    `Host: ${around.host}`,
    ...(random.chance(0.9) ? [bearer(of === 'kv' ? around.kvToken : around.queueToken)] : []),
    ...(random.chance(0.5) ? ['Content-Type: application/json'] : []),
  ]
  if (random.chance(0.03))
    return posted(
      random.pick(guarded),
      headers,
      random.pick(['[', '{"token":1}', '[]', deep('[', 5_000)]),
    )
  const places = random.weighted([
    [8, () => (of === 'kv' ? kvPlaces : queuePlaces)],
    [2, () => controlPlaces],
  ])
  const [method, target, valid] = random.pick(places)
  const isTaken = random.chance(0.5)
  const body = isTaken ? withWrongPart(valid, random) : random.weighted(texts(valid, random))
  return {
    method,
    target,
    headers,
    body: Buffer.from(body, isTaken ? 'utf8' : 'latin1').toString('latin1'),
  }
}

/** The body with one of its places, at any depth, taken by what does not belong there. */
function withWrongPart(valid: unknown, random: Random): string {
  const text = JSON.stringify(valid)
  // Any value, key or bracket may be the place: the text is cut where a value begins.
  const starts = [...text.matchAll(/(?<=^|[[,:])[^\],:}]/g)].map(({ index }) => index)
  const at = random.pick(starts)
  const end = valueEnd(text, at)
  return text.slice(0, at) + wrong(random) + text.slice(end)
}

/** Where the value that begins at `at` ends. */
function valueEnd(text: string, at: number): number {
  let depth = 0
  let isText = false
  for (let i = at; i < text.length; i++) {
    const letter = text[i]!
    if (letter === '"') isText = !isText
    if (isText) continue
    if ('[{'.includes(letter)) depth++
    if (']}'.includes(letter) && --depth < 0) return i
    if (letter === ',' && depth === 0) return i
    if (depth === 0 && ']}'.includes(letter)) return i + 1
  }
  return text.length
}

const deep = (open: string, times: number) =>
  open.repeat(times) + '0' + (open === '[' ? ']' : '}').repeat(times)

/** Depths around where recursive readers give up. */
const depths = [10, 500, 1_100, 4_000, 4_200, 5_000, 8_000, 20_000, 100_000]

const wrong = (random: Random): string =>
  random.weighted([
    [6, () => random.pick(scalars)],
    [2, () => deep('[', random.pick(depths))],
    [1, () => deep('{"a":', random.pick(depths))],
    [1, () => `[${'1,'.repeat(random.below(3_000))}1]`],
    [
      1,
      () =>
        `{${Array.from({ length: random.below(500) }, (_, n) => `"${n}":${n}`).join(',')}${''}}`,
    ],
    [1, () => `"${'x'.repeat(random.below(20_000))}"`],
    [1, () => `[${'["GET","a"],'.repeat(random.below(500))}["GET"]]`],
    [1, () => JSON.stringify(random.bytes(random.below(50)))],
  ])

const scalars = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1e308', '1e400', '-1e400', '0.1', '1E-400', '""'],
  ...[
    '9007199254740993',
    '9223372036854775808',
    '123456789012345678901234567890',
    '1'.repeat(2_000),
  ],
  ...['{}', '[]', '[[]]', '[null]', '{"a":null}', '[{}]', '["a",["b"]]'],
  ...['"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\uffff"', '"__proto__"', '"constructor"'],
  ...[
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":1}}',
    '{"toString":1}',
    '{"length":-1}',
  ],
  ...['{"then":1}', '{"toJSON":1}', '{"valueOf":"x"}', '"http://"', '"\\r\\nA: b"', '"\u2028"'],
]

/** Texts that are hardly JSON, as latin1; made from a valid body. */
const texts = (valid: unknown, random: Random): readonly (readonly [number, () => string])[] => {
  const text = JSON.stringify(valid)
  return [
    [3, () => mutated(text, random)],
    [2, () => text.slice(0, random.below(text.length))],
    [1, () => text + text],
    [1, () => wrong(random)],
    [1, () => `\xef\xbb\xbf${text}`],
    [
      1,
      () =>
        text.replaceAll(
          'a',
          random.pick(['\xff', '\xc0\x80', '\xed\xa0\x80', '\xf8\x88\x80\x80\x80', '\0']),
        ),
    ],
    // The same keys twice, of other types.
    [
      1,
      () =>
        text.replace(
          /^\{(.*)\}$/s,
          (_, members: string) => `{${members},${members.replaceAll('[', '').replaceAll(']', '')}}`,
        ),
    ],
    [1, () => random.bytes(random.below(200))],
    [1, () => random.pick(depths.map((depth) => '['.repeat(depth)))],
    [
      1,
      () =>
        random.pick([
          '',
          ' ',
          '\0',
          'undefined',
          'NaN',
          "{'a':1}",
          '[1,]',
          '{"a"}',
          '//',
          '"',
          '-',
          '[}',
        ]),
    ],
    [0.2, () => `[${'["SET","k","v"],'.repeat(5_000)}["GET","k"]]`],
    [0.2, () => `[${'"'.repeat(20_000)}]`],
  ]
}
