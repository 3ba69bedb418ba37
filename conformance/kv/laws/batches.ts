// A batch of n commands has n envelopes in the order of the commands, with errors in place; nothing
// comes between the commands of a transaction, at any length.

import { jsonOf, type Exchange } from '../../wire/exchange.js'
import { dimension, namesIn, sizes, type Value, without } from '../../core/law.js'
import { given, must, type Finding, type Matcher } from '../../core/judgement.js'
import { onceInRun } from '../../core/once.js'
import { lacks } from '../../core/matchers.js'
import { send } from '../fixtures/ask.js'
import type { Command } from '../fixtures/client.js'
import { executed } from '../fixtures/matchers.js'
import { failure, OK, replies, repliesInBatch, type Expected } from '../fixtures/reading.js'
import { tokenOf } from '../fixtures/case-tokens.js'
import { format, token } from '../dimensions.js'
import { law } from './law.js'

interface Kind extends Value {
  readonly target: string
  readonly of: 'pipeline' | 'transaction'
}

const kind = dimension<Kind>('', {
  'in a pipeline': { of: 'pipeline', target: '/pipeline', rule: 'kv.pipeline.array-of-envelopes' },
  'in a transaction': {
    of: 'transaction',
    target: '/multi-exec',
    rule: 'kv.transaction.array-of-envelopes',
  },
})

const length = sizes<Value & { readonly length: number }>(
  'length',
  [3, 1, 2, 129, 1_001],
  (length) => ({ length }),
)

/** A command of a batch: command number `index` of `length`, and its reply. */
type Nth = (key: string, index: number, length: number) => readonly [Command, Expected]

/** The commands of a batch, without those that fail. */
const content = dimension<Value & { readonly nth: Nth }>('', {
  'ECHO of its number': { nth: (_, index) => [['ECHO', `number ${index}`], `number ${index}`] },
  'INCR of one key': { nth: (key, index) => [['INCR', key], BigInt(index + 1)] },
  'RPUSH and LRANGE by turns': {
    nth: (key, index) =>
      index % 2 === 0
        ? [['RPUSH', key, 'a', `${index}`], BigInt(index + 2)]
        : [
            ['LRANGE', key, '-2', '-1'],
            ['a', `${index - 1}`],
          ],
  },
  'SET and GET by turns': {
    nth: (key, index) =>
      index % 2 === 0 ? [['SET', key, `${index}`], OK] : [['GET', key], `${index - 1}`],
  },
  'SET and GET of missing keys by turns': {
    nth: (key, index) =>
      index % 2 === 0 ? [['SET', key, `${index}`], OK] : [['GET', `${key}-missing`], null],
  },
  'texts of 1,000 bytes': {
    nth: (_, index) => {
      const text = `${index} `.padEnd(1_000, 'x')
      return [['ECHO', text], text]
    },
  },
  'numbers as arguments': { nth: (_, index) => [['ECHO', index], `${index}`] },
  'equal commands': { nth: (key) => [['APPEND', `${key}-missing`, ''], 0n] },
})

interface Failing extends Value {
  readonly at: (length: number) => readonly number[]
  readonly command?: Command
}

const bad: Command = ['INCR', 'TEXT']

/** The commands that fail. */
const failing = dimension<Failing>('', {
  'no error': { at: () => [] },
  'an error in the first command': { at: () => [0], command: bad },
  'an error in the middle': { at: (length) => [Math.floor(length / 2)], command: bad },
  'an error in the last command': { at: (length) => [length - 1], command: bad },
  'errors in all but one': {
    at: (length) => Array.from({ length: length - 1 }, (_, index) => index),
    command: bad,
  },
  'an unknown command first': { at: () => [0], command: ['NOSUCHCOMMAND', 'KEY'] },
  'an unknown command last': { at: (length) => [length - 1], command: ['NOSUCHCOMMAND', 'KEY'] },
  'an unsupported command in the middle': {
    at: (length) => [Math.floor(length / 2)],
    command: ['blpop', 'KEY', '1'],
  },
  'an unsupported command last': { at: (length) => [length - 1], command: ['UNWATCH'] },
})

/** Requests of others at the same time. Commands of a pipeline may mix with them. */
const beside = dimension<Value & { readonly others: number }>('', {
  'nothing beside it': { others: 0 },
  'other requests beside it': { others: 4, rule: 'kv.transaction.atomic' },
})

const errors = namesIn(failing).filter((name) => /^(an )?errors? in/.test(name))
const refused = namesIn(failing).filter((name) => /un(known|supported)/.test(name))

export const batches = law({
  id: 'batch-of-any-length',
  title: 'n commands have n envelopes',
  triples: ['kind', 'content', 'length'],
  over: {
    kind,
    failing,
    beside,
    content,
    length,
    format: without(format, 'resp2', 'json', 'base64 in json'),
    token: without(token, 'Read Only'),
  },
  never: [
    { kind: 'in a pipeline', beside: 'other requests beside it' },
    {
      beside: 'other requests beside it',
      content: [
        'ECHO of its number',
        'texts of 1,000 bytes',
        'numbers as arguments',
        'equal commands',
      ],
    },
    // Nothing can come between the commands of a batch that has one.
    { beside: 'other requests beside it', length: '1' },
    // A DEL beside it would hide what a transaction leaves that should have been discarded.
    { beside: 'other requests beside it', failing: refused },
    // Few batches show the effect of a token or of a missing key.
    { content: 'SET and GET of missing keys by turns', length: ['1', '2', '1001'] },
    {
      token: 'of an ACL user',
      content: [
        'texts of 1,000 bytes',
        'numbers as arguments',
        'equal commands',
        'ECHO of its number',
      ],
    },
    { token: 'of an ACL user', format: 'base64' },
    { token: 'of an ACL user', length: ['1', '2', '1001'] },
    { length: '1', failing: ['an error in the last command', 'errors in all but one'] },
    // One error envelope, or an array with one.
    { length: '1', kind: 'in a transaction', failing: refused },
  ],
  // The first row with values that a failure needs names the violated rules.
  rules: [
    [{ format: 'base64' }, 'kv.base64.strings'],
    [{ kind: 'in a transaction', failing: refused }, 'kv.transaction.unsupported-command-discards'],
    [{ failing: refused }, 'kv.pipeline.unsupported-command'],
    [{ kind: 'in a transaction', failing: errors }, 'kv.transaction.other-commands-still-run'],
    [{ failing: errors }, 'kv.pipeline.other-commands-still-run'],
    [{ beside: 'other requests beside it', token: '*' }, 'kv.transaction.atomic'],
    [{ beside: 'other requests beside it' }, 'kv.transaction.atomic'],
    [
      { kind: 'in a transaction', content: 'numbers as arguments' },
      'kv.transaction.array-of-commands',
    ],
    [{ content: 'numbers as arguments' }, 'kv.pipeline.array-of-commands'],
    [{ kind: 'in a transaction', content: '*' }, 'kv.transaction.runs-in-order'],
    [{ kind: 'in a pipeline', content: '*' }, 'kv.pipeline.runs-in-order'],
  ],
  namedRules: [
    ...(['kv.pipeline.envelopes-in-order', 'kv.pipeline.failing-command-keeps-position'] as const),
    ...([
      'kv.transaction.envelopes-in-order',
      'kv.transaction.failing-command-keeps-position',
    ] as const),
    ...([
      'kv.errors.executed',
      'kv.errors.failure-in-batch',
      'kv.response-format.json-content-type',
    ] as const),
    ...(['kv.envelope.success', 'kv.envelope.error', 'kv.errors.class-word'] as const),
    'kv.transaction.discard-is-one-error-envelope',
  ],
  alwaysNamed: [
    'kv.transaction.array-of-envelopes',
    'kv.transaction.failing-command-keeps-position',
    'kv.pipeline.failing-command-keeps-position',
  ],
  baseRule: 'kv.pipeline.array-of-envelopes',
  async check(world, { kind, length: { length }, ...values }, choice) {
    const { kv, key, keyOf } = world
    const token = await tokenOf(world, values.token.kind)
    const text =
      values.failing.command === bad
        ? await onceInRun(world, bad, 'text', async () => {
            const own = keyOf('text')
            given(await kv.command(['SET', own, 'text']), executed())
            return own
          })
        : ''
    const places = new Set(values.failing.at(length))
    const offending = (values.failing.command ?? []).map((word) =>
      String(word).replace('TEXT', text).replace('KEY', key),
    ) as unknown as Command
    let index = 0
    const rows = Array.from({ length }, (_, place): readonly [Command, Expected] =>
      places.has(place) ? [offending, failure] : values.content.nth(key, index++, length),
    )
    const body = Buffer.from(JSON.stringify(rows.map(([command]) => command)))
    const manner = { format: values.format, spell: String, token, framing: {} }
    const sent = send(kv, manner, 'POST', kind.target, body, 'application/json')
    const disturb = Array.from({ length: values.beside.others }, async (_, index) =>
      index % 2 === 0 ? kv.command(['DEL', key]) : kv.path(['DEL', key]),
    )
    const [batch] = await Promise.all([sent, ...disturb])

    const isDiscarded = kind.of === 'transaction' && refused.includes(choice['failing'] ?? '')
    if (isDiscarded) {
      must(batch, isOneError())
      const left = index === 0 ? undefined : await kv.command(['EXISTS', key])
      if (left !== undefined) must(left, replies(0n, 'json'))
      return
    }
    const asked = choice['format'] === 'base64' ? 'base64' : 'json'
    const wants = rows.map(([, want]) => want)
    const isInPlace = refused.includes(choice['failing'] ?? '')
    const whole = repliesInBatch(
      wants,
      asked,
      isInPlace ? 'kv.pipeline.unsupported-command' : `kv.${kind.of}.array-of-envelopes`,
    )
    must(batch, (each) => (isInPlace ? undefined : inOrder(kind.of, wants)(each)) ?? whole(each))
  },
})

/** Matches the single error of a discarded transaction. */
const isOneError = (): Matcher<Exchange> => (exchange) => {
  const got = jsonOf(exchange)
  return typeof got === 'object' && got !== null && !Array.isArray(got) && 'error' in got
    ? undefined
    : {
        ...lacks('one error envelope', got),
        ...(Array.isArray(got) && got.every(isErrorEnvelope)
          ? { rule: 'kv.transaction.discard-is-one-error-envelope' as const }
          : {}),
      }
}

const isErrorEnvelope = (each: unknown) =>
  typeof each === 'object' && each !== null && 'error' in each

/** Returns a finding if the envelopes are right but in another order. */
const inOrder =
  (of: Kind['of'], wants: readonly Expected[]): Matcher<Exchange> =>
  (exchange): Finding | undefined => {
    const got = jsonOf(exchange)
    if (!Array.isArray(got)) return undefined
    const isShort = got.length < wants.length && wants.includes(failure)
    if (got.length !== wants.length && !isShort) return undefined
    const errorAt = got.map(isErrorEnvelope)
    const wrong = wants.findIndex((want, index) => (want === failure) !== errorAt[index])
    const sameNumber =
      errorAt.filter(Boolean).length === wants.filter((want) => want === failure).length
    if (wrong >= 0 && (sameNumber || isShort))
      return {
        ...lacks(`an error at its position, not at ${wrong}`, got[wrong]),
        rule: `kv.${of}.failing-command-keeps-position`,
      }
    if (!wants.every((want) => typeof want === 'string')) return undefined
    const texts = got.map((each) => JSON.stringify(each))
    const sorted = wants.map((want) => JSON.stringify({ result: want }))
    if (texts.join() === sorted.join() || texts.toSorted().join() !== sorted.toSorted().join())
      return undefined
    return {
      ...lacks('the envelopes in the order of the commands', got.slice(0, 5)),
      rule: `kv.${of}.envelopes-in-order`,
    }
  }
