// Parses commands in a JSON body.

import { isUtf8 } from 'node:buffer'
import { viewOf } from '../large-buffers.js'
import { Refusal } from '../http/refusal.js'
import { parseJson } from '../json-text.js'
import { type Bytes, bytesOf, type Command } from './reply.js'

/** Parses one command: a JSON array of the name and the arguments. */
export function parseCommand(body: Uint8Array): Command {
  if (body.length === 0) throw refusal('empty command')
  const { value, quoted } = parse(body)
  return commandOf(value, quoted)
}

/** Parses an array of commands. The error for an empty array contains the name in `batch`. */
export function parseBatch(body: Uint8Array, batch: string): Command[] {
  if (body.length === 0) throw refusal(`empty ${batch} request`)
  const { value, quoted } = parse(body)
  if (!Array.isArray(value)) throw unexpected('an array of commands', '', value)
  if (value.length === 0) throw refusal(`empty ${batch} request`)
  return value.map((command, i) => commandOf(command, () => (quoted() as unknown[])[i], i))
}

interface Parsed {
  readonly value: unknown
  /**
   * Returns the value with strings in place of numbers, booleans and nulls. Parses the JSON once more,
   * because JSON.parse rounds large integers and shortens `1.50`.
   */
  readonly quoted: () => unknown
}

function parse(body: Uint8Array): Parsed {
  if (!isUtf8(body)) throw malformed('it is not UTF-8')
  const text = viewOf(body).toString()
  let quoted: unknown
  return {
    value: parsed(text),
    quoted: () => (quoted ??= parsed(quoteScalars(text))),
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw malformed((cause as SyntaxError).message)
  }
}

/** Returns the JSON with its numbers, booleans and nulls in quotes. */
function quoteScalars(json: string): string {
  let quoted = ''
  let copied = 0
  for (let from = 0; from < json.length;) {
    SCALAR_OR_QUOTE.lastIndex = from
    const [token] = SCALAR_OR_QUOTE.exec(json) ?? []
    if (token === undefined) break
    from = SCALAR_OR_QUOTE.lastIndex
    if (token === '"') {
      while (json[from] !== '"') from += json[from] === '\\' ? 2 : 1
      from++
    } else {
      quoted += json.slice(copied, from - token.length) + JSON.stringify(token)
      copied = from
    }
  }
  return quoted + json.slice(copied)
}

const SCALAR_OR_QUOTE = /"|[^\s"[\]{},:]+/g

/** @param index the position of the command in a batch */
function commandOf(value: unknown, quoted: () => unknown, index?: number): Command {
  const at = index === undefined ? '' : `[${index}]`
  if (!Array.isArray(value)) {
    throw unexpected('an array of a command name and its arguments', at, value)
  }
  if (value.length === 0) throw refusal(`empty command${at && ` at ${at}`}`)
  if (typeof value[0] !== 'string') throw unexpected('a command name', `${at}[0]`, value[0])
  const words = value.map((word: unknown, i) => {
    const text = typeof word === 'string' ? word : (quoted() as unknown[])[i]
    if (typeof text === 'string') return bytesOf(text)
    throw unexpected('a string or a number', `${at}[${i}]`, word)
  })
  return words as [Bytes, ...Bytes[]]
}

const refusal = (what: string): Refusal => new Refusal(400, `ERR ${what}`)

const malformed = (what: string): Refusal => refusal(`failed to parse request body: ${what}`)

const unexpected = (expected: string, at: string, value: unknown): Refusal =>
  malformed(`expected ${expected}${at && ` at ${at}`}, got ${kindOf(value)}`)

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
