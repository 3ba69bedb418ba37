import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { diagnose, type DoctorOptions } from './doctor.js'
import { scenarios } from '../index.js'
import { serve } from '../wire/testing.js'

const bearerOf = ({ headers }: IncomingMessage) => headers.authorization?.replace('Bearer ', '')

/** A key-value interface that lets these tokens write, and all others read. */
async function kvThat({ writers = ['standard'], date = new Date() } = {}) {
  const commands: string[] = []
  const url = await serve(async (asked, response) => {
    const [name = ''] = JSON.parse(await text(asked)) as string[]
    commands.push(name)
    const isAllowed = ['PING', 'GET'].includes(name) || writers.includes(bearerOf(asked) ?? '')
    response.writeHead(isAllowed ? 200 : 400, { date: date.toUTCString() })
    response.end(
      isAllowed ? `{"result":"${name === 'PING' ? 'PONG' : 'OK'}"}` : '{"error":"NOPERM standard"}',
    )
  })
  return { url, token: 'standard', commands }
}

/** A queue interface that delivers where it is told to, or elsewhere; or refuses. */
async function queueThat(does: 'delivers' | 'keeps' | 'refuses') {
  const retries: unknown[] = []
  const url = await serve((asked, response) => {
    const [, destination] = /^\/v2\/publish\/(.*)$/.exec(asked.url ?? '') ?? []
    if (destination === undefined) return response.end('{"messages":[]}')
    retries.push(asked.headers['svc-retries'])
    if (does === 'delivers') request(destination, { method: 'POST' }).end()
    if (does === 'refuses') response.statusCode = 412
    return response.end(does === 'refuses' ? 'no room, secret' : '{"messageId":"1"}')
  })
  return { url, token: 'secret', retries }
}

const diagnosed = async (options: Partial<DoctorOptions>) =>
  diagnose({ scenarios, timeoutMs: 5000, ...options })

/** The outcomes and messages about one part, without what differs from run to run. */
const about = (part: string, { checks }: Awaited<ReturnType<typeof diagnosed>>) =>
  checks
    .filter((check) => check.about === part)
    .map(({ outcome, message }) => `${outcome}: ${message.replace(/\d+ ms/, 'N ms')}`)

const readOnly = (token: string) => async () => ({
  name: 'declared',
  readOnlyToken: async () => token,
})

test('a target as it has to be is fine, and the key that was written is gone', async () => {
  const kv = await kvThat()
  const diagnosis = await diagnosed({ kv, provider: readOnly('reader') })

  expect(about('kv', diagnosis)).toEqual([
    `fine: ${kv.url} answers in N ms and takes the token`,
    'fine: the Standard token writes',
    'fine: the Read Only token reads and does not write',
    "fine: its clock tells this machine's time",
  ])
  expect(kv.commands).toEqual(['PING', 'SET', 'GET', 'SET', 'DEL'])
})

test('a Read Only token that writes is a problem', async () => {
  const kv = await kvThat({ writers: ['standard', 'reader'] })

  expect(about('kv', await diagnosed({ kv, provider: readOnly('reader') }))).toContain(
    'problem: the Read Only token writes: is it another one? check --kv-readonly-token',
  )
})

test('a Standard token that may not write is a problem, and is not repeated', async () => {
  const kv = await kvThat({ writers: [] })

  expect(about('kv', await diagnosed({ kv }))[1]).toBe(
    'problem: the Standard token may not write: status 400, {"error":"NOPERM <SVC_KV_TOKEN>"}; check --kv-token',
  )
})

test('a clock that tells another time is warned of, unless it is turned', async () => {
  const kv = await kvThat({ date: new Date(Date.now() + 60_000) })
  expect(about('kv', await diagnosed({ kv })).at(-1)).toMatch(
    /^warning: its clock is (59|60) s ahead of this machine's: /,
  )

  const clock = { now: async () => 0, advance: async () => {} }
  const virtual = await diagnosed({ kv, provider: async () => ({ name: 'turning', clock }) })
  expect(about('kv', virtual)).toHaveLength(2)
  expect(virtual.outlook?.time).toBe('virtual')
})

test('what is no such interface is asked whether it is', async () => {
  const url = await serve((_, response) => response.writeHead(404).end())
  const [kv, queue] = [
    { url, token: 'of kv' },
    { url, token: 'of queue' },
  ]
  const diagnosis = await diagnosed({ kv, queue, maxWaitMs: 1 })

  expect(about('kv', diagnosis)[1]).toContain('status 404 and no PONG: is it the key-value')
  expect(about('queue', diagnosis)[1]).toContain('status 404, expected 200: is it the queue')
  expect(about('sink', diagnosis)[0]).toContain('problem: the target took no message to http://')
})

test('a target that refuses the token is asked nothing more, and its provider neither', async () => {
  const kv = await kvThat()
  const url = await serve((_, response) => response.writeHead(401).end())
  const diagnosis = await diagnosed({
    kv,
    queue: { url, token: 'of queue' },
    provider: () => Promise.reject(new Error('the provider was asked')),
  })

  expect(about('kv', diagnosis)).toHaveLength(1)
  expect(about('queue', diagnosis)).toEqual([
    `problem: ${url} (queue) refused the token with status 401; check --queue-token`,
  ])
  expect(diagnosis.outlook).toBeUndefined()
  expect(kv.commands).toEqual(['PING'])
})

test('a message arrives at the sink, and is not made again where it does not', async () => {
  const queue = await queueThat('delivers')

  expect(about('sink', await diagnosed({ queue }))[0]).toMatch(
    /^fine: what is published arrives at http:\/\/127\.0\.0\.1:\d+, in N ms$/,
  )
  expect(queue.retries).toEqual(['0'])
})

test('a sink that the target does not reach is told from one that nobody reaches', async () => {
  const queue = await queueThat('keeps')
  expect(about('sink', await diagnosed({ queue, maxWaitMs: 20 }))[0]).toMatch(
    /^problem: .* does not arrive at .* within 0\.02 s: this machine reaches itself by that URL, the target does not; name a URL that leads here with --sink-url$/,
  )

  const publicUrl = await serve((_, response) => response.writeHead(502).end())
  const behind = await diagnosed({ queue, maxWaitMs: 20, sink: { publicUrl } })
  expect(about('sink', behind)[0]).toContain(
    `not even this machine reaches itself by that URL (it answered 502); see that --sink-url leads`,
  )
})

test('a refused message is told with its answer, but for the token', async () => {
  const [check] = about('sink', await diagnosed({ queue: await queueThat('refuses') }))

  expect(check).toMatch(/took no message to .*: status 412, no room, <SVC_QUEUE_TOKEN>$/)
})

test('what a provider cannot arrange, and what takes too long, is not judged', async () => {
  const queue = await queueThat('delivers')
  const { outlook } = await diagnosed({
    queue,
    maxWaitMs: 10_000,
    scenarios: scenarios.filter(({ rule }) => /^queue\.(group|delay)\./.test(rule)),
  })
  const reasons = outlook!.unjudged.map(({ reason }) => reason)

  expect(reasons).toEqual([
    'the provider (none) cannot arrange: group (publishing to a URL group)',
    'longer waits in real time than the 10 s of --max-wait',
  ])
  const [groups, waits] = outlook!.unjudged
  expect(groups!.rules).toContain('queue.group.fans-out-to-every-endpoint')
  // Shorter delays are judged.
  expect(waits!.rules).toEqual([])
  expect(waits!.scenarios.length).toBeGreaterThan(2)
  expect(outlook!.abilities.missing).toContain('group')
})

test('an ability of an unknown name, and a token that cannot be said, are told', async () => {
  const kv = await kvThat()
  const provider = {
    name: './mine.js',
    failedRuns: () => {},
    readOnlyToken: () => Promise.reject(new Error('no such key')),
  }
  const diagnosis = await diagnosed({ kv, provider: async () => provider })

  expect(about('provider', diagnosis)).toEqual([
    'problem: ./mine.js could not say a Read Only token: Error: no such key',
    expect.stringContaining('warning: ./mine.js has "failedRuns", which is no ability: '),
  ])
})

test('an interruption ends it', async () => {
  const interrupted = new AbortController()
  const reason = new Error('interrupted')
  const url = await serve(() => interrupted.abort(reason))

  await expect(diagnosed({ kv: { url, token: 'of kv' }, signal: interrupted.signal })).rejects.toBe(
    reason,
  )
})
