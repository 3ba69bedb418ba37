import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { diagnose, type DoctorOptions } from './doctor.js'
import { controlFailure } from '../core/judgement.js'
import { scenarios } from '../index.js'
import { serve } from '../wire/testing.js'

const bearerOf = ({ headers }: IncomingMessage) => headers.authorization?.replace('Bearer ', '')

/**
 * Starts a key-value interface on which these tokens may write, and `reader` may only read. It lacks
 * some commands and paths.
 */
async function kvThat({
  writers = ['standard'],
  date = new Date(),
  hasExpiry = true,
  lacks = [] as readonly string[],
  tokens = ['standard', 'reader'] as readonly (string | undefined)[],
} = {}) {
  const commands: string[] = []
  const url = await serve(async (incoming, response) => {
    const body = await text(incoming)
    const [, stream] = /^\/(subscribe|monitor)/.exec(incoming.url ?? '') ?? []
    if (stream !== undefined && !lacks.includes(stream)) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: "OK"\n\n')
      return
    }
    if (!tokens.includes(bearerOf(incoming)) && !incoming.url?.includes('_token=')) {
      response.writeHead(401).end('{"error":"ERR wrong token"}')
      return
    }
    const [, path = ''] = incoming.url?.split('/') ?? []
    const [name = '', ...args] = path === '' ? (JSON.parse(body) as string[]) : [path]
    commands.push(name)
    if (lacks.includes(name) || name === 'no-such-endpoint') {
      response.writeHead(400).end('{"error":"ERR unknown command"}')
      return
    }
    const isAllowed = ['PING', 'GET'].includes(name) || writers.includes(bearerOf(incoming) ?? '')
    if (!hasExpiry && args.includes('EX')) {
      response.writeHead(400).end('{"error":"ERR syntax error"}')
      return
    }
    response.writeHead(isAllowed ? 200 : 400, { date: date.toUTCString() })
    if (incoming.headers['svc-encoding'] !== undefined) response.end('{"result":"T0s="}')
    else if (incoming.headers['svc-response-format'] !== undefined) response.end('+OK\r\n')
    else if (incoming.url?.includes('token=')) response.end('{"result":"PONG"}')
    else
      response.end(
        isAllowed
          ? `{"result":"${name === 'PING' ? 'PONG' : 'OK'}"}`
          : '{"error":"NOPERM standard"}',
      )
  })
  return { url, token: 'standard', commands }
}

/**
 * Starts a queue interface that delivers messages, accepts them without delivering, or rejects
 * them.
 */
async function queueThat(does: 'delivers' | 'accepts' | 'rejects') {
  const retries: unknown[] = []
  const url = await serve((incoming, response) => {
    const [, destination] = /^\/v2\/publish\/(.*)$/.exec(incoming.url ?? '') ?? []
    if (destination === undefined) return response.end('{"messages":[]}')
    retries.push(incoming.headers['svc-retries'])
    if (does === 'delivers') request(destination, { method: 'POST' }).end()
    if (does === 'rejects') response.statusCode = 412
    return response.end(does === 'rejects' ? 'no room, secret' : '{"messageId":"1"}')
  })
  return { url, token: 'secret', retries }
}

const diagnosed = (options: Partial<DoctorOptions>) =>
  diagnose({ scenarios, timeoutMs: 5000, ...options })

/** Returns the outcomes and messages of the checks about one subject, with all times removed. */
const about = (part: string, { checks }: Awaited<ReturnType<typeof diagnosed>>) =>
  checks
    .filter((check) => check.about === part)
    .map(({ outcome, message }) => `${outcome}: ${message.replace(/\d+ ms/, 'N ms')}`)

const readOnly = (token: string) => async () => ({
  name: 'declared',
  readOnlyToken: async () => token,
})

describe('the key-value interface', () => {
  test('is fine, and the key that was written is deleted', async () => {
    const kv = await kvThat()
    const diagnosis = await diagnosed({ kv, provider: readOnly('reader') })

    expect(about('kv', diagnosis)).toEqual([
      `fine: ${kv.url} answers in N ms and accepts the token`,
      'fine: the Standard token can write',
      'fine: the Read Only token can read and cannot write',
      "fine: its clock agrees with this machine's clock",
      'fine: it has every request form, format and command that the scenarios use',
    ])
    expect(kv.commands.slice(0, 4)).toEqual(['PING', 'SET', 'GET', 'SET'])
    expect(diagnosis.outlook?.surveys.kv?.lacks).toEqual([])
  })

  test('gets a warning for commands and endpoints that setups need', async () => {
    const kv = await kvThat({ lacks: ['EXISTS', 'RPUSH', 'multi-exec', 'monitor'] })
    const diagnosis = await diagnosed({ kv })

    expect(about('kv', diagnosis)).toContain('warning: lacks EXISTS, RPUSH (POST /: status 400)')
    const lacks = diagnosis.outlook?.surveys.kv?.lacks.map(({ feature }) => feature)
    expect(lacks?.toSorted()).toEqual([
      'command EXISTS',
      'command RPUSH',
      'way-in monitor',
      'way-in multi-exec',
    ])
  })

  test('gets a warning if a wrong token is accepted', async () => {
    const ignoresTokens = { includes: () => true } as unknown as readonly string[]
    const kv = await kvThat({ tokens: ignoresTokens })

    expect(about('kv', await diagnosed({ kv }))[1]).toBe(
      'warning: a wrong token gets status 200 too: it ignores the token',
    )
  })

  test('has no abilities of the queue', async () => {
    const { outlook } = await diagnosed({ kv: await kvThat() })
    expect(outlook?.abilities.missing).toEqual([
      'readOnlyToken',
      'aclUser',
      'resetPassword',
      'clock',
      'dedicatedAccount',
      'kvMaxRequestSize',
      'dailyRequests',
    ])
  })

  test.each([
    [['standard', 'reader'], 'problem: the Read Only token can write; check --kv-readonly-token'],
    [
      [],
      'problem: the Standard token cannot write: status 400, {"error":"NOPERM <SVC_KV_TOKEN>"}; check --kv-token',
    ],
  ])('on which %j may write has a problem', async (writers, message) => {
    const kv = await kvThat({ writers })
    expect(about('kv', await diagnosed({ kv, provider: readOnly('reader') }))).toContain(message)
  })

  test('is fine if SET takes no options', async () => {
    const kv = await kvThat({ hasExpiry: false })
    const checks = about('kv', await diagnosed({ kv, provider: readOnly('reader') }))

    expect(checks.slice(1, 3)).toEqual([
      'fine: the Standard token can write',
      'fine: the Read Only token can read and cannot write',
    ])
    expect(kv.commands.slice(0, 5)).toEqual(['PING', 'SET', 'SET', 'GET', 'SET'])
  })

  test('gets a warning if its clock is wrong, unless it is virtual', async () => {
    const kv = await kvThat({ date: new Date(Date.now() + 60_000) })
    const warns: unknown = expect.stringMatching(
      /^warning: its clock is (59|60) s ahead of this machine's clock, /,
    )
    expect(about('kv', await diagnosed({ kv }))).toContainEqual(warns)

    const clock = { now: async () => 0, advance: async () => {} }
    const virtual = await diagnosed({ kv, provider: async () => ({ name: 'virtual', clock }) })
    expect(about('kv', virtual)).not.toContainEqual(warns)
    expect(virtual.outlook?.time).toBe('virtual')
  })
})

test('a server that is neither interface gets warnings', async () => {
  const url = await serve((_, response) => response.writeHead(400).end())
  const kv = { url, token: 'of kv' }
  const diagnosis = await diagnosed({ kv, queue: { url, token: 'of queue' }, maxWaitMs: 1 })

  expect(about('kv', diagnosis)[1]).toContain(
    'status 400 and no PONG, but an empty body; is it the key-value',
  )
  expect(about('queue', diagnosis)[1]).toContain('status 400, expected 200; is it the queue')
  expect(about('sink', diagnosis)[0]).toContain('problem: the target rejected a message to http://')
})

test.each([404, 500])('a server that answers %i to everything is a problem', async (status) => {
  const url = await serve((_, response) => response.writeHead(status).end('{}'))
  const diagnosis = await diagnosed({ queue: { url, token: 'of queue' } })

  expect(about('queue', diagnosis)).toEqual([
    expect.stringMatching(/^problem: .* does not serve this interface/),
  ])
  expect(diagnosis.outlook).toBeUndefined()
})

test('a target that rejects the token gets no more requests', async () => {
  const kv = await kvThat()
  const url = await serve((_, response) => response.writeHead(401).end())
  const diagnosis = await diagnosed({
    kv,
    queue: { url, token: 'of queue' },
    provider: () => Promise.reject(new Error('the provider was loaded')),
  })

  expect(about('kv', diagnosis)).toHaveLength(1)
  expect(about('queue', diagnosis)).toEqual([
    `problem: ${url} (queue) refused the token with status 401; check --queue-token, and --queue-url: is this another service?`,
  ])
  expect(diagnosis.outlook).toBeUndefined()
  expect(kv.commands).toEqual(['PING'])
})

describe('a published message', () => {
  test('arrives at the sink, without retries', async () => {
    const queue = await queueThat('delivers')

    expect(about('sink', await diagnosed({ queue }))[0]).toMatch(
      /^fine: a published message arrives at http:\/\/127\.0\.0\.1:\d+, in N ms$/,
    )
    // The second message has the header names of the other dialect.
    // The message of the check, one without a token, and that of the survey.
    expect(queue.retries).toEqual(['0', undefined, '0'])
  })

  test('that does not arrive is a problem of the target or of the sink URL', async () => {
    const queue = await queueThat('accepts')
    expect(about('sink', await diagnosed({ queue, maxWaitMs: 20 }))[0]).toMatch(
      /^problem: .* does not arrive at .* within 0\.02 s: this machine can reach that URL, the target cannot; pass a URL that leads to this machine with --sink-url$/,
    )

    const publicUrl = await serve((_, response) => response.writeHead(502).end())
    const behind = await diagnosed({ queue, maxWaitMs: 20, sink: { publicUrl } })
    expect(about('sink', behind)[0]).toContain(
      `not even this machine can reach that URL (it answered 502); check that --sink-url leads`,
    )
  })

  test('that is rejected is a problem, shown with the answer but without the token', async () => {
    const [check] = about('sink', await diagnosed({ queue: await queueThat('rejects') }))

    expect(check).toMatch(/rejected a message to .*: status 412, no room, <SVC_QUEUE_TOKEN>$/)
  })
})

describe('a target of another dialect', () => {
  const prefix = 'upstash-'

  test('gets a warning that names the dialect: key-value', async () => {
    const url = await serve(async (incoming, response) => {
      const body = (await text(incoming)) || '["PING"]'
      const [name, word = 'PONG'] = /^\["/.test(body) ? (JSON.parse(body) as string[]) : []
      const isEncoded = incoming.headers[`${prefix}encoding`] === 'base64'
      response.end(
        JSON.stringify({ result: isEncoded ? Buffer.from(word).toString('base64') : word, name }),
      )
    })
    expect(about('kv', await diagnosed({ kv: { url, token: 'standard' } }))).toContain(
      'problem: the target ignores Svc-* headers and understands Upstash-* headers; try --dialect upstash',
    )
    const right = await diagnosed({ kv: { url, token: 'standard' }, dialect: dialects.upstash })
    expect(about('kv', right).join()).not.toContain('dialect')
  })

  test('gets a warning that names the dialect: queue', async () => {
    const url = await serve((incoming, response) => {
      const [, destination] = /^\/v2\/publish\/(.*)$/.exec(incoming.url ?? '') ?? []
      if (destination === undefined) return response.end('{"messages":[]}')
      const forwarded = Object.entries(incoming.headers).flatMap(([name, value]) =>
        name.startsWith(`${prefix}forward-`)
          ? [[name.slice(`${prefix}forward-`.length), value] as const]
          : [],
      )
      request(destination, { method: 'POST', headers: Object.fromEntries(forwarded) }).end()
      return response.end('{"messageId":"1"}')
    })
    const queue = { url, token: 'secret' }
    expect(about('sink', await diagnosed({ queue }))).toEqual([
      'problem: a published message arrives, but the target ignores Svc-* headers and understands Upstash-* headers; try --dialect upstash',
    ])
    const [right] = about('sink', await diagnosed({ queue, dialect: dialects.upstash }))
    expect(right).toContain('fine: a published message arrives')
  })
})

test('mistakes of the provider are shown', async () => {
  const provider = {
    name: './mine.js',
    failedRuns: () => {},
    readOnlyToken: () => Promise.reject(new Error('no such key')),
  }
  const diagnosis = await diagnosed({ kv: await kvThat(), provider: async () => provider })

  expect(about('provider', diagnosis)).toEqual([
    'problem: ./mine.js could not return a Read Only token: Error: no such key',
    expect.stringContaining('warning: ./mine.js has "failedRuns", which is no ability: '),
  ])
})

test('clocks with which no run can begin are problems', async () => {
  const kv = await kvThat()
  let time = 0
  const clock = { now: async () => ++time, advance: async () => {} }
  const moving = await diagnosed({ kv, provider: async () => ({ name: './mine.js', clock }) })
  expect(about('provider', moving)[0]).toMatch(/^problem: .* \(\.\/mine\.js\) moves by itself/)

  const mixed = await diagnosed({
    kv,
    provider: () => Promise.reject(controlFailure('two clocks')),
  })
  expect(about('provider', mixed)).toEqual(['problem: two clocks'])
  expect(mixed.outlook).toBeUndefined()
})

test('an aborted signal ends it', async () => {
  const interrupted = new AbortController()
  const reason = new Error('interrupted')
  const url = await serve(() => interrupted.abort(reason))

  await expect(diagnosed({ kv: { url, token: 'of kv' }, signal: interrupted.signal })).rejects.toBe(
    reason,
  )
})
