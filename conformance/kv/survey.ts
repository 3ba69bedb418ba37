// The survey of a key-value interface: its request forms, methods, formats and commands.

import type { RuleId } from '#generated/rules.js'
import { isRefused, isServed, isUnknownTo, NOWHERE } from '../survey/replies.js'
import type { Asking, Feature, Found, Lack, Method, Surveyor } from '../survey/survey.js'
import {
  asMessage,
  jsonOf,
  mediaTypeOf,
  memberOf,
  textOf,
  type Exchange,
} from '../wire/exchange.js'
import type { RequestSpec } from '../wire/target.js'
import { commandsIn, formOf } from './commands-in.js'
import { harmOf } from './harm.js'

const json: RequestSpec['headers'] = [['Content-Type', 'application/json']]

const post = (target: string, value: unknown): RequestSpec => ({
  method: 'POST',
  target,
  headers: json,
  body: JSON.stringify(value),
})

const inBody = (command: readonly string[]): RequestSpec => post('/', command)

const inHeader = (request: RequestSpec, name: string, value: string): RequestSpec => ({
  ...request,
  headers: [...(request.headers ?? []), [name, value]],
})

const methods: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT']

/** Commands that scenarios use in setups, with arguments with which each succeeds. */
const commandsWith = (id: string): readonly (readonly string[])[] => {
  const keyOf = (type: string) => `${id}-${type}`
  const [text, list, hash] = [keyOf('text'), keyOf('list'), keyOf('hash')]
  const [set, sorted, stream] = [keyOf('set'), keyOf('sorted'), keyOf('stream')]
  return [
    ['PING'],
    ['ECHO', id],
    ['SET', text, '1'],
    ['GET', text],
    ['INCR', text],

    ['INCRBY', text, '1'],
    ['APPEND', text, '0'],
    ['EXISTS', text],
    ['MGET', text],

    ['MSET', text, '1'],
    ['SETRANGE', text, '0', '1'],
    ['EXPIRE', text, '60'],

    ['PERSIST', text],
    ['RENAME', text, text],
    ['RPUSH', list, 'a'],
    ['LPOS', list, 'a'],

    ['LRANGE', list, '0', '-1'],
    ['LPOP', list],
    ['HSET', hash, 'a', '1'],

    ['HGET', hash, 'a'],
    ['HGETALL', hash],
    ['HSCAN', hash, '0'],
    ['SADD', set, 'a'],

    ['SMEMBERS', set],
    ['ZADD', sorted, '1', 'a'],
    ['ZRANGE', sorted, '0', '-1'],

    ['XADD', stream, '1-1', 'a', '1'],
    ['XRANGE', stream, '-', '+'],
    ['XLEN', stream],
    ['DEL', text, list, hash, set, sorted, stream],
  ]
}

/** The rules that demand a command. The contract leaves open which other commands there are. */
const rulesOfCommands: Readonly<Record<string, readonly RuleId[]>> = {
  PING: ['kv.commands.ping'],
  ECHO: ['kv.commands.echo'],
}

const lack = (
  feature: Feature,
  name: string,
  exchange: Exchange,
  ...rules: readonly RuleId[]
): Lack => ({ feature, name, rules, exchange })

/** Runs a function for each item, up to 8 at a time. */
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += 8)
    results.push(...(await Promise.all(items.slice(at, at + 8).map(work))))
  return results
}

async function find(asking: Asking): Promise<Found> {
  const { send, id } = asking
  const first = await send(inBody(['PING']))
  if (first.failure !== undefined) return { lacks: [] }
  const commands = commandsWith(id)
  const [pipeline, nowhere, ...byMethod] = await Promise.all([
    send(post('/pipeline', commands)),
    send(post(`/${NOWHERE}`, [['PING']])),
    ...methods.map(async (method) => send({ method, target: '/PING' })),
  ])
  const batch = jsonOf(pipeline)
  const hasPath =
    byMethod.some(isServed) || isServed(await send({ method: 'GET', target: `/GET/${id}` }))
  if (!isServed(first) && !hasPath && !Array.isArray(batch)) return { lacks: [] }

  const missing = await lackingCommands(asking, commands, {
    hasPath,
    replies: Array.isArray(batch) && batch.length === commands.length ? batch : undefined,
  })
  const isThere = (name: string) => !missing.some(({ feature }) => feature === `command ${name}`)
  // A body that needs names in lower case is there, and violates another rule.
  const hasBody = isServed(first) || isServed(await send(inBody(['ping'])))
  const lacks = [
    ...(hasBody || !isThere('PING') ? [] : bodyLacks(first)),
    ...(hasPath ? methodLacks(byMethod) : pathLacks(byMethod)),
    ...(hasPath && isThere('SET') ? await pathBodyLacks(asking) : []),
    ...(await endpointLacks(asking, { pipeline, nowhere })),
    ...(isServed(first) && isThere('ECHO') ? await formatLacks(asking) : []),
    ...(await tokenLacks(asking, hasPath)),
  ]
  const risky = await riskyStreams(asking, hasPath)
  const streams = await streamLacks(asking, (feature) => !risky.includes(feature))
  const last = await send(inBody(['PING']))
  const isAsBefore = last.status === first.status && isServed(last) === isServed(first)
  if (!isAsBefore)
    return {
      lacks: [],
      problem: `POST / ["PING"] was answered with ${shown(first)} at first, and at last with ${shown(last)}`,
    }
  return { lacks: [...lacks, ...missing, ...streams], risky }
}

const shown = (exchange: Exchange): string =>
  exchange.failure ?? `status ${exchange.status} ${JSON.stringify(textOf(exchange).slice(0, 80))}`

const bodyLacks = (reply: Exchange): readonly Lack[] =>
  isRefused(reply)
    ? [lack('way-in body', 'commands in the body (POST /)', reply, 'kv.body.command-array')]
    : []

const pathLacks = (replies: readonly Exchange[]): readonly Lack[] =>
  replies.every(isRefused)
    ? [lack('way-in path', 'the path form', replies[0]!, 'kv.path.command-and-arguments')]
    : []

const methodLacks = (replies: readonly Exchange[]): readonly Lack[] =>
  methods.flatMap((method, index) =>
    isUnknownMethod(replies[index]!)
      ? [lack(`method ${method}`, `HTTP ${method}`, replies[index]!, ruleOfMethod[method])]
      : [],
  )

const ruleOfMethod = {
  GET: 'kv.methods.get',
  HEAD: 'kv.methods.head',
  POST: 'kv.methods.post',
  PUT: 'kv.methods.put',
} as const satisfies Readonly<Record<Method, RuleId>>

const isUnknownMethod = ({ status }: Exchange): boolean => [404, 405, 501].includes(status)

async function pathBodyLacks({ send, id }: Asking): Promise<readonly Lack[]> {
  const target = `/SET/${id}-text`
  const reply = await send({
    method: 'POST',
    target,
    headers: [['Content-Type', 'text/plain']],
    body: 'a',
  })
  const isLacking =
    isRefused(reply) && isServed(await send({ method: 'POST', target: `${target}/a` }))
  await send({ method: 'POST', target: target.replace('SET', 'DEL') })
  return isLacking
    ? [
        lack(
          'way-in path-body',
          'a body after the path',
          reply,
          'kv.path.text-body-is-last-argument',
        ),
      ]
    : []
}

/** Returns the endpoints beside the command forms that the target does not know. */
async function endpointLacks(
  { send, id }: Asking,
  { pipeline, nowhere }: { readonly pipeline: Exchange; readonly nowhere: Exchange },
): Promise<readonly Lack[]> {
  const [short, transaction, published, info] = await Promise.all([
    isRefused(pipeline) ? send(post('/pipeline', [['PING']])) : pipeline,
    send(post('/multi-exec', [['PING']])),
    send({ method: 'POST', target: `/publish/${id}/message` }),
    send({ method: 'POST', target: '/info' }),
  ])
  const rows = [
    ['way-in pipeline', 'pipeline', short, 'kv.pipeline.array-of-commands'],
    ['way-in multi-exec', 'multi-exec', transaction, 'kv.transaction.array-of-commands'],
    ['way-in publish', 'publish', published, 'kv.publish.endpoint'],
    ['way-in info', 'info', info, undefined],
  ] as const
  return rows.flatMap(([feature, name, reply, rule]) =>
    isUnknownTo(reply, name, nowhere)
      ? [lack(feature, `POST /${name}`, reply, ...(rule === undefined ? [] : [rule]))]
      : [],
  )
}

/** Returns the formats that the target refuses or ignores. */
async function formatLacks({ send, dialect, id }: Asking): Promise<readonly Lack[]> {
  const echo = inBody(['ECHO', id])
  const [plain, encoded, raw] = await Promise.all([
    send(echo),
    send(inHeader(echo, `${dialect.headerPrefix}Encoding`, 'base64')),
    send(inHeader(echo, `${dialect.headerPrefix}Response-Format`, 'resp2')),
  ])
  const isIgnored = (reply: Exchange) => isRefused(reply) || textOf(reply) === textOf(plain)
  return [
    ...(isIgnored(encoded)
      ? [lack('format base64', 'the base64 encoding', encoded, 'kv.base64.strings')]
      : []),
    ...(isIgnored(raw)
      ? [lack('format resp2', 'the resp2 format', raw, 'kv.response-format.resp2-raw-reply')]
      : []),
  ]
}

async function tokenLacks(
  { send, sendPlain, token, dialect, id }: Asking,
  hasPath: boolean,
): Promise<readonly Lack[]> {
  const query = `?${dialect.kvTokenKey}=${encodeURIComponent(token)}`
  const ping: RequestSpec = hasPath
    ? { method: 'GET', target: `/PING${query}` }
    : { ...inBody(['PING']), target: `/${query}` }
  const ofNobody = (name: string) => inBody(['ACL', name, `${id}-nobody`, 'password'])
  const [inQuery, restToken, unknown] = await Promise.all([
    sendPlain(ping),
    send(ofNobody('RESTTOKEN')),
    send(ofNobody(NOWHERE)),
  ])
  const isUnknown = isUnknownTo(restToken, 'RESTTOKEN', unknown)
  // The contract leaves open if a target has ACL users at all.
  const hasUsers = isUnknown && isServed(await send(inBody(['ACL', 'WHOAMI'])))
  return [
    ...([401, 403].includes(inQuery.status)
      ? [lack('token query', 'the token in the query', inQuery, 'kv.authentication.query-token')]
      : []),
    ...(isUnknown
      ? [
          lack(
            ...(['token acl', 'ACL RESTTOKEN', restToken] as const),
            ...(hasUsers ? ['kv.authentication.acl-token' as const] : []),
          ),
        ]
      : []),
  ]
}

/** Returns the commands that the target refuses in the body and by path. */
async function lackingCommands(
  { send }: Asking,
  commands: readonly (readonly string[])[],
  {
    hasPath,
    replies,
  }: { readonly hasPath: boolean; readonly replies: readonly unknown[] | undefined },
): Promise<readonly Lack[]> {
  const suspects = commands.filter(
    (_, index) =>
      replies === undefined || memberOf(asMessage(replies[index]), 'result') === undefined,
  )
  const rejects = (reply: Exchange) =>
    isRefused(reply) && (reply.status < 500 || /unknown command/i.test(textOf(reply)))
  const missing = await each(suspects, async (command): Promise<readonly Lack[]> => {
    const [name = ''] = command
    const reply = await send(inBody(command))
    if (!rejects(reply)) return []
    const target = `/${command.map(encodeURIComponent).join('/')}`
    if (hasPath && !rejects(await send({ method: 'GET', target }))) return []
    return [lack(`command ${name}`, name, reply, ...(rulesOfCommands[name] ?? []))]
  })
  const lacks = missing.flat()
  // A target that refuses SET or GET refuses the token or everything, and lacks no command by that.
  const isBasic = ({ feature }: Lack) => feature === 'command SET' || feature === 'command GET'
  return lacks.some(isBasic) ? [] : lacks
}

const streams = [
  ['subscribe', 'kv.subscribe.event-stream'],
  ['monitor', 'kv.monitor.event-stream'],
] as const

/**
 * Returns the streams whose commands the target runs by path: without an endpoint of their own, a request
 * for such a stream would take the connection of all other requests. The arguments are wrong, so nothing runs.
 */
async function riskyStreams({ send }: Asking, hasPath: boolean): Promise<readonly Feature[]> {
  if (!hasPath) return []
  const replies = await Promise.all(
    ['/subscribe', '/monitor/no-argument'].map(async (target) => send({ method: 'POST', target })),
  )
  return streams.flatMap(([name], index) =>
    /wrong number of arg/i.test(textOf(replies[index]!)) ? [`way-in ${name}` as const] : [],
  )
}

/** Opens the chosen streams, and publishes a message to a subscription that does not begin. */
async function streamLacks(
  { open, send, id }: Asking,
  isChosen: (feature: Feature) => boolean,
): Promise<readonly Lack[]> {
  const lacks: Lack[] = []
  const accept = [['Accept', 'text/event-stream']] as const
  for (const [name, rule] of streams) {
    if (!isChosen(`way-in ${name}`)) continue
    const channel = name === 'subscribe' ? `/${id}` : ''
    const stream = await open({ method: 'POST', target: `/${name}${channel}`, headers: accept })
    const hasBegun = stream.failure === undefined
    const isOther =
      hasBegun && mediaTypeOf(stream) !== 'text/event-stream' && jsonOf(stream) !== undefined
    const published =
      !hasBegun && name === 'subscribe' ? await send(inBody(['PUBLISH', id, 'a'])) : undefined
    stream.close()
    if (isRefused(stream) || isOther)
      lacks.push(lack(`way-in ${name}`, `POST /${name}`, stream, rule))
    else if (published && Number(memberOf(published, 'result')) >= 1)
      return streams.map(([each, rule]) => {
        const what =
          each === name ? `event streams: ${buffered}` : `POST /${each} (an event stream)`
        return lack(`way-in ${each}`, what, stream, rule)
      })
  }
  return lacks
}

const buffered =
  'PUBLISH counts the subscriber, but no byte of its stream arrives. Something in front of the target buffers event streams (nginx: proxy_buffering off)'

function featuresOf(request: RequestSpec): readonly Feature[] {
  const { method, target, body, headers = [] } = request
  const form = formOf(request)
  const value = (name: RegExp) => headers.find(([each]) => name.test(each))?.[1]
  return [
    `way-in ${form}`,
    ...(form === 'path' ? [`method ${method as Method}` as const] : []),
    ...(form === 'path' && method === 'POST' && body ? ['way-in path-body' as const] : []),
    ...(value(/-Encoding$/i) === 'base64' ? ['format base64' as const] : []),
    ...(value(/-Response-Format$/i) === 'resp2' ? ['format resp2' as const] : []),
    ...(/[?&]_token=/.test(target) ? ['token query' as const] : []),
    ...(commandsIn(request) ?? []).map(([name = '', first = '']): Feature =>
      name === 'ACL' && /^resttoken$/i.test(first) ? 'token acl' : `command ${name}`,
    ),
  ]
}

/** A target that mixes up its responses still answers PING, so this reads back what it has written. */
async function check({ send, id }: Asking): Promise<Exchange | undefined> {
  const key = `${id}-check`
  const steps = [
    [['SET', key, id], 'OK'],
    [['GET', key], id],
    [['DEL', key], 1],
  ] as const
  for (const [command, want] of steps) {
    const reply = await send(inBody(command))
    if (memberOf(reply, 'result') !== want) return reply
  }
  return undefined
}

const findRisky: NonNullable<Surveyor['findRisky']> = (asking, risky) =>
  streamLacks(asking, (feature) => risky.includes(feature))

export const kvSurveyor: Surveyor = { find, findRisky, check, featuresOf, harmOf }
