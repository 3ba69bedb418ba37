// Generates random commands from the argument descriptions in the reply to COMMAND DOCS.

import fc from 'fast-check'
import { isExcluded } from '../excluded.js'
import type { Bytes, Command, Reply, Status } from '../reply.js'
import { asked, misspelt, slipped, vocabulary } from './generated.js'

/** The fields of a command or an argument in the reply to COMMAND DOCS. */
type Fields = ReadonlyMap<string, Reply>

type Words = fc.Arbitrary<readonly Bytes[]>

/** Generates scripts with the commands that both servers have. `docs` is the reply to COMMAND DOCS. */
export function documented(docs: Reply): fc.Arbitrary<Command[]> {
  const documents = new Map(commandsIn(docs))
  const commands = asked.flatMap(({ name }) => {
    const entry = documents.get(name)
    return entry === undefined ? [] : [commandFor(name, partsOf(entry))]
  })
  return fc.array(fc.oneof(...commands), { maxLength: 40, size: 'max' })
}

const commandFor = (name: string, parts: readonly Fields[]): fc.Arbitrary<Command> =>
  slipped(sequence(parts))
    .map((words) => [...name.toUpperCase().split('|'), ...words] as unknown as Command)
    .filter((command) => !isExcluded(command) && !hasTimeId(command))

/** Returns true for an XADD whose id depends on the time, because the time differs between the servers. */
const hasTimeId = ([name, ...words]: Command) => name === 'XADD' && words.includes('*')

/** Returns the commands and subcommands in a reply to COMMAND DOCS. */
export const commandsIn = (docs: Reply | undefined): [name: string, entry: Fields][] =>
  pairsOf(docs).flatMap(([name, entry]) => {
    const fields = fieldsOf(entry)
    return [[name, fields], ...commandsIn(fields.get('subcommands'))]
  })

const fieldsOf = (entry: Reply): Fields => new Map(pairsOf(entry))

const partsOf = (entry: Fields): Fields[] => list(entry.get('arguments')).map(fieldsOf)

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
function sequence(parts: readonly Fields[]): Words {
  const [first, second, ...rest] = parts
  if (first === undefined) return fc.constant([])
  if (first.get('name') === 'numkeys' && second !== undefined) {
    const counted = fc
      .tuple(fc.constantFrom(0, 0, 0, 0, 1, -1), fc.array(value(second), { maxLength: 3 }))
      .map(([off, keys]) => [String(keys.length + off), ...keys.flat()])
    return joined([counted, sequence(rest)])
  }
  return joined([argument(first), sequence(parts.slice(1))])
}

const joined = (parts: readonly Words[]): Words => fc.tuple(...parts).map((words) => words.flat())

function argument(entry: Fields): Words {
  const token = entry.get('token') as Bytes | undefined
  const has = (flag: string) =>
    list(entry.get('flags')).some((each) => (each as Status).text === flag)
  const several = has('multiple')
  const eachWithToken = has('multiple_token')
  const one = eachWithToken ? withToken(token, value(entry)) : value(entry)
  const some = several
    ? fc.array(one, { minLength: 1, maxLength: 3 }).map((values) => values.flat())
    : one
  const whole = eachWithToken ? some : withToken(token, some)
  return has('optional') ? fc.oneof(fc.constant([]), whole) : whole
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

function value(entry: Fields): Words {
  const [name, type] = [entry.get('name') as string, entry.get('type') as string]
  const parts = partsOf(entry)
  if (type === 'pure-token') return fc.constant([])
  if (type === 'oneof') return fc.oneof(...parts.map(argument))
  if (type === 'block') return sequence(parts)
  // Uses long durations, because a few milliseconds may pass between the two servers.
  const isDuration = /seconds$/.test(name)
  const kind = isDuration ? 'time' : type === 'string' ? name : (KINDS[type] ?? name)
  const usual = fc.constantFrom(...(vocabulary[name] ?? vocabulary[kind] ?? vocabulary['other']!))
  return (type === 'integer' ? misspelt(usual) : usual).map((word) => [word])
}
