// A command has the same reply and the same effect by every way in, with every method, token, format,
// framing, size and content.

import { given, must } from '../../core/judgement.js'
import { ask, bodyOf, isBatch } from '../fixtures/ask.js'
import { tokenOf } from '../fixtures/case-tokens.js'
import { executed, executedInBatch } from '../fixtures/matchers.js'
import { replies, repliesInBatch, statusProblem, type Format } from '../fixtures/reading.js'
import {
  command,
  filled,
  format,
  framing,
  headerCase,
  method,
  size,
  token,
  value,
  wayIn,
} from '../dimensions.js'
import { law } from './law.js'

const textsOnly = ['invalid UTF-8', 'every byte']
const numbers = [
  'a JSON integer',
  'a negative JSON integer',
  'a JSON fraction',
  'a JSON integer of 16 digits',
]
const large = Object.keys(size.values).filter((bytes) => Number(bytes) > 4_096)
const withoutValue = Object.entries(command.values)
  .filter(([, { sendsValue }]) => !sendsValue)
  .map(([name]) => name)
const ofAnySize = [
  ...['letters', 'spaces', 'quotes and backslashes', 'letters of 2 bytes', 'letters of 3 bytes'],
  ...['characters of 4 bytes', 'invalid UTF-8', 'every byte'],
]
const large0 = Object.keys(size.values).slice(1)
const withoutAnyValue = withoutValue.filter((name) => !['GET', 'LRANGE', 'MGET'].includes(name))
const bodies = ['in the body', 'in a pipeline', 'in a transaction']
const inBodyOfPath = 'by path with its last argument in the body'
const withOptions = 'by path with a body and query options'
const ways = Object.keys(wayIn.values)
const others = (names: readonly string[]) => ways.filter((each) => !names.includes(each))
const afterValue = 'RPUSH with arguments after the value'

export const sameReply = law({
  id: 'same-reply',
  title: 'same reply by every way in',
  over: { wayIn, method, token, format, headerCase, framing, command, value, size },
  never: [
    { wayIn: others(['by path']), method: ['PUT', 'HEAD'] },
    { wayIn: 'by path', framing: Object.keys(framing.values).slice(1) },
    { wayIn: bodies, framing: ['of application/octet-stream', 'of a form'] },
    { wayIn: 'by path', size: large },
    { wayIn: bodies, command: ['ECHO', 'SET', 'APPEND', 'RPUSH', afterValue], value: textsOnly },
    { wayIn: [inBodyOfPath, withOptions], command: withoutValue },
    { wayIn: inBodyOfPath, command: afterValue },
    { wayIn: withOptions, command: Object.keys(command.values).filter((each) => each !== afterValue) },
    // An empty body is open: no argument or an empty one.
    { wayIn: [inBodyOfPath, withOptions], value: 'the empty string' },
    // An empty path segment is open.
    { wayIn: 'by path', command: ['ECHO', 'SET', 'APPEND', 'RPUSH'], value: 'the empty string' },
    { wayIn: 'by path', command: 'RPUSH' },
    // The layout of a pipeline in resp2 is open.
    { wayIn: 'in a pipeline', format: 'resp2' },
    // Percent-encoded bytes that are no UTF-8 are open.
    { wayIn: 'by path', command: ['ECHO', 'SET', 'APPEND', afterValue], value: textsOnly },
    { value: Object.keys(value.values).filter((each) => !ofAnySize.includes(each)), size: large0 },
    { command: withoutAnyValue, value: Object.keys(value.values).slice(1) },
    { command: withoutAnyValue, size: large0 },
    { token: ['Read Only', 'Read Only in the query'], command: Object.entries(command.values).filter(([, { reads }]) => !reads).map(([name]) => name) },
  ],
  rules: [
    [{ wayIn: 'by path', method: 'GET' }, 'kv.methods.get'],
    [{ wayIn: 'in a transaction', format: 'resp2' }, 'kv.transaction.always-json'],
    [{ wayIn: inBodyOfPath, value: ['a JSON array as text', 'a JSON object as text', 'a JSON string as text'] }, 'kv.path.json-body-is-last-argument'],
    [{ wayIn: inBodyOfPath, framing: 'of application/json' }, 'kv.path.json-body-is-last-argument'],
    [{ wayIn: inBodyOfPath, value: textsOnly }, 'kv.path.binary-body-is-last-argument'],
    [{ wayIn: inBodyOfPath, framing: 'of application/octet-stream' }, 'kv.path.binary-body-is-last-argument'],
    [{ wayIn: 'in the body', value: numbers }, 'kv.body.number-arguments'],
    [{ wayIn: 'in the body', value: '*' }, 'kv.body.string-arguments'],
    [{ wayIn: 'in the body', size: '*' }, 'kv.body.string-arguments'],
    [{ wayIn: 'in the body' }, 'kv.body.command-array'],
    [{ format: 'base64', command: 'SET' }, 'kv.base64.ok-status-plain'],
    [{ format: 'base64', value: textsOnly }, 'kv.utf8.base64-keeps-bytes'],
    [{ format: 'base64', command: ['LRANGE', 'MGET'] }, 'kv.base64.strings-in-arrays'],
    [{ format: 'base64', command: ['INCR', 'EXISTS', 'GET of a missing key', 'SMISMEMBER', 'LRANGE of a missing key', 'APPEND', 'RPUSH', 'DECRBY below zero'] }, 'kv.base64.only-strings'],
    [{ headerCase: '*', format: 'base64' }, 'kv.base64.strings'],
    [{ headerCase: '*', format: 'resp2' }, 'kv.response-format.resp2-raw-reply'],
    [{ headerCase: '*' }, 'kv.authentication.bearer-header'],
  ],
  also: [
    'kv.errors.executed',
    'kv.errors.failure-in-batch',
    'kv.errors.class-word',
    'kv.envelope.success',
    'kv.envelope.error',
    'kv.response-format.json-content-type',
    'kv.response-format.resp2-content-type',
    'kv.response-format.resp2-status-reply',
    'kv.response-format.resp2-bulk-reply',
    'kv.pipeline.array-of-envelopes',
    'kv.transaction.array-of-envelopes',
  ],
  otherwise: 'kv.commands.wire-protocol',
  async check(world, values, choice) {
    const { kv, key } = world
    const { wayIn = '', method = '' } = choice
    const argument = filled(values.value.of, values.size.bytes)
    const text = typeof argument === 'number' ? String(argument) : argument
    const kind = values.command
    const token = await tokenOf(world, values.token.kind)
    const plain = { wayIn: inBodyOfPath, method: 'POST', format: {}, spell: String, token: kv.token, framing: {} }
    for (const [name, first, ...rest] of kind.before?.(key, argument) ?? []) {
      const inBody = [text, ''].every((each) => typeof each === 'string')
      given(inBody ? await kv.command([name, first!, ...rest.map(String)]) : await byBytes(name, first!, rest), executed())
    }

    const exchange = await ask(
      kv,
      {
        ...{ wayIn, method, format: values.format, token, framing: values.framing },
        ...{ spell: values.headerCase.spell, inQuery: values.token.inQuery },
      },
      kind.command(key, argument),
    )
    const want = kind.reply(bodyOf(text))
    if (method === 'HEAD') {
      const status = typeof want === 'object' && want !== null && 'error' in want ? 400 : 200
      must(exchange, (each) => statusProblem(status, each))
    } else {
      const asked = choice['format'] === 'base64' || choice['format'] === 'resp2' ? choice['format'] : 'json'
      const format: Format = wayIn === 'in a transaction' && asked === 'resp2' ? 'json' : asked
      must(
        exchange,
        isBatch(wayIn)
          ? repliesInBatch([want], format, {
              envelopes:
                wayIn === 'in a pipeline'
                  ? 'kv.pipeline.array-of-envelopes'
                  : 'kv.transaction.array-of-envelopes',
            })
          : replies(want, format),
      )
    }
    if (kind.after === undefined) return
    const after = await kv.command(kind.after(key), { encoding: 'base64' })
    must(after, replies(kind.left!(bodyOf(text)), 'base64'))

    /** Sends bytes, which no JSON body can hold: one argument after the other, by the body of a path. */
    async function byBytes(name: string, first: string | Uint8Array | number, rest: readonly (string | Uint8Array | number)[]) {
      if (name === 'SET') return ask(kv, plain, [name, first, ...rest])
      let reply = await ask(kv, plain, [name, first, rest[0]!])
      for (const each of rest.slice(1))
        reply = each === '' ? await kv.command([name, first, '']) : await ask(kv, plain, [name, first, each])
      return reply
    }
  },
})
void executedInBatch
