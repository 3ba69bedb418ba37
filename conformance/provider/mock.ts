// The provider of our own mocks: their control routes, over HTTP.

import { setImmediate } from 'node:timers/promises'
import { deadlineAfter } from '../wire/deadline.js'
import { jsonOf } from '../wire/exchange.js'
import type { Abilities, KvTokens, PastRun, PastRuns, Provider } from './provider.js'
import { openTarget } from '../wire/target.js'

export interface MockProviderOptions {
  /** Milliseconds that one call may take; 10,000 unless told. */
  readonly timeoutMs?: number
  /** Ends what is under way. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The provider of the mocks at `urls`, or undefined where none of them answers `/__mock/health` as
 * the mock does. A clean start is one of those that are mocks; the clock can be turned only where
 * all of them have a virtual one, since elsewhere nothing falls due when it is. A limit can be set, and
 * a group or runs of the past made, only where all of them are mocks, since it may be the other
 * interface that is one; the queue's URL comes last. Rejects with the reason of the signal once that is aborted.
 */
export async function mockProvider(
  urls: string | readonly string[],
  options: MockProviderOptions = {},
): Promise<Provider | undefined> {
  const all = [urls].flat()
  const answers = await Promise.all([...new Set(all)].map((url) => mockAt(url, options)))
  options.signal?.throwIfAborted()
  const mocks = answers.filter((each) => each !== undefined)
  if (mocks.length === 0) return undefined

  const turnable = answers.every((each) => each?.clock === 'virtual')
  const areAll = mocks.length === answers.length
  const limited = areAll ? mocks.filter((each) => each.hasLimits) : []
  const grouping = areAll ? mocks.findLast((each) => each.hasGroups) : undefined
  return {
    name: 'mock',
    reset: async () => void (await Promise.all(mocks.map(({ call }) => call('POST', '/reset')))),
    ...(turnable && { clock: oneClock(mocks) }),
    runs: true,
    ...(grouping && { group: groupOf(grouping), pastRuns: pastRunsOf(grouping) }),
    ...(limited[0] && {
      dailyRequests: dailyRequestsOf(limited),
      resetPassword: resetPasswordOf(limited[0]),
    }),
  }
}

/** One call resets once: both ports of a mock have the routes of both interfaces. */
const resetPasswordOf =
  ({ call }: MockAt): NonNullable<Abilities['resetPassword']> =>
  (wanted) =>
    call('POST', '/kv/reset-password', wanted) as Promise<KvTokens>

type Call = (method: string, path: string, body?: object) => Promise<unknown>

interface MockAt {
  readonly clock: unknown
  /** The same wherever it is the same clock. */
  readonly clockId: unknown
  /** Whether it is one of the KV interface, which has limits. */
  readonly hasLimits: boolean
  /** Whether it is one of the queue interface, which has groups. */
  readonly hasGroups: boolean
  readonly call: Call
}

/** The control routes below a URL, or undefined where there are none. */
async function mockAt(
  url: string,
  { timeoutMs = 10_000, signal }: MockProviderOptions,
): Promise<MockAt | undefined> {
  const target = openTarget(url)
  const call: Call = async (method, path, body) => {
    const deadline = deadlineAfter(timeoutMs, signal)
    const request = { method, target: `/__mock${path}`, body: body && JSON.stringify(body) }
    const exchange = await target.send(request, deadline.signal)
    deadline.clear()
    if (exchange.failure !== undefined) throw new Error(`${url}: ${exchange.failure}`)
    if (exchange.status !== 200)
      throw new Error(`${url}/__mock${path} answered ${exchange.status}, expected 200`)
    return jsonOf(exchange)
  }
  const health = (await call('GET', '/health').catch(() => undefined)) as
    { clock?: unknown; clockId?: unknown } | null | undefined
  if (health?.clock !== undefined) {
    const has = (path: string) =>
      call('GET', path).then(
        () => true,
        () => false,
      )
    const [hasLimits, hasGroups] = await Promise.all([has('/kv/limits'), has('/queue/groups')])
    return { clock: health.clock, clockId: health.clockId, hasLimits, hasGroups, call }
  }
  target.close()
  return undefined
}

/**
 * The sink answers at once or not at all, so that soon nothing more is to be expected of a delivery
 * that hangs; in milliseconds. Where no time is to pass, others may be busy at the same time.
 */
const patienceFor = (milliseconds: number) => (milliseconds > 0 ? 200 : 2000)

/** Milliseconds in which what does not hang is mostly through. */
const soonMs = 20

/** How a group is made: by naming its endpoints; without any it is gone. */
const groupOf =
  ({ call }: MockAt): NonNullable<Abilities['group']> =>
  async (name, endpoints) => {
    const { id } = (await call('POST', '/queue/groups', { name, endpoints })) as { id?: string }
    return { id, remove: () => call('POST', '/queue/groups', { name, endpoints: [] }) }
  }

/** How runs of the past are made: bytes travel as base64. */
const pastRunsOf =
  ({ call }: MockAt): NonNullable<Abilities['pastRuns']> =>
  async ({ body, answer, ...wanted }) => {
    const asked = {
      ...wanted,
      ...inBase64(body),
      ...(answer && { answer: { ...answer, body: undefined, ...inBase64(answer.body) } }),
    }
    const { runs } = (await call('POST', '/queue/runs', asked)) as { runs: readonly PastRun[] }
    return runs
  }

const inBase64 = (body: PastRuns['body']) =>
  body === undefined ? {} : { bodyBase64: Buffer.from(body).toString('base64') }

interface ToldLimits {
  readonly dailyRequests: number | null
  readonly usedToday: number
}

/** The daily limits of some mocks as one. */
function dailyRequestsOf(mocks: readonly MockAt[]): NonNullable<Abilities['dailyRequests']> {
  /** What was there before it was changed. */
  const before = new Map<MockAt, number | null>()
  return {
    async leave(commands) {
      // All are asked before one is told: two may be the same, as with clocks.
      const told = await Promise.all(
        mocks.map(({ call }) => call('GET', '/kv/limits') as Promise<ToldLimits>),
      )
      for (const [index, mock] of mocks.entries()) {
        const { dailyRequests, usedToday } = told[index]!
        if (!before.has(mock)) before.set(mock, dailyRequests)
        await mock.call('POST', '/kv/limits', { dailyRequests: usedToday + commands })
      }
    },
    async restore() {
      for (const [{ call }, dailyRequests] of before) {
        await call('POST', '/kv/limits', { dailyRequests })
      }
      before.clear()
    },
  }
}

interface Known {
  readonly hanging: number
}

/** What a clock answers that was turned. */
interface TurnedClock {
  readonly now: number
  /** Milliseconds of the way, where it paused on it. */
  readonly left?: number
}

/** Turns a clock, and answers its moment. It pauses where something may hang, to be told whether it does. */
async function turned({ call }: MockAt, milliseconds: number, known: Known): Promise<number> {
  const patience = patienceFor(milliseconds)
  let advance = milliseconds
  let told = { hanging: NaN, advance: NaN }
  for (;;) {
    const { hanging } = known
    // Who was told the same before, and paused all the same, waits.
    const isNew = hanging !== told.hanging || advance !== told.advance
    const pause = milliseconds > 0 && isNew ? soonMs : undefined
    told = { hanging, advance }
    const body = { advance, patience, hanging, pause }
    const { now, left } = (await call('POST', '/clock', body)) as TurnedClock
    if (left === undefined) return now
    advance = left
    // A delivery that was ended on the way counts until its connection has told us so, which takes a
    // turn to be read and one to be closed.
    await setImmediate()
    await setImmediate()
  }
}

/** Clocks as one; each of them is turned once, however many interfaces of a mock share it. */
function oneClock(mocks: readonly MockAt[]): NonNullable<Provider['clock']> {
  const clocks = mocks.filter(
    ({ clockId }, index) => mocks.findIndex((mock) => mock.clockId === clockId) === index,
  )
  const first = clocks[0]!
  /** What the first one says, while nobody turns it: then it stands still. */
  let known: number | undefined
  let turning = 0
  let settling: Promise<void> | undefined
  let settlingAgain: Promise<void> | undefined
  let asking: Promise<number> | undefined

  /**
   * Who asks because something has arrived has not answered it yet, so that time stands still until
   * then: whoever asks meanwhile is told the same.
   */
  function ask(): Promise<number> {
    asking ??= first
      .call('GET', '/clock')
      .then((answer) => (answer as TurnedClock).now)
      .finally(() => (asking = undefined))
    return asking
  }

  async function turn(milliseconds: number, known: Known): Promise<number> {
    const moments = await Promise.all(clocks.map((clock) => turned(clock, milliseconds, known)))
    return moments[0]!
  }

  /**
   * Whoever asks while the clocks are settling cannot know whether what it waits for is seen to; but
   * all of them can share the next time. Each by itself would take connections from those it waits for.
   */
  function settle(): Promise<void> {
    if (settling === undefined) {
      settling = turn(0, { hanging: 0 }).then(() => {})
      const done = () => (settling = undefined)
      settling.then(done, done)
      return settling
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
    now: async () => known ?? ask(),
    async advance(milliseconds, hangs = { hanging: 0 }) {
      if (milliseconds === 0) return settle()
      turning++
      known = undefined
      const moment = await turn(milliseconds, hangs).finally(() => turning--)
      if (turning === 0) known = moment
    },
  }
}
