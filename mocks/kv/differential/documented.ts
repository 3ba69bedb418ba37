// Generates random commands from the argument descriptions in the reply to COMMAND DOCS.

import fc from 'fast-check'
import { isExcluded } from '../excluded.js'
import type { Bytes, Command, Reply } from '../reply.js'
import { asked, misspelt, slipped, vocabulary } from './generated.js'

/** An argument in the reply to COMMAND DOCS. */
interface Argument {
  readonly name: Bytes
  readonly type: Bytes
  readonly token: Bytes | undefined
  readonly flags: readonly Bytes[]
  readonly parts: readonly Argument[]
}

type Words = fc.Arbitrary<readonly Bytes[]>

/** Generates scripts with the commands that both servers have. `docs` is the reply to COMMAND DOCS. */
export function documented(docs: Reply): fc.Arbitrary<Command[]> {
  const documents = new Map(commandsIn(docs))
  const commands = asked.flatMap(({ name }) => {
    const entry = documents.get(name)
    return entry === undefined ? [] : [commandFor(name, entry.parts)]
  })
  return fc.array(fc.oneof(...commands), { maxLength: 40, size: 'max' })
}

const commandFor = (name: string, parts: readonly Argument[]): fc.Arbitrary<Command> =>
  slipped(sequence(parts))
    .map((words) => [...name.toUpperCase().split('|'), ...words] as unknown as Command)
    .filter((command) => !isExcluded(command) && !hasTimeId(command))

/** Returns true for an XADD whose id depends on the time, because the time differs between the servers. */
const hasTimeId = ([name, ...words]: Command) => name === 'XADD' && words.includes('*')

interface Documented {
  readonly since: Reply | undefined
  readonly group: Reply | undefined
  readonly parts: readonly Argument[]
}

/** Returns the commands and subcommands in a reply to COMMAND DOCS. */
export function commandsIn(docs: Reply | undefined): [name: string, entry: Documented][] {
  return pairsOf(docs).flatMap(([name, entry]) => {
    const fields = new Map(pairsOf(entry))
    const parts = list(fields.get('arguments')).map(argumentOf)
    const own: [string, Documented] = [
      name,
      { since: fields.get('since'), group: fields.get('group'), parts },
    ]
    return [own, ...commandsIn(fields.get('subcommands'))]
  })
}

function argumentOf(entry: Reply): Argument {
  const fields = new Map(pairsOf(entry))
  const text = (name: string) => fields.get(name) as Bytes | undefined
  return {
    name: text('name')!,
    type: text('type')!,
    token: text('token'),
    flags: list(fields.get('flags')).map((flag) => (flag as { text: Bytes }).text),
    parts: list(fields.get('arguments')).map(argumentOf),
  }
}

const list = (reply: Reply | undefined) => (reply ?? []) as readonly Reply[]

/** Converts a map in RESP2, in which names and values alternate, to pairs. */
const pairsOf = (reply: Reply | undefined): [name: string, value: Reply][] => {
  const flat = list(reply)
  return flat.flatMap((name, index) => (index % 2 ? [] : [[name as string, flat[index + 1]!]]))
}

/**
 * Generates the words of arguments in order. A number of keys usually equals the number of keys after
 * it.
 */
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

function argument(entry: Argument): Words {
  const { flags, token } = entry
  const several = flags.includes('multiple')
  const eachWithToken = flags.includes('multiple_token')
  const one = eachWithToken ? withToken(token, value(entry)) : value(entry)
  const some = several
    ? fc.array(one, { minLength: 1, maxLength: 3 }).map((values) => values.flat())
    : one
  const whole = eachWithToken ? some : withToken(token, some)
  return flags.includes('optional') ? fc.oneof(fc.constant([]), whole) : whole
}

const withToken = (token: Bytes | undefined, words: Words): Words =>
  token === undefined || token === '' ? words : words.map((words) => [token, ...words])

/** The kind of word that is generated for each argument type. */
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
  // Uses long durations, because a few milliseconds may pass between the two servers.
  const isDuration = /seconds$/.test(name)
  const kind = isDuration ? 'time' : type === 'string' ? name : (KINDS[type] ?? name)
  const usual = fc.constantFrom(...(vocabulary[name] ?? vocabulary[kind] ?? vocabulary['other']!))
  return (type === 'integer' ? misspelt(usual) : usual).map((word) => [word])
}
