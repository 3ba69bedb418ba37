// Which commands a target has. The document lists categories and shows no marks of support, so that
// a target which lacks a command is not judged by it.

import { given, NotApplicable } from '../judgement.js'
import { executed, failed } from './matchers.js'
import { commandOf, type KvWorld } from './world.js'

/** What every scenario may use unasked: hardly a key-value store is without these. */
const basic: ReadonlySet<string> = new Set([
  ...['PING', 'ECHO', 'SET', 'GET', 'MGET', 'DEL', 'EXISTS', 'INCR', 'APPEND'],
  ...['RPUSH', 'LPUSH', 'LPOP', 'LRANGE'],
  // The document names these itself.
  ...['SCAN', 'KEYS', 'INFO', 'PUBLISH'],
])

/**
 * Valid calls of the others, the last one of the command itself; `KEY` is a key of their own. They
 * are valid in whatever order a target takes the arguments: that is what some scenarios judge.
 */
const probes: Readonly<Record<string, readonly string[]>> = {
  DECRBY: ['DECRBY KEY 1'],
  EVAL: ['EVAL return 0'],
  EXPIRE: ['EXPIRE KEY 1000'],
  GEOADD: ['GEOADD KEY 13 38 member'],
  GEOPOS: ['GEOPOS KEY member'],
  GETBIT: ['GETBIT KEY 0'],
  GETDEL: ['GETDEL KEY'],
  GETSET: ['GETSET KEY value'],
  HGET: ['HGET KEY field'],
  HGETALL: ['HGETALL KEY'],
  HINCRBY: ['HINCRBY KEY 1 1'],
  HMGET: ['HMGET KEY field'],
  HSCAN: ['HSCAN KEY 0'],
  HSET: ['HSET KEY field value'],
  INCRBY: ['INCRBY KEY 1'],
  'JSON.GET': ['JSON.SET KEY $ 1', 'JSON.GET KEY'],
  'JSON.SET': ['JSON.SET KEY $ 1'],
  LINSERT: ['LINSERT KEY BEFORE BEFORE BEFORE'],
  LPOS: ['LPOS KEY element'],
  LREM: ['LREM KEY 0 0'],
  LSET: ['RPUSH KEY element', 'LSET KEY 0 0'],
  MSET: ['MSET KEY value'],
  PERSIST: ['PERSIST KEY'],
  PFADD: ['PFADD KEY element'],
  PFCOUNT: ['PFCOUNT KEY'],
  RENAME: ['SET KEY value', 'RENAME KEY KEY'],
  RPOP: ['RPOP KEY'],
  RPOPLPUSH: ['RPOPLPUSH KEY OTHER'],
  SADD: ['SADD KEY member'],
  SETBIT: ['SETBIT KEY 0 0'],
  SETEX: ['SETEX KEY 1000 1000'],
  SETRANGE: ['SETRANGE KEY 0 0'],
  SISMEMBER: ['SISMEMBER KEY member'],
  SMEMBERS: ['SMEMBERS KEY'],
  SMISMEMBER: ['SMISMEMBER KEY member'],
  SMOVE: ['SMOVE KEY OTHER member'],
  SORT: ['SORT KEY'],
  STRLEN: ['STRLEN KEY'],
  TIME: ['TIME'],
  UNLINK: ['UNLINK KEY'],
  XADD: ['XADD KEY 1-1 field value'],
  XGROUP: ['XADD KEY 1-1 field value', 'XGROUP CREATE KEY group 0'],
  XLEN: ['XLEN KEY'],
  XRANGE: ['XRANGE KEY - +'],
  XREAD: ['XREAD STREAMS KEY 0'],
  XREADGROUP: [
    'XADD KEY 1-1 field value',
    'XGROUP CREATE KEY group 0',
    'XREADGROUP GROUP group me STREAMS KEY 0',
  ],
  ZADD: ['ZADD KEY 1 member'],
  ZPOPMAX: ['ZPOPMAX KEY'],
  ZPOPMIN: ['ZPOPMIN KEY'],
  ZRANGE: ['ZRANGE KEY 0 0'],
  ZSCORE: ['ZSCORE KEY member'],
}

/** The name of the command in a line. */
export const nameOf = (line: string): string => line.split(' ', 1)[0] ?? ''

/**
 * Ends a scenario as not applicable where the target refuses a plainly valid call of a command that
 * the scenario uses, though it runs others.
 *
 * @param commands names, or lines that begin with one
 * @example
 * await supported(world, 'LPOS')
 */
export async function supported(world: Asked, ...commands: readonly string[]): Promise<void> {
  const refused = await refusedAmong(world, ...commands)
  if (refused !== undefined) throw new NotApplicable(`the target refuses ${refused}`)
}

/** The first of these commands of which the target refuses a plainly valid call, if there is one. */
export async function refusedAmong(
  { kv, keyOf }: Asked,
  ...commands: readonly string[]
): Promise<string | undefined> {
  for (const name of new Set(commands.map(nameOf))) {
    if (basic.has(name)) continue
    const probe = probes[name]
    if (probe === undefined) throw new Error(`there is no probe of ${name}`)
    const label = `probe-${name.toLowerCase()}`
    const own = { kv, key: keyOf(label), keyOf: (other: string) => keyOf(`${label}-${other}`) }
    for (const line of probe) {
      const reply = await kv.command(commandOf(line, own))
      const refused = reply.status < 500 && failed()(reply) === undefined
      if (refused && reply.failure === undefined) {
        // Whoever refuses everything has not said anything of this command.
        given(await kv.command(['PING']), executed())
        return nameOf(line)
      }
      given(reply, executed())
    }
  }
  return undefined
}

type Asked = Pick<KvWorld, 'kv' | 'keyOf'>
