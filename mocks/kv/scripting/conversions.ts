// Converts replies to Lua values, and the result of a script to a reply.

import { spend } from '../engine/core/budget.js'
import { formatG } from '../lua/numbers.js'
import { Table, type Value } from '../lua/value.js'
import { NIL_ARRAY, ReplyError, Status, type Command, type Reply } from '../reply.js'

/** The deepest nesting of tables. In Redis, the size of the Lua stack sets this limit. */
const DEEPEST = 1000

/** Converts a reply to a value for a script. `resp` is the protocol that the script has chosen. */
export function valueOf(reply: Reply, command: Command, resp: 2 | 3): Value {
  if (resp === 2) return plainValueOf(reply, false)
  return typed(reply, command) ?? plainValueOf(reply, undefined)
}

function plainValueOf(reply: Reply, nothing: false | undefined): Value {
  if (reply === null || reply === NIL_ARRAY) return nothing
  if (typeof reply === 'bigint') return Number(reply)
  if (typeof reply !== 'object') return reply
  if (reply instanceof Status) return Table.from({ ok: reply.text })
  if (reply instanceof ReplyError) return errorTable(reply)
  spend(10 * reply.length)
  const table = new Table()
  for (const [index, item] of reply.entries()) {
    table.set(index + 1, plainValueOf(item, nothing))
  }
  return table
}

export const errorTable = ({ message }: ReplyError): Table =>
  Table.from({ err: message, ignore_error_stats_update: true })

const MAPS = /^(hgetall|config\|get)$/
const SETS = /^(smembers|sinter|sunion|sdiff|spop)$/
const DOUBLES = /^(zscore|zincrby|geodist)$/

/** Converts a reply whose RESP3 type depends on the command. Returns undefined for other replies. */
function typed(reply: Reply, [name]: Command): Value {
  const command = name.toLowerCase()
  if (DOUBLES.test(command) && typeof reply === 'string') {
    return Table.from({ double: Number(reply) })
  }
  if (!Array.isArray(reply)) return undefined
  const items = reply.map((item: Reply) => plainValueOf(item, undefined))
  const table = new Table()
  if (MAPS.test(command)) {
    for (let index = 0; index < items.length; index += 2) table.set(items[index], items[index + 1])
    return Table.from({ map: table })
  }
  if (!SETS.test(command)) return undefined
  for (const item of items) table.set(item, true)
  return Table.from({ set: table })
}

export function replyOf(value: Value, depth = 0): Reply {
  spend()
  if (typeof value === 'string') return value
  if (typeof value === 'number') return integerOf(value)
  if (typeof value === 'boolean') return value ? 1 : null
  if (!(value instanceof Table)) return null
  if (depth > DEEPEST) return new ReplyError('ERR reached lua stack limit')

  const fields = ['err', 'ok', 'double', 'map', 'set', 'big_number', 'verbatim_string']
  const [err, ok, double, map, set, big, verbatim] = fields.map((name) => value.get(name))
  if (typeof err === 'string') return new ReplyError(oneLine(err))
  if (typeof ok === 'string') return new Status(oneLine(ok))
  if (typeof double === 'number') return formatG(double, 17)
  if (map instanceof Table) {
    return [...map.entries()].flatMap((entry) => entry.map((item) => replyOf(item, depth + 1)))
  }
  if (set instanceof Table) return Array.from(set.entries(), ([item]) => replyOf(item, depth + 1))
  if (typeof big === 'string') return oneLine(big)
  if (verbatim instanceof Table) {
    const text = verbatim.get('string')
    if (typeof text === 'string') return text
  }
  return value.values().map((item) => replyOf(item, depth + 1))
}

/** Casts a number to an integer as C does. A number outside of 64 bits becomes the smallest integer. */
function integerOf(value: number): number | bigint {
  const whole = Math.trunc(value)
  if (Number.isSafeInteger(whole)) return whole === 0 ? 0 : whole
  return whole >= -(2 ** 63) && whole < 2 ** 63 ? BigInt(whole) : -(2n ** 63n)
}

const oneLine = (text: string) => text.replace(/[\r\n]/g, ' ')
