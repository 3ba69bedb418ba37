// A refused request has its status and one error envelope, and changes nothing: for each offence, by
// every way in.

import type { Pattern } from '../../core/cases.js'
import { allBut, dimension, namesIn, notPlain, type Value, without } from '../../core/law.js'
import { given, must } from '../../core/judgement.js'
import type { Exchange } from '../../wire/exchange.js'
import { send, type Manner } from '../fixtures/ask.js'
import { strangerToken, type KvClient } from '../fixtures/client.js'
import { executed, executedInBatch, failedInBatch, result } from '../fixtures/matchers.js'
import { isRefusal } from '../fixtures/reading.js'
import { judgeIfAccepted } from '../fixtures/tables.js'
import { format, method, tokenPlaceAtEnd } from '../dimensions.js'
import { law } from './law.js'

/** The places of a request. `KEY` is a key without a value, which `SET` would create. */
interface Endpoint extends Value {
  readonly target: string
  readonly body?: string
  readonly stream?: true
}

const set = '["SET","KEY","after"]'

const endpoint = dimension<Endpoint>('', {
  'in the body': { target: '/', body: set, rule: 'kv.body.command-array' },
  'by path': { target: '/SET/KEY/after', rule: 'kv.path.command-and-arguments' },
  'PING by path': { target: '/PING', rule: 'kv.authentication.every-endpoint' },
  'by path with a body': {
    target: '/SET/KEY',
    body: 'after',
    rule: 'kv.path.text-body-is-last-argument',
  },
  'in a pipeline': {
    target: '/pipeline',
    body: `[${set},["APPEND","KEY","!"]]`,
    rule: 'kv.pipeline.array-of-commands',
  },
  'in a transaction': {
    target: '/multi-exec',
    body: `[${set},["APPEND","KEY","!"]]`,
    rule: 'kv.transaction.array-of-commands',
  },
  'at /publish': { target: '/publish/KEY/message', rule: 'kv.publish.endpoint' },
  'at /info': { target: '/info', rule: 'kv.info.command-by-path' },
  'at /monitor': { target: '/monitor', stream: true, rule: 'kv.monitor.event-stream' },
  'at /subscribe': { target: '/subscribe/KEY', stream: true, rule: 'kv.subscribe.event-stream' },
})

/** The mistake of a request. */
interface Offence extends Value {
  readonly status: number
  readonly token?: (token: string) => string | null
  readonly format?: { readonly format?: string; readonly encoding?: string }
  readonly method?: string
  readonly command?: readonly string[]
  readonly body?: (body: string) => string
}

const invalid = 'kv.authentication.invalid-token'
const unknownFormat = 'kv.response-format.unknown-value'

const offence = dimension<Offence>('', {
  'a wrong token': { status: 401, token: () => strangerToken, rule: invalid },
  'no token': { status: 401, token: () => null, rule: 'kv.authentication.missing-token' },
  'an empty token': { status: 401, token: () => '', rule: 'kv.authentication.missing-token' },
  'a token without its end': { status: 401, token: (token) => token.slice(0, -1), rule: invalid },
  'a token with more behind it': { status: 401, token: (token) => `${token}0`, rule: invalid },
  'a token with more before it': { status: 401, token: (token) => `0${token}`, rule: invalid },
  'a word before the token': { status: 401, token: (token) => `junk ${token}`, rule: invalid },
  'a token in other letters': { status: 401, token: (token) => otherCase(token), rule: invalid },
  'the format xml': { status: 400, format: { format: 'xml' }, rule: unknownFormat },
  'the format resp3': { status: 400, format: { format: 'resp3' }, rule: unknownFormat },
  'the format RESP2': { status: 400, format: { format: 'RESP2' }, rule: unknownFormat },
  'the format json, resp2': { status: 400, format: { format: 'json, resp2' }, rule: unknownFormat },
  'base64 with resp2': {
    status: 400,
    format: { format: 'resp2', encoding: 'base64' },
    rule: 'kv.response-format.base64-with-resp2',
  },
  'the method DELETE': { status: 405, method: 'DELETE', rule: 'kv.methods.others-refused' },
  'the method PATCH': { status: 405, method: 'PATCH', rule: 'kv.methods.others-refused' },
  'the method OPTIONS': { status: 405, method: 'OPTIONS', rule: 'kv.methods.others-refused' },
  'the method TRACE': { status: 405, method: 'TRACE', rule: 'kv.methods.others-refused' },
  'an unknown command': {
    status: 400,
    command: ['NOSUCHCOMMAND', 'KEY', 'after'],
    rule: 'kv.errors.invalid-command',
  },
  'a command that is not supported': {
    status: 400,
    command: ['BLPOP', 'KEY', '1'],
    rule: 'kv.errors.unsupported-command',
  },
  'a body without its end': {
    status: 400,
    body: (body) => body.slice(0, -1),
    rule: 'kv.errors.syntax-error',
  },
  'a body with text behind it': {
    status: 400,
    body: (body) => `${body} and more`,
    rule: 'kv.errors.syntax-error',
  },
  'an object as body': {
    status: 400,
    body: (body) => `{"0":${body}}`,
    rule: 'kv.errors.syntax-error',
  },
  'NaN in a body': {
    status: 400,
    body: (body) => body.replace('"after"', 'NaN'),
    rule: 'kv.errors.syntax-error',
  },
  'a text as body': {
    status: 400,
    body: (body) => JSON.stringify(body),
    rule: 'kv.errors.syntax-error',
  },
})

const otherCase = (token: string) => {
  const upper = token.toUpperCase()
  return upper === token ? token.toLowerCase() : upper
}

const offences = (fits: (offence: Offence) => boolean) =>
  Object.entries(offence.values).flatMap(([name, each]) => (fits(each) ? name : []))
const json = ['in the body', 'in a pipeline', 'in a transaction']
const paths = ['by path']
const special = namesIn(endpoint).filter((name) => name.startsWith('at '))
const ofToken = offences(({ status }) => status === 401)
const ofFormat = offences((each) => each.format !== undefined)
const ofMethod = offences(({ status }) => status === 405)
const ofCommand = offences((each) => each.command !== undefined)
const ofBody = offences((each) => each.body !== undefined)

const everyEndpoint = ofToken.map((each): Pattern => ({
  offence: each,
  endpoint: [...special, 'in a pipeline', 'in a transaction'],
}))

export const refusals = law({
  id: 'refusal-does-nothing',
  title: 'a refusal does nothing',
  // The layout of an error in resp2, and of a pipeline, is open.
  over: {
    offence,
    endpoint,
    method,
    tokenPlace: tokenPlaceAtEnd,
    format: without(format, 'resp2', 'json', 'base64 in json'),
  },
  never: [
    { endpoint: allBut(endpoint, ...paths), method: ['GET', 'PUT', 'HEAD'] },
    { endpoint: 'by path', method: 'POST' },
    { offence: [...ofMethod, ...ofFormat], endpoint: 'PING by path' },
    { endpoint: 'PING by path', method: ['GET', 'PUT', 'HEAD'] },
    { endpoint: 'PING by path', format: 'base64' },
    { offence: ofMethod, endpoint: 'by path' },
    { offence: ofBody, endpoint: allBut(endpoint, ...json) },
    {
      offence: ofCommand,
      endpoint: allBut(endpoint, ...json, 'by path'),
    },
    { offence: ofFormat, format: 'base64' },
    {
      offence: notPlain(offence),
      tokenPlace: 'percent-encoded in the query',
    },
    // It is open what base64 with resp2 does here, and what streams do with a format.
    {
      offence: 'base64 with resp2',
      endpoint: ['in a transaction', 'at /monitor', 'at /subscribe'],
    },
    { offence: ofFormat, endpoint: ['at /monitor', 'at /subscribe'] },
    { endpoint: ['at /monitor', 'at /subscribe'], format: 'base64' },
    { method: 'PUT', offence: allBut(offence, 'a wrong token', 'no token', 'an empty token') },
    { offence: 'no token', tokenPlace: ['in the query', 'percent-encoded in the query'] },
    {
      offence: 'a word before the token',
      tokenPlace: ['in the query', 'percent-encoded in the query'],
    },
  ],
  // The first row with values that a failure needs names the violated rules.
  rules: [
    [
      { offence: ofCommand, endpoint: 'in a transaction' },
      'kv.transaction.unsupported-command-discards',
    ],
    [{ offence: ofCommand, endpoint: 'in a pipeline' }, 'kv.pipeline.unsupported-command'],
    [{ offence: ofBody, endpoint: 'in a transaction' }, 'kv.transaction.syntax-error-discards'],
    ...everyEndpoint.map((pattern) => [pattern, 'kv.authentication.every-endpoint'] as const),
    [{ offence: ofToken, method: '*' }, 'kv.authentication.every-endpoint'],
    [{ offence: '*', method: 'HEAD' }, 'kv.methods.head'],
    [{ offence: '*', method: 'PUT' }, 'kv.methods.put'],
    [{ offence: '*', method: 'GET' }, 'kv.methods.get'],
    // The plain offence is a wrong token. Another one names its rule itself.
    [{ offence: allBut(offence, ...ofToken) }],
    [{ endpoint: '*' }, 'kv.authentication.every-endpoint'],
    [{ method: '*' }, 'kv.authentication.every-endpoint'],
  ],
  namedRules: ['kv.envelope.error', 'kv.errors.class-word', 'kv.response-format.json-content-type'],
  baseRule: 'kv.errors.syntax-error',
  async check(world, { offence, endpoint, ...values }, choice) {
    const { kv, key, keyOf } = world
    const writes =
      offence.command === undefined && /SET/.test(endpoint.target + String(endpoint.body))
    const right = {
      format: values.format,
      spell: String,
      token: kv.token,
      inQuery: values.tokenPlace.inQuery,
      framing: {},
    }
    const method = choice['method'] ?? 'POST'
    const wrong = {
      ...right,
      ...(offence.format && { format: offence.format }),
      token: offence.token === undefined ? kv.token : offence.token(kv.token),
    }
    const reply = await request(kv, key, endpoint, wrong, offence.method ?? method, offence)

    const inPlace = offence.command !== undefined && choice['endpoint'] === 'in a pipeline'
    const judge = () =>
      must(
        reply,
        inPlace ? failedInBatch() : isRefusal(offence.status, method === 'HEAD' ? 'HEAD' : 'json'),
      )
    // The violation counts only if the same request without the offence is accepted.
    await judgeIfAccepted(judge, async () => {
      const accepted = await request(kv, keyOf('accepted'), endpoint, right, method)
      given(accepted, choice['endpoint']?.startsWith('in a ') ? executedInBatch() : executed())
    })
    if (writes) must(await kv.command(['EXISTS', key]), result(0))
  },
})

async function request(
  kv: KvClient,
  key: string,
  endpoint: Endpoint,
  {
    token,
    ...manner
  }: Omit<Manner, 'wayIn' | 'method' | 'token'> & { readonly token: string | null },
  method: string,
  { command, body: change = String }: Pick<Offence, 'command' | 'body'> = {},
): Promise<Exchange> {
  const own = (text: string) => text.replaceAll('KEY', key)
  const target = own(
    command && endpoint.body === undefined ? `/${command.join('/')}` : endpoint.target,
  )
  const inBody = command && `${JSON.stringify(command)}`
  const json = endpoint.target === '/' ? inBody : inBody && `[${inBody}]`
  const text = endpoint.body === undefined ? undefined : change(own(json ?? endpoint.body))
  const type = endpoint.target.startsWith('/SET') ? 'text/plain' : 'application/json'
  if (endpoint.stream !== true || method !== 'POST')
    return send(
      kv,
      { ...manner, token },
      method,
      target,
      text === undefined ? undefined : Buffer.from(text),
      type,
    )
  const { spell, inQuery } = manner
  return kv.open(target, {
    token: null,
    headers: [
      ['Accept', 'text/event-stream'],
      ...(inQuery === undefined && token !== null
        ? [[spell('Authorization'), `Bearer ${token}`] as const]
        : []),
    ],
    ...(inQuery && token !== null && { query: `${kv.tokenKey}=${inQuery(token)}` }),
  })
}
