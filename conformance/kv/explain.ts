// Finds the violation that a response shows, whichever scenario received it: a reply of the wrong type, a
// result of a command with a wrong number of arguments, or a refusal of a name in upper case.

import type { MustRuleId } from '#generated/rules.js'
import type { Finding } from '../core/judgement.js'
import { differs, lacks } from '../core/matchers.js'
import type { TargetEndpoint } from '../core/options.js'
import { probeOf, sendOnce } from '../core/preflight.js'
import { headerOf, jsonOf, memberOf, textOf, type Exchange } from '../wire/exchange.js'

type Words = readonly string[]

/** Returns the expected type of a result, or undefined if the result has it. */
type Type = (result: unknown, args: Words) => string | undefined

const integer: Type = (result) => (Number.isInteger(result) ? undefined : 'an integer')
const string: Type = (result) => (typeof result === 'string' ? undefined : 'a string')
const array: Type = (result) => (Array.isArray(result) ? undefined : 'an array')

const RULES = new Map<Type, MustRuleId>([
  [integer, 'kv.envelope.result-integer'],
  [string, 'kv.envelope.result-string'],
  [array, 'kv.envelope.result-array'],
])

/** Commands of which every successful reply has one type. */
const types: Readonly<Record<string, Type>> = {
  ...byName(integer, 'APPEND', 'DEL', 'EXISTS', 'INCR', 'LLEN', 'LPUSH', 'RPUSH', 'STRLEN'),
  ...byName(string, 'ECHO', 'PING'),
  ...byName(array, 'LRANGE', 'MGET', 'SMEMBERS', 'SMISMEMBER', 'XRANGE'),
}

function byName(type: Type, ...names: Words): Readonly<Record<string, Type>> {
  return Object.fromEntries(names.map((name) => [name, type]))
}

/** Commands that have exactly so many arguments. */
const argumentCounts: Readonly<Record<string, number>> = { ECHO: 1, GET: 1, INCR: 1 }

/** Returns a function that returns a finding with its rule, or undefined. */
export function explaining({ url, target }: TargetEndpoint, token: () => string) {
  let check: Promise<boolean> | undefined

  async function executes(name: string): Promise<boolean> {
    const probe = { ...inBody, body: JSON.stringify([name]) }
    const endpoint = { url, ...(target && { target }) }
    const reply = await sendOnce(endpoint, probeOf({ probe }, token()), timeoutMs)
    return reply.failure === undefined && memberOf(reply, 'result') !== undefined
  }
  /** Returns true if the target refuses names in upper case in the body, and accepts lower case. */
  const needsLowerCase = async () => !(await executes('PING')) && executes('ping')

  return async (exchange: Exchange, isSetup: boolean): Promise<Finding | undefined> => {
    const finding = isSetup ? selfEvident(exchange) : undefined
    const [name = ''] = commandIn(exchange)
    const { request, status } = exchange
    const isRefused = status === 400 || memberOf(exchange, 'error') !== undefined
    const isUpperCase = request.target.endsWith('/') && /^[A-Z.]+$/.test(name)
    if (finding !== undefined || !isRefused || !isUpperCase) return finding
    check ??= needsLowerCase()
    if (!(await check)) return undefined
    const message = `the command ${name} in the body is refused, and the target accepts lower case`
    return { message, rule: 'kv.commands.upper-case', request }
  }
}

const timeoutMs = 2_000

const inBody = {
  method: 'POST',
  target: '/',
  headers: [['Content-Type', 'application/json']] as const,
}

function selfEvident(exchange: Exchange): Finding | undefined {
  const { request, status } = exchange
  // Another encoding or format has other types.
  const isPlain = request.headers.every(([name]) => !/-(encoding|response-format)$/i.test(name))
  if (!isPlain || status !== 200) return undefined
  const finding = findingOn(commandIn(exchange), jsonOf(exchange))
  return finding && { ...finding, request }
}

function findingOn([name = '', ...args]: Words, reply: unknown): Finding | undefined {
  if (typeof reply !== 'object' || reply === null || !('result' in reply)) return undefined
  const { result } = reply
  const command = name.toUpperCase()
  const count = argumentCounts[command]
  if (count !== undefined && count !== args.length)
    return {
      ...lacks(`an error of ${command} with ${args.length} arguments`, reply),
      rule: 'kv.errors.wrong-argument-count',
    }
  const type = types[command]
  const expected = type?.(result, args)
  return type === undefined || expected === undefined
    ? undefined
    : { ...differs(`the result of ${command}`, expected, result), rule: RULES.get(type)! }
}

/** Returns the command of a request as it was sent, or no words if it is a batch, a stream or no command. */
function commandIn({ request }: Exchange): Words {
  const { method, target } = request
  const [path = '', query] = target.split('?', 2)
  if (method === 'POST' && path.endsWith('/')) {
    const words = jsonOf(request)
    return Array.isArray(words) ? words.map(String) : []
  }
  const isOther = /\/(pipeline|multi-exec)$/.test(path) || method === 'HEAD' || query !== undefined
  if (isOther || headerOf(request, 'accept') === 'text/event-stream') return []
  try {
    const segments = path.split('/').slice(1).map(decodeURIComponent)
    return [...segments, ...(request.body.length > 0 ? [textOf(request)] : [])]
  } catch {
    return []
  }
}
