// Converts replies to Lua values, and the result of a script to a reply.

import { spend } from '../engine/core/budget.js'
import { formatG } from '../lua/numbers.js'
import { Table, type Value } from '../lua/value.js'
import { NIL_ARRAY, ReplyError, Status, Typed, type Reply } from '../reply.js'

/** The deepest nesting of tables. In Redis, the size of the Lua stack sets this limit. */
const DEEPEST = 1000

/** Converts a reply to a value for a script. `resp` is the protocol that the script has chosen. */
export function valueOf(reply: Reply, resp: 2 | 3): Value {
  if (reply === null || reply === NIL_ARRAY) return resp === 2 ? false : undefined
  if (typeof reply === 'bigint') return Number(reply)
  if (typeof reply !== 'object') return reply
  if (reply instanceof Status) return Table.from({ ok: reply.text })
  if (reply instanceof ReplyError) return errorTable(reply)
  if (reply instanceof Typed) return typedValueOf(reply, resp)
  spend(10 * reply.length)
  const table = new Table()
  for (const [index, item] of reply.entries()) table.set(index + 1, valueOf(item, resp))
  return table
}

export const errorTable = ({ message }: ReplyError): Table =>
  Table.from({ err: message, ignore_error_stats_update: true })

/** Converts a value with a type of RESP3, which the script sees as a table with one field. */
function typedValueOf({ type, value, text, format }: Typed, resp: 2 | 3): Value {
  if (type === 'boolean') return value === 1
  if (type === 'double') return Table.from({ double: doubleOf(text) })
  if (type === 'big-number') return Table.from({ big_number: text })
  if (type === 'verbatim') {
    return Table.from({ verbatim_string: Table.from({ format, string: text }) })
  }
  const items = (value as readonly Reply[]).map((item) => valueOf(item, resp))
  spend(10 * items.length)
  const table = new Table()
  if (type === 'map') {
    for (let index = 0; index < items.length; index += 2) table.set(items[index], items[index + 1])
    return Table.from({ map: table })
  }
  for (const item of items) table.set(item, true)
  return Table.from({ set: table })
}

const doubleOf = (text: string): number => Number(text.replace('inf', 'Infinity'))

/** The protocol of the script that returned a value. */
interface Returned {
  readonly resp: 2 | 3
}

/** Converts the value that a script has returned to a reply. */
export function replyOf(value: Value, script: Returned, depth = 0): Reply {
  spend()
  if (typeof value === 'string') return value
  if (typeof value === 'number') return integerOf(value)
  if (typeof value === 'boolean') return booleanOf(value, script)
  if (!(value instanceof Table)) return null
  if (depth > DEEPEST) return new ReplyError('ERR reached lua stack limit')

  const fields = ['err', 'ok', 'double', 'map', 'set', 'big_number', 'verbatim_string']
  const [err, ok, double, map, set, big, verbatim] = fields.map((name) => value.get(name))
  const inner = (item: Value) => replyOf(item, script, depth + 1)
  if (typeof err === 'string') return new ReplyError(oneLine(err))
  if (typeof ok === 'string') return new Status(oneLine(ok))
  if (typeof double === 'number') return new Typed('double', formatG(double, 17))
  if (map instanceof Table) return new Typed('map', [...map.entries()].flat().map(inner))
  if (set instanceof Table)
    return new Typed(
      'set',
      Array.from(set.entries(), ([item]) => inner(item)),
    )
  if (typeof big === 'string') return new Typed('big-number', oneLine(big))
  return (verbatim instanceof Table && verbatimOf(verbatim)) || value.values().map(inner)
}

/** Converts a boolean. In RESP2, false is null. */
function booleanOf(value: boolean, { resp }: Returned): Reply {
  if (resp === 3) return new Typed('boolean', value ? 1 : 0)
  return value ? 1 : null
}

function verbatimOf(table: Table): Typed | undefined {
  const [text, format] = [table.get('string'), table.get('format')]
  if (typeof text !== 'string' || typeof format !== 'string') return undefined
  return new Typed('verbatim', text, format.slice(0, 3).padEnd(3, ' '))
}

/** Casts a number to an integer as C does. A number outside of 64 bits becomes the smallest integer. */
function integerOf(value: number): number | bigint {
  const whole = Math.trunc(value)
  if (Number.isSafeInteger(whole)) return whole === 0 ? 0 : whole
  return whole >= -(2 ** 63) && whole < 2 ** 63 ? BigInt(whole) : -(2n ** 63n)
}

const oneLine = (text: string) => text.replace(/[\r\n]/g, ' ')
