// A command has the same reply and the same effect by every way in, with every method, token, format,
// framing, size and content.

import { given, givenBy, must, NotApplicable, under, type Matcher } from '../../core/judgement.js'
import type { Choice, Pattern } from '../../core/cases.js'
import { allBut, type Dimension, namesIn, notPlain } from '../../core/law.js'
import { onceInRun } from '../../core/once.js'
import type { Exchange } from '../../wire/exchange.js'
import { ask, batchOf, bodyOf, type Argument } from '../fixtures/ask.js'
import { tokenOf } from '../fixtures/case-tokens.js'
import type { KvClient } from '../fixtures/client.js'
import { executed, failed, failedInBatch, result } from '../fixtures/matchers.js'
import {
  errorIn,
  failure,
  isError,
  replies,
  repliesInBatch,
  statusProblem,
  type Expected,
  type Format,
} from '../fixtures/reading.js'
import {
  command,
  escapes,
  filled,
  format,
  framing,
  headerCase,
  keyText,
  method,
  size,
  token,
  tokenPlace,
  value,
  wayIn,
} from '../dimensions.js'
import { judgeIfAccepted } from '../fixtures/tables.js'
import type { KvWorld } from '../fixtures/world.js'
import { law } from './law.js'

const binary = ['invalid UTF-8', 'every byte', 'bytes with spaces around']
const numbers = namesIn(value).filter((name) => / JSON (integer|fraction)/.test(name))
const json = ['a JSON array as text', 'a JSON object as text', 'a JSON string as text']
const ofAnySize = [
  'letters',
  'line breaks',
  'quotes and backslashes',
  'letters of 2 bytes',
  'letters of 3 bytes',
  'characters of 4 bytes',
  ...binary,
]
const ofEachCommand = [...ofAnySize, 'the empty string', 'signs of URLs', 'a JSON integer']
const ofFewWays = allBut(value, ...ofEachCommand)
const lessUsual = [
  'APPEND',
  'RPUSH',
  'RPUSH of 1,200 elements',
  'LRANGE',
  'LRANGE of one element',
  'MGET',
]
const large0 = notPlain(size)
const largest = large0.at(-1)!
const large = large0.filter((bytes) => Number(bytes) > 4_097)

const commands = Object.entries(command.values).map(([name, each]) => ({ name, ...each }))
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
const sending = namesOf(commands.filter(({ sendsValue }) => sendsValue))
const withoutValue = namesOf(commands.filter(({ sendsValue }) => !sendsValue))
const withoutAnyValue = withoutValue.filter(
  (name) => !['GET', 'LRANGE', 'LRANGE of one element', 'MGET'].includes(name),
)
/** Commands that send a value that their reply does not have. */
const hiding = sending.filter((name) => name !== 'ECHO')
const form = 'text like a form'
const base64 = ['base64', 'base64 in json']
const withoutStrings = namesOf(
  commands.filter(({ rule }) => !/string|array|ok-status/.test(rule ?? '')),
).concat('SMISMEMBER', 'LRANGE of a missing key')
const severalOptions = 'SADD with several options'
const afterValue = ['RPUSH with arguments after the value', severalOptions]
const othersThan = (...names: readonly string[]) =>
  namesOf(commands).filter((each) => !names.includes(each))

/** Bodies with a content type of their own. */
const typed = ['of application/octet-stream', 'of text/plain', 'of a form', 'of application/json']
const ofJson = namesIn(framing).filter((name) => /JSON$|multiple/.test(name))

const bodies = ['in the body', 'in a pipeline', 'in a transaction']
const inBodyOfPath = 'by path with its last argument in the body'
const withOptions = 'by path with a body and query options'

/** Patterns for a value that only the plain values of most other dimensions accompany. */
const plainBeside = (one: Pattern, but: Readonly<Record<string, Dimension>> = {}) =>
  Object.entries({ escapes, tokenPlace, token, format, headerCase, framing, keyText, value, size })
    .filter(([name]) => one[name] === undefined && but[name] === undefined)
    .map(([name, { values }]) => ({ ...one, [name]: Object.keys(values).slice(1) }))

export const sameReply = law({
  id: 'same-reply',
  title: 'same reply by every way in',
  over: {
    wayIn,
    method,
    escapes,
    tokenPlace,
    token,
    format,
    headerCase,
    framing,
    command,
    keyText,
    value,
    size,
  },
  never: [
    { wayIn: allBut(wayIn, 'by path'), method: ['GET', 'PUT', 'HEAD'] },
    // A POST without a body is open: no argument or an empty one.
    { wayIn: 'by path', method: 'POST' },
    { wayIn: [inBodyOfPath], value: 'the empty string' },
    { wayIn: 'by path', framing: notPlain(framing) },
    {
      wayIn: bodies,
      framing: typed,
    },
    // Servers limit the length of a path and of a query.
    { wayIn: ['by path', withOptions], size: large },
    { wayIn: [...bodies, 'by path', withOptions], command: sending, value: binary },
    // Few cases have a format that two headers choose, or a token before other parameters.
    ...plainBeside({ format: 'base64 in json' }),
    { format: 'base64 in json', command: othersThan('ECHO', 'GET', 'MGET') },
    ...plainBeside({ tokenPlace: 'at the beginning of the query' }),
    // A path is decoded before its command is known.
    {
      escapes: notPlain(escapes),
      command: othersThan('ECHO', 'SET', 'GET', ...afterValue),
    },
    // A server that always answers OK would pass.
    { command: 'ECHO', value: 'the text OK' },
    // Other rules judge what base64 and resp2 show of stored bytes.
    { command: 'ECHO', value: binary },
    { command: ['LRANGE', 'LRANGE of one element', 'RPUSH of 1,200 elements'], value: binary },
    { wayIn: allBut(wayIn, 'by path', withOptions), escapes: notPlain(escapes) },
    { wayIn: allBut(wayIn, ...bodies), framing: ofJson },
    { command: ['ECHO', 'RPUSH of 1,200 elements'], size: large0 },
    { command: ['RPUSH', ...afterValue], size: large },
    {
      framing: namesIn(framing).filter((name) => /^(of|without) /.test(name)),
      value: namesIn(value).filter((name) => !ofEachCommand.concat(json, form).includes(name)),
    },
    // A form shows only with its signs, and a format only in a reply that has the value.
    { framing: 'of a form', value: allBut(value, form) },
    {
      format: [...base64, 'resp2'],
      command: hiding,
      value: notPlain(value),
    },
    // A query with other parameters shows where the token is.
    { tokenPlace: 'at the beginning of the query', wayIn: allBut(wayIn, withOptions) },
    { command: 'HGETALL', wayIn: ['in a pipeline', 'in a transaction'] },
    { wayIn: inBodyOfPath, command: [...withoutValue, ...afterValue] },
    { wayIn: withOptions, command: othersThan(...afterValue) },
    // A few values in every spelling of a request, the others in the usual ones.
    { framing: [...ofJson, 'after Expect: 100-continue'], value: ofFewWays },
    { format: 'json', value: ofFewWays },
    { escapes: notPlain(escapes), value: ofFewWays },
    { wayIn: withOptions, value: ofFewWays },
    { method: ['PUT', 'HEAD'], value: ofFewWays },
    // An empty path segment and an option without a value are open.
    { wayIn: ['by path', withOptions], command: sending, value: 'the empty string' },
    { wayIn: 'by path', command: 'RPUSH' },
    // A command that reads a value does not send it.
    {
      wayIn: allBut(wayIn, 'in the body'),
      command: ['GET', 'LRANGE', 'LRANGE of one element', 'MGET'],
      value: namesIn(value).filter((name) => name !== 'letters' && !binary.includes(name)),
    },
    { size: large, value: ofAnySize.slice(1), wayIn: allBut(wayIn, 'in the body') },
    {
      size: large,
      wayIn: 'in the body',
      command: ['LRANGE', 'LRANGE of one element', 'MGET'],
    },
    // A target may refuse the largest value, so few cases send it.
    { size: largest, command: othersThan('SET', 'GET') },
    ...plainBeside({ size: largest }, { value }),
    {
      method: ['PUT', 'HEAD'],
      command: withoutAnyValue.filter((name) => !/^(INCR|GET|PING)/.test(name)),
    },
    // A response to HEAD, and a transaction in resp2, show nothing of the format.
    { method: 'HEAD', format: notPlain(format) },
    { wayIn: 'in a transaction', format: 'resp2', command: othersThan('ECHO') },
    {
      size: large,
      value: ofAnySize.filter((name) => !/^letters( of 3.*)?$/.test(name)),
    },
    // The layout of a pipeline in resp2 is open.
    { wayIn: 'in a pipeline', format: 'resp2' },
    { value: allBut(value, ...ofAnySize), size: large0 },
    { command: withoutAnyValue, value: notPlain(value) },
    { command: withoutAnyValue, size: large0 },
    { command: severalOptions, wayIn: allBut(wayIn, withOptions) },
    { command: severalOptions, value: notPlain(value), size: large0 },
    { command: withoutAnyValue, framing: notPlain(framing) },
    { command: withoutAnyValue, headerCase: notPlain(headerCase) },
    // A few values with every command, the others with some.
    { command: lessUsual, value: ofFewWays },
    { token: 'Read Only', command: othersThan('GET') },
    // A bad option may discard a transaction.
    { command: 'SET with an unknown option', wayIn: 'in a transaction' },
    // It is open if the Read Only token may run transactions, and how escapes count towards limits.
    { token: 'Read Only', wayIn: 'in a transaction' },
    { value: ['quotes and backslashes', 'every byte'], size: large.slice(-3) },
  ],
  // The first row with values that a failure needs names the violated rules.
  rules: [
    [{ method: 'HEAD', command: '*' }, 'kv.methods.head'],
    [{ method: 'PUT', command: '*' }, 'kv.methods.put'],
    [{ method: 'GET', command: '*' }, 'kv.methods.get'],
    [{ command: ['INCR of a text', 'GET of a list'] }, 'kv.errors.execution-failure'],
    [{ command: 'SET with an unknown option' }, 'kv.errors.syntax-error'],
    [{ format: base64, value: 'a byte order mark' }, 'kv.base64.strings'],
    [{ value: 'a byte order mark' }, 'kv.utf8.replacement-character', 'kv.envelope.result-string'],
    [{ wayIn: withOptions, escapes: '*' }, 'kv.path.query-options-follow-body'],
    [
      { wayIn: ['by path', inBodyOfPath, withOptions], keyText: '*' },
      'kv.path.command-and-arguments',
    ],
    [
      { wayIn: 'in a pipeline', format: 'by default' },
      'kv.response-format.json-default',
      'kv.pipeline.array-of-envelopes',
    ],
    [
      { wayIn: inBodyOfPath, command: 'RPUSH' },
      'kv.path.text-body-is-last-argument',
      'kv.methods.post',
    ],
    [{ wayIn: 'in a transaction', format: 'resp2' }, 'kv.transaction.always-json'],
    [{ wayIn: inBodyOfPath, value: json }, 'kv.path.json-body-is-last-argument'],
    [{ wayIn: inBodyOfPath, framing: 'of application/json' }, 'kv.path.json-body-is-last-argument'],
    [
      { command: ['SET', 'APPEND', 'RPUSH'], value: binary },
      'kv.path.binary-body-is-last-argument',
    ],
    [
      { wayIn: inBodyOfPath, framing: 'of application/octet-stream' },
      'kv.path.binary-body-is-last-argument',
    ],
    [{ wayIn: withOptions, framing: '*' }, 'kv.path.text-body-is-last-argument'],
    [{ wayIn: 'in the body', value: numbers }, 'kv.body.number-arguments'],
    [{ wayIn: 'in the body', value: '*' }, 'kv.body.string-arguments'],
    [{ wayIn: 'in the body', size: '*' }, 'kv.body.string-arguments'],
    [{ wayIn: 'in the body', command: sending }, 'kv.body.string-arguments'],
    [{ wayIn: inBodyOfPath, size: '*' }, 'kv.path.text-body-is-last-argument'],
    [
      { command: ['SET', 'APPEND'], size: '*' },
      'kv.body.string-arguments',
      'kv.path.text-body-is-last-argument',
    ],
    [{ wayIn: 'in the body' }, 'kv.body.command-array'],
    [{ command: ['GET', 'LRANGE', 'MGET'], size: '*' }, 'kv.envelope.result-string'],
    [{ size: '*' }, 'kv.body.string-arguments', 'kv.path.text-body-is-last-argument'],
    [{ token: 'Read Only' }, 'kv.authentication.read-only-reads'],
    [{ format: base64, command: 'SET' }, 'kv.base64.ok-status-plain'],
    [{ format: base64, value: binary }, 'kv.utf8.base64-keeps-bytes'],
    [
      { format: base64, command: ['LRANGE', 'LRANGE of one element', 'MGET', 'XRANGE'] },
      'kv.base64.strings-in-arrays',
    ],
    [{ command: ['GET', 'MGET'], value: binary }, 'kv.utf8.replacement-character'],
    [{ wayIn: [...bodies, 'by path'], value: binary }, 'kv.utf8.replacement-character'],
    [{ value: binary }, 'kv.utf8.replacement-character'],
    [{ format: base64, command: withoutStrings }, 'kv.base64.only-strings'],
    [{ tokenPlace: '*', token: 'of an ACL user' }, 'kv.authentication.acl-token'],
    [{ headerCase: '*', format: base64 }, 'kv.base64.strings'],
    [{ headerCase: '*', value: '*' }, 'kv.envelope.result-string'],
    [{ headerCase: '*', format: 'resp2' }, 'kv.response-format.resp2-raw-reply'],
    [{ headerCase: '*' }, 'kv.authentication.bearer-header'],
  ],
  namedRules: [
    'kv.errors.executed',
    'kv.errors.failure-in-batch',
    'kv.errors.execution-failure',
    'kv.errors.class-word',
    'kv.envelope.success',
    'kv.envelope.error',
    'kv.envelope.result-array',
    'kv.envelope.result-integer',
    'kv.response-format.json-content-type',
    'kv.response-format.resp2-content-type',
    'kv.response-format.resp2-status-reply',
    'kv.response-format.resp2-bulk-reply',
    'kv.pipeline.array-of-envelopes',
    'kv.transaction.array-of-envelopes',
    'kv.path.binary-body-is-last-argument',
  ],
  baseRule: 'kv.commands.wire-protocol',
  async check(world, { command: kind, ...values }, choice) {
    const { kv } = world
    const { wayIn = '', method = '' } = choice
    const argument = filled(values.value, values.size.bytes)
    const token = await tokenOf(world, values.token.kind)
    const text = bodyOf(argument)
    const prepared = async () => {
      const key = world.keyOf(values.keyText.of)
      await prepare(kv, kind.before?.(key, argument) ?? [])
      return key
    }
    // Cases that only read share their keys.
    const { command, value, size, keyText } = choice
    const key = await (kind.reads
      ? onceInRun(world, prepare, [command, value, size, keyText].join(), prepared)
      : prepared())

    const exchange = await ask(
      kv,
      {
        wayIn,
        method,
        format: values.format,
        token,
        framing: values.framing,
        spell: values.headerCase.spell,
        inQuery: values.tokenPlace.inQuery,
        isFirst: values.tokenPlace.isFirst,
        ...(values.escapes.escape && { escape: values.escapes.escape }),
      },
      kind.command(key, argument),
    )
    if (exchange.status === 417 && values.framing.expect)
      throw new NotApplicable('the target does not support Expect')
    const reply = kind.reply(text)
    // A target may send the errors of Redis in resp2, and its own ones in JSON.
    const isOwn = reply === failure && formatIn(choice) !== 'resp2'
    const want = isOwn ? await failureOf(world, kind, key, argument) : reply
    if ((kind.mayFail || choice['size'] === largest) && isRefused(wayIn, exchange)) {
      const plain = await kv.command(kind.command(key, argument))
      if (failed()(plain) === undefined)
        throw new NotApplicable('the target may refuse the command')
    }
    await judgeIfAccepted(
      () =>
        must(
          exchange,
          method === 'HEAD' ? statusOf(want) : repliesBy(wayIn, want, formatIn(choice)),
        ),
      // Bytes that the target did not store violate another rule.
      async () => {
        if (isText(text) || kind.before?.(key, argument)[0]?.[0] !== 'SET') return
        const length = result(text.length)
        givenBy('kv.path.binary-body-is-last-argument', await kv.command(['STRLEN', key]), length)
      },
    )

    if (kind.after === undefined || kind.left === undefined) return
    // Only the length of bytes and large texts is read, because other cases judge what shows them.
    const isShown = isText(text) && text.length <= 1_025
    const after = isShown ? kind.after(key, String(argument)) : (['STRLEN', key] as const)
    const left = kind.left(text)
    if (isShown) must(await kv.command(after), replies(left, 'json'))
    else if (left instanceof Uint8Array) {
      const length = replies(BigInt(left.length), 'json')
      must(
        await kv.command(after),
        isText(text) ? length : under('kv.path.binary-body-is-last-argument', length),
      )
    }
  },
})

const isRefused = (wayIn: string, exchange: Exchange) =>
  (batchOf(wayIn) ? failedInBatch() : failed())(exchange) === undefined

const isText = (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString()).equals(bytes)

/** Returns the format of the reply. A transaction ignores resp2. */
function formatIn({ wayIn, format = '' }: Choice): Format {
  if (/^base64/.test(format)) return 'base64'
  return format === 'resp2' && wayIn !== 'in a transaction' ? format : 'json'
}

const envelopes = {
  'in a pipeline': 'kv.pipeline.array-of-envelopes',
  'in a transaction': 'kv.transaction.array-of-envelopes',
} as const

const repliesBy = (wayIn: string, want: Expected, format: Format): Matcher<Exchange> =>
  wayIn === 'in a pipeline' || wayIn === 'in a transaction'
    ? repliesInBatch([want], format, envelopes[wayIn])
    : replies(want, format)

/** A response to HEAD has only a status. */
const statusOf =
  (want: Expected): Matcher<Exchange> =>
  (exchange) =>
    statusProblem(isError(want) ? 400 : 200, exchange)

/** Returns the error of a command, which begins with the same class word by every way in. */
async function failureOf(
  world: KvWorld,
  { command }: Pick<(typeof commands)[number], 'command'>,
  key: string,
  argument: Argument,
): Promise<typeof failure> {
  const sent = command(key, argument)
  const word = await onceInRun(world, failureOf, sent[0], async () => {
    const text = errorIn(await world.kv.command(sent))
    return typeof text === 'string' ? (/^[\w.-]+/.exec(text)?.[0] ?? '') : ''
  })
  return word === '' ? failure : { error: new RegExp(`^${word}:? +\\S`, 'i') }
}

/** Sends commands of the setup. Bytes, which no JSON body holds, are the body of a command by path. */
async function prepare(kv: KvClient, commands: readonly (readonly [string, ...Argument[]])[]) {
  for (const [name, key, ...args] of commands) {
    if (args.every((each) => typeof each !== 'object')) {
      given(await kv.command([name, key, ...args.map(String)]), executed())
      continue
    }
    for (const each of args) {
      const reply = await (typeof each === 'object'
        ? kv.path([name, String(key)], { body: each })
        : kv.command([name, key, each]))
      given(reply, executed())
    }
  }
}
