// A target whose answers have the wrong shape: the answers of another target, each with a few random
// changes of its JSON, its lines, its status or its headers.

import { answerTo, type PartialResponse } from '../../wire/answer.js'
import type { Exchange, HeaderLines } from '../../wire/exchange.js'
import type { Target } from '../../wire/target.js'
import { mutated, type Random } from './random.js'

/**
 * Changes each answer of a target with this probability. Half of the targets have a habit: the same
 * change of each such answer.
 */
export function oddTarget(target: Target, random: Random, probability: number): Target {
  const habit = random.chance(0.5) ? random.pick(habits) : undefined
  return {
    ...target,
    async send(request, signal) {
      const exchange = await target.send(request, signal)
      if (exchange.failure !== undefined || !random.chance(probability)) return exchange
      return habit === undefined || random.chance(0.1)
        ? oddExchange(exchange, random)
        : { ...exchange, body: changedBody(exchange.body, habit) ?? exchange.body }
    },
    open(request, signal) {
      const answer = target.open(request, signal)
      return random.chance(probability) ? oddStream(answer, random) : answer
    },
  }
}

function oddExchange(exchange: Exchange, random: Random): Exchange {
  const { status, headers, body } = exchange
  return random.weighted<Exchange>([
    [12, () => ({ ...exchange, body: oddBody(body, random) })],
    [1, () => ({ ...exchange, status: oddStatus(status, random) })],
    [1, () => ({ ...exchange, headers: oddHeaders(headers, random) })],
  ])
}

const oddStatus = (status: number, random: Random) =>
  random.pick([200, 201, 204, 400, 401, 404, 405, 500, 200 + (status % 400)])

const oddHeaders = (headers: HeaderLines, random: Random): HeaderLines =>
  headers.flatMap(([name, value]) =>
    random.weighted<HeaderLines>([
      [3, () => [[name, value]]],
      [1, () => []],
      [1, () => [[name, '']]],
      [
        1,
        () => [
          [name, value],
          [name, mutated(value, random)],
        ],
      ],
    ]),
  )

/** Returns a body with a changed value, or with changed bytes if it is not JSON. */
function oddBody(body: Uint8Array, random: Random): Buffer {
  const bytes = () => Buffer.from(mutated(Buffer.from(body).toString('latin1'), random), 'latin1')
  if (random.chance(0.1)) return bytes()
  const changed = (value: unknown) =>
    Array.from({ length: 1 + random.below(3) }).reduce((made) => oddValue(made, random), value)
  return changedBody(body, changed) ?? bytes()
}

/** Returns a JSON body with a changed value, or undefined if it is not JSON. */
function changedBody(body: Uint8Array, change: (value: unknown) => unknown): Buffer | undefined {
  try {
    return Buffer.from(textOf(change(JSON.parse(Buffer.from(body).toString()))))
  } catch {
    return undefined
  }
}

/** Changes the elements of each array, but no other value. */
const inArrays = (change: (element: unknown) => unknown) => (value: unknown) =>
  everywhere(value, (each) => (Array.isArray(each) ? each.map(change) : each))

/** Changes the values of an object, but not those in arrays. */
const inObject = (change: (value: unknown, name: string) => unknown) => (value: unknown) =>
  isObject(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each, name)]))
    : value

function everywhere(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((each) => everywhere(each, change)))
  return change(inObject((each) => everywhere(each, change))(value))
}

const valuesOf = (object: object): readonly unknown[] => Object.values(object)

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const bare = (each: unknown) => (isObject(each) ? valuesOf(each)[0] : each)
const texts = (each: unknown) => (typeof each === 'number' ? String(each) : each)
const numbers = (each: unknown) => (typeof each === 'string' ? 7 : each)

/** The same change of each answer, as a server of another design would make it. */
const habits: readonly ((value: unknown) => unknown)[] = [
  inArrays(() => null),
  inArrays(bare),
  inArrays((each) => [each]),
  inArrays(() => ({})),
  inArrays((each) => ({ ...(isObject(each) ? each : { each }), extra: null })),
  inObject(() => null),
  inObject(() => ({})),
  inObject(() => []),
  inObject((each) => [each]),
  inObject((each) => ({ value: each })),
  inObject((each) => (Array.isArray(each) ? Object.fromEntries(each.entries()) : each)),
  inObject((each) => (isList(each) ? each.slice(1) : each)),
  inObject((each) => (isList(each) ? [...each, ...each] : each)),
  inObject((each) => (Array.isArray(each) ? null : each)),
  inObject((each) => JSON.stringify(each)),
  inObject((each, name) => (name === 'result' ? 1 : each)),
  (value) => [value],
  (value) => ({ result: value }),
  (value) => JSON.stringify(value),
  bare,
  () => null,
  () => [null],
  () => [],
  () => ({}),
  (value) => everywhere(value, texts),
  (value) => everywhere(value, numbers),
  (value) => everywhere(value, (each) => (typeof each === 'string' ? null : each)),
  (value) => everywhere(value, (each) => (each === null ? {} : each)),
  (value) => everywhere(value, (each) => (typeof each === 'number' ? each * 1e300 : each)),
]

/** A text in place of a value that `JSON.stringify` cannot write, such as a number of many digits. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

function textOf(value: unknown): string {
  const raw: string[] = []
  const json = JSON.stringify(value, (_, each: unknown) =>
    each instanceof Raw ? `raw ${raw.push(each.text) - 1} value` : each,
  )
  return json.replace(/"raw (\d+) value"/g, (_, index) => raw[Number(index)]!)
}

const DEEP = 1_000

const replacements: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => [],
  () => ({}),
  () => '',
  () => 0,
  () => true,
  () => -1,
  () => 1.5,
  () => 'x',
  () => [null],
  () => [[]],
  () => ({ toString: 1, valueOf: null }),
  () => ({ length: 3 }),
  () => ({ result: null }),
  () => ({ error: null }),
  () => new Raw('{"__proto__":null,"constructor":1,"hasOwnProperty":2}'),
  () => new Raw('1e400'),
  () => new Raw('9'.repeat(400)),
  () => new Raw('-0'),
  () => new Raw('"\\ud800"'),
  () => new Raw('['.repeat(DEEP) + ']'.repeat(DEEP)),
  () => new Raw('['.repeat(300) + ']'.repeat(300)),
  (random) => random.text(1 + random.below(60), 0, 0x2ff),
]

/** Returns a value with one change at a random place. */
function oddValue(value: unknown, random: Random): unknown {
  if (value instanceof Raw || random.chance(0.15)) return random.pick(replacements)(random)
  if (Array.isArray(value)) return oddArray(value, random)
  if (typeof value === 'object' && value !== null) return oddObject(value, random)
  if (typeof value === 'string' && random.chance(0.3)) return mutated(value, random)
  if (typeof value === 'number' && random.chance(0.3))
    return value + random.pick([-1, 1, 0.5, 1e15])
  return random.pick(replacements)(random)
}

function oddArray(list: readonly unknown[], random: Random): unknown {
  const at = random.below(list.length)
  return random.weighted<unknown>([
    [6, () => (list.length === 0 ? [null] : list.with(at, oddValue(list[at], random)))],
    [2, () => list.toSpliced(at, 1)],
    [1, () => list.toSpliced(at, 0, list[at])],
    [1, () => list.toReversed()],
    [1, () => Object.fromEntries(list.entries())],
    [1, () => list.map((each) => (isObject(each) ? valuesOf(each)[0] : null))],
    [1, () => list.map(() => random.pick(replacements)(random))],
  ])
}

function oddObject(value: object, random: Random): unknown {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value)
  const at = random.below(entries.length)
  const [name = 'x', inner] = entries[at] ?? []
  return random.weighted<unknown>([
    [8, () => ({ ...value, [name]: oddValue(inner, random) })],
    [2, () => Object.fromEntries(entries.toSpliced(at, 1))],
    [1, () => Object.fromEntries(entries.with(at, [`${name}x`, inner]))],
    [1, () => Object.fromEntries(entries.with(at, [name.toUpperCase(), inner]))],
    [1, () => valuesOf(value)],
    [1, () => entries],
    [1, () => inner],
  ])
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns a stream with some changed pieces. */
function oddStream(answer: PartialResponse, random: Random): PartialResponse {
  const { answer: odd, arrival } = answerTo(answer.request, () => answer.close())
  let read = 0
  const passOn = () => {
    if (odd.head === undefined && answer.head !== undefined)
      arrival.begin({
        status: random.chance(0.1) ? oddStatus(answer.head.status, random) : answer.head.status,
        headers: random.chance(0.1) ? oddHeaders(answer.head.headers, random) : answer.head.headers,
      })
    const piece = answer.body.subarray(read)
    read = answer.body.length
    if (piece.length > 0) arrival.more(random.chance(0.5) ? piece : oddPiece(piece, random))
  }
  const follow = async () => {
    while (answer.end === undefined) {
      await answer.changed()
      passOn()
    }
    passOn()
    arrival.end(typeof answer.end === 'object' ? answer.end : 'whole')
  }
  void follow()
  return odd
}

function oddPiece(piece: Uint8Array, random: Random): Buffer {
  const text = Buffer.from(piece).toString('latin1')
  const made = random.weighted<string>([
    [4, () => mutated(text, random)],
    [1, () => ''],
    [1, () => text + text],
    [1, () => text.replace(/^data: .*$/gm, 'data:')],
    [
      1,
      () => text.replace(/^data: (.*)$/gm, (_, data: string) => `data: ${data.split(/[ ,]/)[0]}`),
    ],
    [1, () => text.replace(/\d+/g, () => random.pick(['', '-1', '1e9', 'NaN', '9'.repeat(30)]))],
    [1, () => text.replaceAll('\n\n', '\n')],
    [1, () => 'event: x\nid: y\nretry: z\n: c\n\n' + text],
  ])
  return Buffer.from(made, 'latin1')
}
