// Which keys and channels a command is about, and what it does to each key: what an ACL user may or
// may not touch. Where the keys are, the parameters tell; what becomes of them, only this table.

import type { Touched } from '../engine/acl/selector.js'
import { ReplyError, type Bytes, type Command } from '../reply.js'
import type { Entry } from './command.js'
import type { Syntax } from './parameters.js'
import { Words } from './words.js'

/** Whether the value of a key is read (`r`) and changed (`w`); that it exists is neither (`-`). */
type Access = 'r' | 'w' | 'rw' | '-'

/**
 * Commands that do not just read the values of all their keys, or change them without reading, by
 * what they do to the keys of each parameter that has some.
 */
const exceptions: readonly { readonly access: readonly Access[]; readonly names: string }[] = [
  {
    access: ['rw'],
    names: `
      bitfield decr decrby eval evalsha fcall getdel getex getset hincrby hincrbyfloat incr incrby
      incrbyfloat lmpop lpop move rpop setbit spop zincrby zmpop zpopmax zpopmin`,
  },
  {
    access: ['-'],
    names: `
      exists hexists hlen hstrlen llen memory|usage object|encoding object|freq object|idletime
      object|refcount scard sismember strlen touch type xlen zcard`,
  },
  { access: ['r'], names: 'pfdebug xreadgroup' },
  {
    access: ['w', 'r'],
    names: `
      bitop geosearchstore sdiffstore sinterstore sunionstore zdiffstore zinterstore zrangestore
      zunionstore`,
  },
  { access: ['rw', 'w'], names: 'lmove rename renamenx rpoplpush smove' },
  { access: ['rw', 'r'], names: 'pfmerge' },
  { access: ['r', 'w'], names: 'copy georadius georadiusbymember sort' },
]

const accessByName: ReadonlyMap<string, readonly Access[]> = new Map(
  exceptions.flatMap(({ access, names }) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, access] as const),
  ),
)

/** Those of which a word decides. */
const byWord: Readonly<Record<string, (args: readonly Bytes[]) => Access>> = {
  set: (args) => (args.slice(2).some((word) => word.toUpperCase() === 'GET') ? 'rw' : 'w'),
  bitfield: (args) =>
    args.slice(1).some((word) => ['SET', 'INCRBY'].includes(word.toUpperCase())) ? 'rw' : 'r',
}

/** The keys of a command that has as many words as it needs, and what it does to each. */
export function keysOf(entry: Entry, command: Command): readonly Touched[] {
  const { name, parameters, verb } = entry
  const usual: Access = verb === 'write' ? 'w' : 'r'
  const own = byWord[name]?.(command.slice(1))
  const access = own ? [own] : (accessByName.get(name) ?? [usual])

  const touched: Touched[] = []
  const keys: Bytes[] = []
  const words = new Words(command, name, name.split('|').length, keys)
  let nth = 0
  try {
    for (const parameter of parameters) {
      const from = keys.length
      parameter.take(words)
      const does = access[Math.min(nth, access.length - 1)]!
      for (const key of keys.slice(from)) {
        touched.push({ key, read: does.includes('r'), write: does.includes('w') })
      }
      if (hasKeys(parameter.syntax)) nth++
    }
  } catch (error) {
    // Words that cannot be read are no command: it runs as far as to say so.
    if (!(error instanceof ReplyError)) throw error
  }
  return touched
}

function hasKeys(syntax: Syntax): boolean {
  switch (syntax.kind) {
    case 'word':
      return syntax.name === 'key'
    case 'keyword':
      return false
    case 'sequence':
      return syntax.parts.some(hasKeys)
    case 'options':
      return Object.values(syntax.options).some((option) => option && hasKeys(option))
    case 'counted':
    case 'many':
    case 'optional':
      return hasKeys(syntax.part)
  }
}

/** The channels that a command speaks to or listens to. */
export function channelsOf({ name }: Pick<Entry, 'name'>, [, ...args]: Command): readonly Bytes[] {
  if (name === 'publish' || name === 'spublish') return args.slice(0, 1)
  return name === 'subscribe' || name === 'ssubscribe' ? args : []
}
