// The provider for the mocks of this project. It uses the control routes of the mocks.

import { setTimeout as pause } from 'node:timers/promises'
import { controlFailure, controlFindingOf } from '../core/judgement.js'
import { deadlineAfter } from '../wire/deadline.js'
import { jsonOf, type Exchange } from '../wire/exchange.js'
import { takeLeases, type PostLease } from './lease.js'
import type { Abilities, KvTokens, PastRun, PastRuns, Provider } from './provider.js'
import { openTarget } from '../wire/target.js'

export interface MockProviderOptions {
  /** The timeout of one call in milliseconds, 10,000 by default. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Returns the provider for the mocks at `urls`, or undefined if none of them is a mock. The clock
 * can be advanced if all mocks have a virtual clock. Limits, groups and past runs are
 * available only if all URLs belong to mocks, because otherwise either interface may be the other
 * server. The URL of the queue must be the last. Rejects if only some URLs have a virtual clock, because a
 * run would wait in real time for a clock that stands still, and with the reason of an aborted signal.
 */
export async function mockProvider(
  urls: string | readonly string[],
  options: MockProviderOptions = {},
): Promise<Provider | undefined> {
  const all = [...new Set([urls].flat())]
  const answers = await Promise.all(all.map((url) => mockAt(url, options)))
  options.signal?.throwIfAborted()
  const mocks = answers.filter((each) => each !== undefined)
  if (mocks.length === 0) return undefined

  const standing = mocks.find((each) => each.clock === 'virtual')
  const moving = answers.findIndex((each) => each?.clock !== 'virtual')
  if (standing !== undefined && moving >= 0)
    throw controlFailure(
      `the clock of ${standing.url} is virtual, and ${all[moving]} has the real time; test each URL in a run of its own, or start the mock with --clock real (with --redis, its keys always have the real time)`,
    )
  const areAll = mocks.length === answers.length
  const limited = areAll ? mocks.filter((each) => each.hasLimits) : []
  let lease: Awaited<ReturnType<typeof takeLeases>> | undefined
  const grouping = areAll ? mocks.findLast((each) => each.hasGroups) : undefined
  return {
    name: 'mock',
    async lease() {
      lease = await takeLeases(mocks)
      return lease.release
    },
    async reset() {
      await Promise.all(mocks.map(({ call }) => call('POST', '/reset')))
      // A reset ends the lease too.
      await lease?.renew()
    },
    ...(standing && { clock: oneClock(mocks) }),
    runs: true,
    ...(grouping && { group: groupOf(grouping), pastRuns: pastRunsOf(grouping) }),
    ...(limited[0] && {
      dailyRequests: dailyRequestsOf(limited),
      resetPassword: resetPasswordOf(limited[0]),
    }),
  }
}

/** Resets the password with one call, because both ports of a mock have all control routes. */
const resetPasswordOf =
  ({ call }: MockAt): NonNullable<Abilities['resetPassword']> =>
  (wanted) =>
    call('POST', '/kv/reset-password', wanted, wanted !== undefined) as Promise<KvTokens>

/** Sends a control request. One that undoes a change is sent even after Ctrl-C. */
type Call = (method: string, path: string, body?: object, isUndo?: boolean) => Promise<unknown>

type MockAt = NonNullable<Awaited<ReturnType<typeof mockAt>>>

/** Returns the control routes of the mock at a URL, or undefined if the server is not a mock. */
async function mockAt(url: string, { timeoutMs = 10_000, signal }: MockProviderOptions) {
  const target = openTarget(url)
  const attempt = async (method: string, path: string, body?: object, until?: AbortSignal) => {
    const deadline = deadlineAfter(timeoutMs, until)
    const request = { method, target: `/__mock${path}`, body: body && JSON.stringify(body) }
    const exchange = await target.send(request, deadline.signal)
    deadline.clear()
    return { ...exchange, isLate: deadline.signal.aborted }
  }
  const call: Call = async (method, path, body, isUndo = false) => {
    const until = isUndo ? undefined : signal
    const first = await attempt(method, path, body, until)
    const isRepeated = isTransient(first) && !first.isLate && isRepeatable(method, path, body)
    if (isRepeated) await pause(retryAfterMs)
    const exchange = isRepeated ? await attempt(method, path, body, until) : first
    if (isTransient(exchange) && (isUndo || signal?.aborted !== true)) {
      const times = isRepeated ? ' in 2 attempts' : ''
      throw controlFailure(
        `the control route ${method} /__mock${path} of ${url} failed${times}: ${exchange.failure ?? `status ${exchange.status}`}; is the mock healthy? See its log and run again`,
      )
    }
    if (exchange.failure !== undefined) throw new Error(`${url}: ${exchange.failure}`)
    if (exchange.status !== 200)
      throw new Error(`${url}/__mock${path} answered ${exchange.status}, expected 200`)
    return jsonOf(exchange)
  }
  // Two URLs have the same clock if their clockId is equal.
  const health = (await call('GET', '/health').catch(() => undefined)) as
    { clock?: unknown; clockId?: unknown } | null | undefined
  if (health?.clock !== undefined) {
    const has = (path: string) =>
      call('GET', path).then(
        () => true,
        (error: unknown) => {
          // A mock that has the route but fails now must not count as one without the route.
          if (controlFindingOf(error) !== undefined) throw error
          return false
        },
      )
    const [hasLimits, hasGroups] = await Promise.all([has('/kv/limits'), has('/queue/groups')])
    const post: PostLease = async (body, until) =>
      (await attempt('POST', '/lease', body, until)).status
    return { url, clock: health.clock, clockId: health.clockId, hasLimits, hasGroups, call, post }
  }
  target.close()
  return undefined
}

/** The pause before the second attempt of a control request, in milliseconds. */
const retryAfterMs = 250

/** Returns true for a failure of the server that may not occur again. A 501 means: no such route. */
const isTransient = ({ status, failure }: Exchange): boolean =>
  failure !== undefined || status === 429 || (status >= 500 && status !== 501)

/** The control routes that may run twice with the same body, because they set a value. */
const setting: readonly string[] = ['/reset', '/kv/limits', '/queue/groups']

/** Returns true if a control request may run twice. */
const isRepeatable = (method: string, path: string, body: object = {}): boolean =>
  method === 'GET' ||
  setting.includes(path) ||
  (path === '/kv/reset-password' && 'token' in body) ||
  (path === '/clock' && 'advance' in body && body.advance === 0)

/**
 * Returns how long the mock waits for an unanswered delivery, in milliseconds. If the clock
 * advances, the wait is short because the sink responds at once or not at all. Otherwise, other
 * scenarios may run at the same time and slow down responses.
 */
const patienceFor = (milliseconds: number) => (milliseconds > 0 ? 200 : 2000)

/** The milliseconds in which most deliveries receive their response, and those of the longest pause. */
const [soonMs, growth, longestMs] = [5, 4, 20]

/** Creates and deletes URL groups. A group without endpoints does not exist. */
const groupOf =
  ({ call }: MockAt): NonNullable<Abilities['group']> =>
  async (name, endpoints) => {
    const { id } = (await call('POST', '/queue/groups', { name, endpoints })) as { id?: string }
    return { id, remove: () => call('POST', '/queue/groups', { name, endpoints: [] }) }
  }

/** Creates past runs. Bodies are sent in base64. */
const pastRunsOf =
  ({ call }: MockAt): NonNullable<Abilities['pastRuns']> =>
  async ({ body, answer, ...wanted }) => {
    const request = {
      ...wanted,
      ...inBase64(body),
      ...(answer && { answer: { ...answer, body: undefined, ...inBase64(answer.body) } }),
    }
    const { runs } = (await call('POST', '/queue/runs', request)) as { runs: readonly PastRun[] }
    return runs
  }

const inBase64 = (body: PastRuns['body']) =>
  body === undefined ? {} : { bodyBase64: Buffer.from(body).toString('base64') }

interface MockLimits {
  readonly dailyRequests: number | null
  readonly usedToday: number
}

function dailyRequestsOf(mocks: readonly MockAt[]): NonNullable<Abilities['dailyRequests']> {
  const before = new Map<MockAt, number | null>()
  return {
    async leave(commands) {
      // All limits are read before the first change, because two URLs may have the same limit.
      const limits = await Promise.all(
        mocks.map(({ call }) => call('GET', '/kv/limits') as Promise<MockLimits>),
      )
      for (const [index, mock] of mocks.entries()) {
        const { dailyRequests, usedToday } = limits[index]!
        if (!before.has(mock)) before.set(mock, dailyRequests)
        await mock.call('POST', '/kv/limits', { dailyRequests: usedToday + commands })
      }
    },
    async restore() {
      // A limit that could not be restored stays, for a later call.
      for (const [mock, dailyRequests] of before) {
        await mock.call('POST', '/kv/limits', { dailyRequests }, true)
        before.delete(mock)
      }
    },
  }
}

interface Hanging {
  readonly hanging: number
}

interface ClockAnswer {
  readonly now: number
  /** The milliseconds that the clock still has to advance, if it paused. */
  readonly left?: number
}

/** Advances a virtual clock. Resolves with the milliseconds that are left if the clock pauses. */
type Advance = (
  milliseconds: number,
  options: { patience: number; hanging: number; pause: number | undefined },
) => Promise<number | undefined>

/**
 * Advances a clock. The clock pauses whenever the mock needs to know how many deliveries the sink leaves
 * unanswered.
 */
export async function advancePausing(
  advanceBy: Advance,
  milliseconds: number,
  hangs: Hanging,
  patience = patienceFor(milliseconds),
): Promise<void> {
  let advance = milliseconds
  let last = { hanging: NaN, advance: NaN, wait: soonMs }
  for (;;) {
    const { hanging } = hangs
    // A pause with the same numbers as the one before is longer. Finally, the mock waits instead.
    const isNew = hanging !== last.hanging || advance !== last.advance
    const wait = isNew ? soonMs : last.wait * growth
    const pause = (milliseconds > 0 || hanging > 0) && wait <= longestMs ? wait : undefined
    last = { hanging, advance, wait }
    const left = await advanceBy(advance, { patience, hanging, pause })
    if (left === undefined) return
    advance = left
    // The server needs two turns of the event loop to notice that the connection of an ended
    // delivery was closed.
    await new Promise(setImmediate)
    await new Promise(setImmediate)
  }
}

/** Combines clocks. A clock that several interfaces share is advanced once. */
function oneClock(mocks: readonly MockAt[]): NonNullable<Provider['clock']> {
  const clocks = mocks.filter(
    ({ clockId }, index) => mocks.findIndex((mock) => mock.clockId === clockId) === index,
  )
  const first = clocks[0]!
  /** The time of the first clock while no clock advances. */
  let frozenTime: number | undefined
  let advancing = 0
  /** The number of advances so far. */
  let advances = 0
  let settling: Promise<void> | undefined
  let settlingAgain: Promise<void> | undefined
  let reading: Promise<number> | undefined

  /**
   * Reads the time. Concurrent calls share one request, because the time does not advance until
   * their delivery receives its response.
   */
  function readTime(): Promise<number> {
    const before = advances
    reading ??= first
      .call('GET', '/clock')
      .then((answer) => {
        const { now } = answer as ClockAnswer
        if (advancing === 0 && advances === before) frozenTime = now
        return now
      })
      .finally(() => (reading = undefined))
    return reading
  }

  async function advanceAll(milliseconds: number, hangs: Hanging): Promise<number> {
    const times = await Promise.all(
      clocks.map(async ({ call }) => {
        let now = NaN
        await advancePausing(
          async (advance, options) => {
            const answer = (await call('POST', '/clock', { advance, ...options })) as ClockAnswer
            now = answer.now
            return answer.left
          },
          milliseconds,
          hangs,
        )
        return now
      }),
    )
    return times[0]!
  }

  /**
   * Waits until all due events have happened. Calls during this wait share the next wait, because
   * they may be about newer events.
   */
  function settle(): Promise<void> {
    if (settling === undefined) {
      settling = advanceAll(0, { hanging: 0 }).then(() => {})
      return (settling = settling.finally(() => (settling = undefined)))
    }
    settlingAgain ??= settling
      .catch(() => {})
      .then(() => {
        settlingAgain = undefined
        return settle()
      })
    return settlingAgain
  }

  return {
    now: async () => frozenTime ?? readTime(),
    async advance(milliseconds, hangs = { hanging: 0 }) {
      if (milliseconds === 0 && hangs.hanging === 0) return settle()
      advancing++
      advances++
      frozenTime = undefined
      const time = await advanceAll(milliseconds, hangs).finally(() => advancing--)
      if (advancing === 0) frozenTime = time
    },
  }
}
