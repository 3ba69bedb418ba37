// Hostile commands: every command of the mock with hostile arguments, and commands that are
// expensive because of their counts, globs, paths, scripts or payloads.

import { readFileSync } from 'node:fs'
import { commandsByCategory } from '../../../mocks/kv/commands/index.js'
import { sealed } from '../../../mocks/kv/engine/rdb/serialized.js'
import type { Conversation } from './conversation.js'
import { grammar, type Expand } from './grammar.js'
import { many, type Random } from './random.js'
import { bearer, posted, written, type RequestContext } from './requests.js'
import { frame } from './resp-frames.js'

type Words = readonly string[]

/** Creates keys of every type, then sends hostile commands to these keys over HTTP or RESP. */
export function commandConversation(
  random: Random,
  { host, kvToken }: RequestContext,
): Conversation {
  const expand = grammar('command', random, {
    line: () => random.pick(scripts),
    payload: () => payload(expand, random),
    sealed: () => sealed(expand('«bytes:60»')),
  })
  const commands = many(1 + random.below(12), () => command(expand, random))
  const all = [expand.words(expand.chosen('filling')), ...commands]
  if (random.chance(0.4))
    return {
      port: 'resp',
      answered: 0,
      ending: 'half-close',
      parts: [['AUTH', kvToken], ...all].map((each) => frame(...each)),
    }
  const headers = [`Host: ${host}`, bearer(kvToken)]
  const asJson = (words: Words) => `[${words.map((word) => utf8(JSON.stringify(word))).join()}]`
  const batch = `[${all.map(asJson).join()}]`
  const last = { method: 'GET', target: '/ping', headers: [...headers, 'Connection: close'] }
  const requests = random.weighted([
    [3, () => all.map((each) => posted('/', headers, asJson(each)))],
    [1, () => [posted('/pipeline', headers, batch)]],
    [1, () => [posted('/multi-exec', headers, batch)]],
  ])
  const parts = [...requests, last].map(written)
  return { port: 'kv', parts, answered: parts.length, ending: 'answered' }
}

/**
 * Returns the UTF-8 bytes of a text as latin1. JSON contains each byte as the character with its
 * code.
 */
const utf8 = (text: string) => Buffer.from(text).toString('latin1')

const scripts = readFileSync(new URL('./scripts.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

type Syntax = (typeof commandsByCategory)[string][number]['parameters'][number]['syntax']

/** Commands that would end the campaign, or that are slow on purpose. */
const excluded = new Set(['config|set', 'acl|deluser', 'acl|load', 'json.debug'])

const table = Object.values(commandsByCategory)
  .flat()
  .filter(({ name }) => !excluded.has(name))

function command(expand: Expand, random: Random): Words {
  if (random.chance(0.25)) return expand.words(expand.chosen('abuse'))
  const { name, parameters } = random.pick(table)
  const start = name.split('|')
  if (name === 'acl|setuser')
    return [...start, 'hostile-user', ...many(random.below(6), () => expand('«acl-rule»'))]
  const given = parameters.flatMap(({ syntax }) => argumentsOf(syntax, expand, random))
  return [
    ...start,
    ...random.weighted<Words>([
      [8, () => given],
      [1, () => given.slice(0, random.below(given.length + 1))],
      [1, () => [...given, ...given]],
      [1, () => given.map(() => expand('«anything»'))],
    ]),
  ]
}

function argumentsOf(syntax: Syntax, expand: Expand, random: Random): Words {
  const of = (part: Syntax) => argumentsOf(part, expand, random)
  if (syntax.kind === 'word') {
    const rule = expand.has(syntax.name) ? syntax.name : 'integer'
    return [expand(random.chance(0.08) ? '«anything»' : `«${rule}»`)]
  }
  if (syntax.kind === 'keyword') return [random.pick(syntax.words)]
  if (syntax.kind === 'sequence') return syntax.parts.flatMap(of)
  if (syntax.kind === 'options')
    return Object.entries(syntax.options)
      .filter(() => random.chance(0.4))
      .flatMap(([name, part]) => [name, ...(part === undefined ? [] : of(part))])
  const times = random.pick(syntax.kind === 'optional' ? [0, 1, 1] : [0, 1, 2, 3, 50])
  const parts = many(times, () => of(syntax.part))
  const count = random.chance(0.8) ? `${times}` : expand('«integer»')
  return [...(syntax.kind === 'counted' ? [count] : []), ...parts.flat()]
}

/** Returns a dump of any type. Its checksum is valid, but its content is invalid. */
function payload(expand: Expand, random: Random): string {
  const type = String.fromCharCode(random.below(random.chance(0.9) ? 24 : 256))
  const dump = sealed(type + expand('«dump»'))
  return random.chance(0.1) ? dump.slice(0, random.below(dump.length)) : dump
}
