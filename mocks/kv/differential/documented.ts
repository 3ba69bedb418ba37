// Commands made up from what Redis itself says of its commands' arguments: COMMAND DOCS.

import fc from 'fast-check'
import { isExcluded } from '../excluded.js'
import type { Bytes, Command, Reply } from '../reply.js'
import { asked, misspelt, slipped, vocabulary } from './generated.js'

/** An argument as COMMAND DOCS tells it. */
interface Argument {
  readonly name: Bytes
  readonly type: Bytes
  readonly token: Bytes | undefined
  readonly flags: readonly Bytes[]
  readonly parts: readonly Argument[]
}

type Words = fc.Arbitrary<readonly Bytes[]>

/** Scripts of the commands that both servers have; `docs` is the answer to COMMAND DOCS. */
export function documented(docs: Reply): fc.Arbitrary<Command[]> {
  const documents = new Map(commandsIn(docs))
  const commands = asked.flatMap(({ name }) => {
    const told = documents.get(name)
    return told === undefined ? [] : [commandFor(name, told.parts)]
  })
  return fc.array(fc.oneof(...commands), { maxLength: 40, size: 'max' })
}

const commandFor = (name: string, parts: readonly Argument[]): fc.Arbitrary<Command> =>
  slipped(sequence(parts))
    .map((words) => [...name.toUpperCase().split('|'), ...words] as unknown as Command)
    .filter((command) => !isExcluded(command) && !isOfTheMoment(command))

/** Whether an id is asked for that no two servers would choose alike, so that nothing after it agrees. */
const isOfTheMoment = ([name, ...words]: Command) => name === 'XADD' && words.includes('*')

/** What is told of a command. */
interface Documented {
  readonly since: Reply | undefined
  readonly group: Reply | undefined
  readonly parts: readonly Argument[]
}

/** A command and its subcommands, each with what is told of it. */
export function commandsIn(docs: Reply | undefined): [name: string, told: Documented][] {
  return pairsOf(docs).flatMap(([name, told]) => {
    const about = new Map(pairsOf(told))
    const parts = list(about.get('arguments')).map(argumentOf)
    const own: [string, Documented] = [
      name,
      { since: about.get('since'), group: about.get('group'), parts },
    ]
    return [own, ...commandsIn(about.get('subcommands'))]
  })
}

function argumentOf(told: Reply): Argument {
  const about = new Map(pairsOf(told))
  const text = (name: string) => about.get(name) as Bytes | undefined
  return {
    name: text('name')!,
    type: text('type')!,
    token: text('token'),
    flags: list(about.get('flags')).map((flag) => (flag as { text: Bytes }).text),
    parts: list(about.get('arguments')).map(argumentOf),
  }
}

const list = (reply: Reply | undefined) => (reply ?? []) as readonly Reply[]

/** A map as RESP2 has it: name, value, name, value … */
const pairsOf = (reply: Reply | undefined): [name: string, value: Reply][] => {
  const flat = list(reply)
  return flat.flatMap((name, index) => (index % 2 ? [] : [[name as string, flat[index + 1]!]]))
}

/** Arguments one after the other. A number of keys is mostly that of the keys that follow. */
function sequence(parts: readonly Argument[]): Words {
  const [first, second, ...rest] = parts
  if (first === undefined) return fc.constant([])
  if (first.name === 'numkeys' && second !== undefined) {
    const counted = fc
      .tuple(fc.constantFrom(0, 0, 0, 0, 1, -1), fc.array(value(second), { maxLength: 3 }))
      .map(([off, keys]) => [String(keys.length + off), ...keys.flat()])
    return joined([counted, sequence(rest)])
  }
  return joined([argument(first), sequence(parts.slice(1))])
}

const joined = (parts: readonly Words[]): Words => fc.tuple(...parts).map((words) => words.flat())

function argument(told: Argument): Words {
  const { flags, token } = told
  const several = flags.includes('multiple')
  const eachWithToken = flags.includes('multiple_token')
  const one = eachWithToken ? withToken(token, value(told)) : value(told)
  const some = several
    ? fc.array(one, { minLength: 1, maxLength: 3 }).map((values) => values.flat())
    : one
  const whole = eachWithToken ? some : withToken(token, some)
  return flags.includes('optional') ? fc.oneof(fc.constant([]), whole) : whole
}

const withToken = (token: Bytes | undefined, words: Words): Words =>
  token === undefined || token === '' ? words : words.map((words) => [token, ...words])

/** Types whose words have a name of ours. */
const KINDS: Readonly<Record<string, string>> = {
  double: 'float',
  integer: 'integer',
  key: 'key',
  pattern: 'pattern',
  'unix-time': 'time',
}

function value({ name, type, parts }: Argument): Words {
  if (type === 'pure-token') return fc.constant([])
  if (type === 'oneof') return fc.oneof(...parts.map(argument))
  if (type === 'block') return sequence(parts)
  // A few milliseconds would be over for the one server and not yet for the other.
  const isDuration = /seconds$/.test(name)
  const kind = isDuration ? 'time' : type === 'string' ? name : (KINDS[type] ?? name)
  const usual = fc.constantFrom(...(vocabulary[name] ?? vocabulary[kind] ?? vocabulary['other']!))
  const word =
    type === 'integer'
      ? fc.oneof({ arbitrary: usual, weight: 9 }, fc.constantFrom(...misspelt))
      : usual
  return word.map((word) => [word])
}
