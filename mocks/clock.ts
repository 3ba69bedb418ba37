// The clocks of the mocks, on the time of this process. All other modules receive a clock, and read no time of their own.

import { emitWarning } from 'node:process'
import { inspect } from 'node:util'
import { didYouMean } from './did-you-mean.js'
import { assertOpen } from './closed.js'
import { parseMilliseconds } from './duration.js'
import { clearTimeout, setImmediate, setTimeout } from 'node:timers'

/** A clock that shows the time in Unix milliseconds. */
export interface Clock {
  now(): number
}

/** A clock with alarms. */
export interface AlarmClock extends Clock {
  /** Returns the time in `milliseconds` milliseconds, as an integer and never early. */
  after(milliseconds: number): number
  alarm(ring: () => void, options?: AlarmOptions): Alarm
  /**
   * Registers work in progress. A virtual clock does not advance until the work has settled, or hangs.
   * With `mayHang: false` the clock waits for the work however long it takes.
   */
  busy<T>(work: Promise<T>, options?: WorkOptions): Promise<T>
}

export interface WorkOptions {
  readonly mayHang?: boolean
  /** The URL whose response the work waits for. A warning about hanging work names it. */
  readonly destination?: string | undefined
}

export interface AlarmOptions {
  /**
   * True if the alarm ends work that takes too long. A virtual clock that went on without hanging work on
   * its own does not ring it before the work settles, or until an advance with options.
   */
  readonly endsWork?: boolean
}

export interface Alarm {
  /**
   * Sets the alarm, which rings once. `Infinity` cancels the alarm. An alarm at a time in the past
   * rings in the next turn of the event loop.
   */
  set(moment: number): void
}

/**
 * A clock that advances only on request, from one alarm to the next. The clock waits for work in
 * progress before each step.
 */
export interface VirtualClock extends AlarmClock {
  /**
   * Advances by a duration such as `'7d'`, `'1d10h'` or `'500ms'`, or by whole milliseconds. With 0 the clock
   * only waits for work. Rejects with a `RangeError` for any other value and for a time after
   * `LAST_MOMENT`. Resolves with undefined at the end, or with the remaining milliseconds after a
   * pause.
   */
  advance(duration: string | number, options?: VirtualClockOptions): Promise<number | undefined>
  /**
   * Advances to a time in whole milliseconds. With a time in the past the clock only waits for
   * work. Rejects and resolves like `advance`.
   */
  advanceTo(moment: number, options?: VirtualClockOptions): Promise<number | undefined>
  /**
   * Advances from alarm to alarm until no alarm is left. Rejects with `NeverIdle` after 500
   * alarms, because a schedule never ends. Another call continues.
   */
  runUntilIdle(): Promise<void>
}

/** The error of `runUntilIdle` if there are too many alarms or an alarm is after `LAST_MOMENT`. */
export class NeverIdle extends Error {}

/** The maximum number of alarms in one call of `runUntilIdle`: with a schedule, it ends within a test. */
const MOST_MOMENTS = 500

/** The last time of a JavaScript Date. Calculations with later times may be inexact. */
export const LAST_MOMENT = 8.64e15

/** The longest wait of a Node timer, in milliseconds. A timer with a longer wait fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Returns the milliseconds of real time since an arbitrary start. */
export const stopwatch = (): number => realTime.stopwatch()

/** Real clocks with methods that only refuse. */
const real = new WeakSet<AlarmClock>()

/** Returns true for a clock that can be advanced. */
export const isVirtual = (clock: AlarmClock): clock is VirtualClock =>
  'advance' in clock && !real.has(clock)

// The types of a real clock have no `advance`, but callers in JavaScript see no types.
const refuseToAdvance = async () => {
  throw new TypeError(
    "the clock of this mock is real and cannot be advanced: start the mock with clock: 'virtual'",
  )
}

/** Returns the time of `Date` in Unix milliseconds, also if a test has replaced `Date`. */
export const dateNow = (): number => Date.now()

/**
 * Creates a clock that shows the real time. With `background` its alarms do not keep the process
 * alive.
 */
export function realClock({ background = false } = {}): AlarmClock {
  const clock: AlarmClock = {
    ...{ advance: refuseToAdvance, advanceTo: refuseToAdvance, runUntilIdle: refuseToAdvance },
    now: () => realTime.now(),
    // One millisecond is added, because a part of the current millisecond has passed.
    after: (milliseconds) => realTime.now() + Math.ceil(milliseconds) + (milliseconds > 0 ? 1 : 0),
    busy: (work) => work,
    alarm(ring) {
      let stop = () => {}

      function set(moment: number): void {
        stop()
        const wait = Math.min(moment - realTime.now(), LONGEST_TIMER)
        if (wait <= 0) {
          const immediate = realTime.setImmediate(ring)
          stop = () => clearImmediate(immediate)
        } else if (moment < Infinity) {
          // The time is checked, because a timer may fire 1 ms early and the wait may be limited to
          // `LONGEST_TIMER`.
          const isEarly = () => realTime.now() < moment
          const timer = realTime.setTimeout(() => (isEarly() ? set(moment) : ring()), wait)
          if (background) timer.unref()
          stop = () => realTime.clearTimeout(timer)
        }
      }
      return { set }
    },
  }
  real.add(clock)
  return clock
}

/**
 * Creates a clock that shows the time of a server. Until `learn` is called it shows the time of `local`,
 * which is a real clock.
 */
export function serverClock(local: AlarmClock) {
  let offset = 0
  /** The alarms that are set, with their times. */
  const pending = new Map<Alarm, number>()
  const clock: AlarmClock = {
    ...local,
    now: () => local.now() + offset,
    after: (milliseconds) => local.after(milliseconds) + offset,
    alarm(ring) {
      const alarm = local.alarm(() => {
        pending.delete(alarm)
        ring()
      })
      return {
        set(moment) {
          if (moment === Infinity) pending.delete(alarm)
          else pending.set(alarm, moment)
          alarm.set(moment - offset)
        },
      }
    },
  }
  if (real.has(local)) real.add(clock)
  return {
    clock,

    /**
     * Corrects the clock. The server had the time `time` between the local times `sent` and `received`.
     * The clock stays at most as much ahead as the quickest answer took, and is never behind.
     */
    learn(time: number, sent: number, received: number): void {
      const [least, most] = [time - received - 1, time - sent]
      if (offset >= least && offset <= most) return
      offset = most
      for (const [alarm, moment] of pending) alarm.set(moment - offset)
    },
  }
}

export interface VirtualClockOptions {
  /**
   * The milliseconds of real time without progress after which work counts as hanging. The default
   * is that of the clock, which is 3000. With Infinity no work counts as hanging.
   */
  readonly patience?: number | undefined
  /**
   * The number of tasks in progress at the start that the clock does not wait for, because they
   * hang. The default is 0.
   */
  readonly hanging?: number | undefined
  /**
   * The milliseconds of real time without progress after which the clock stops at its current time.
   * The caller can then continue with `hanging`. By default the clock never stops.
   */
  readonly pause?: number | undefined
}

/** The names of `VirtualClockOptions`. */
export const CLOCK_OPTIONS: readonly string[] = ['patience', 'hanging', 'pause']

/** Returns true for a number that is not negative. Infinity means without end. */
export const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0

function assertOptions(options: VirtualClockOptions = {}): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`expected an object of options, got ${inspect(options)}`)
  for (const [name, value] of Object.entries<unknown>({ ...options })) {
    if (!CLOCK_OPTIONS.includes(name))
      throw new TypeError(
        `the clock has no option "${name}"${didYouMean(name, CLOCK_OPTIONS)}: expected some of ${CLOCK_OPTIONS.join(', ')}`,
      )
    if (value !== undefined && !isAmount(value)) {
      const expected = name === 'hanging' ? 'a number of tasks' : 'milliseconds'
      throw new TypeError(`${name}: expected ${expected}, got ${inspect(value)}`)
    }
  }
}

/**
 * Creates a clock for tests. The clock advances in spite of hanging work, because the work may wait
 * for a timeout in the future.
 */
export function virtualClock(
  start?: number,
  { patience }: Pick<VirtualClockOptions, 'patience'> = {},
): VirtualClock {
  if (start !== undefined) assertMoment(start)
  const alarms = new Map<
    Alarm,
    AlarmOptions & { readonly moment: number; readonly ring: () => void }
  >()
  const { busy, settle, isSparing, spareNone } = createWork(patience)
  let now = start ?? Date.now()
  let isClosed = false
  let lastJourney: Promise<unknown> = Promise.resolve()

  function ringDue(): void {
    for (const [alarm, { moment, ring, endsWork }] of alarms) {
      if (moment > now || (endsWork && isSparing())) continue
      alarms.delete(alarm)
      ring()
    }
  }

  /** Advances to `target`. Resolves with the remaining milliseconds after a pause. */
  async function moveTo(
    target: number,
    options: VirtualClockOptions = {},
  ): Promise<number | undefined> {
    if (Object.values(options).some((value) => value !== undefined)) spareNone()
    // `hanging` applies only to work that is in progress now, not to later work.
    if (!(await settle(options))) return target - now
    for (let moments = 0; ; moments++) {
      if (!(await settle({ ...options, hanging: 0 }))) return target - now
      const ringing = Array.from(alarms.values()).filter(
        ({ endsWork }) => !endsWork || !isSparing(),
      )
      const next = Math.min(...ringing.map(({ moment }) => moment))
      if (next === Infinity || next > target) break
      if (target === Infinity && moments === MOST_MOMENTS) throw neverIdle(next)
      now = Math.max(now, next)
      ringDue()
    }
    if (target !== Infinity) now = Math.max(now, target)
    return undefined
  }

  /** Runs one advance after the other. A failed advance does not stop the next one. */
  function inTurn<T>(journey: () => Promise<T>): Promise<T> {
    assertOpen(isClosed)
    const travelled = lastJourney.then(journey)
    lastJourney = travelled.catch(() => {})
    return travelled
  }

  const clock: VirtualClock = {
    now: () => now,
    after: (milliseconds) => now + Math.ceil(milliseconds),
    busy,

    alarm(ring, { endsWork = false } = {}) {
      const alarm: Alarm = {
        set(moment) {
          if (moment === Infinity) return void alarms.delete(alarm)
          alarms.set(alarm, { moment, ring, endsWork })
          if (moment <= now) void busy(new Promise(realTime.setImmediate).then(ringDue))
        },
      }
      return alarm
    },

    async advance(duration, options) {
      assertOptions(options)
      const step = typeof duration === 'number' ? duration : parseMilliseconds(duration)
      if (step === undefined || !Number.isSafeInteger(step) || step < 0) {
        throw new RangeError(
          `expected whole milliseconds or a duration such as 7d or 1d10h (units ms, s, m, h, d), got ${inspect(duration)}`,
        )
      }
      return inTurn(async () => {
        assertMoment(now + step)
        return moveTo(now + step, options)
      })
    },

    async advanceTo(moment, options) {
      assertOptions(options)
      assertMoment(moment)
      return inTurn(() => moveTo(moment, options))
    },

    async runUntilIdle() {
      await inTurn(() => moveTo(Infinity))
    },
  }
  setters.set(clock, (moment = start ?? Date.now()) => (now = moment))
  closers.set(clock, () => (isClosed = true))
  return clock
}

/** Functions that set the time of each virtual clock, by default to its start. */
const setters = new WeakMap<AlarmClock, (moment?: number) => void>()

const closers = new WeakMap<AlarmClock, () => void>()

/** Makes later advances of a virtual clock reject, because its mock has ended. */
export const closeTime = (clock: AlarmClock): void => closers.get(clock)?.()

/**
 * Sets the time of a virtual clock, also back, and rings no alarm. Returns false for any other clock.
 * All work of the clock must have ended.
 */
export function setTime(clock: AlarmClock, moment: number): boolean {
  assertMoment(moment)
  const set = setters.get(clock)
  set?.(moment)
  return set !== undefined
}

/**
 * Sets a virtual clock to the time of its start, or to the real time if it started without a time. All
 * work of the clock must have ended.
 */
export const resetTime = (clock: AlarmClock): void => setters.get(clock)?.()

/** The deliveries at one moment, one after the other, from which they may be a loop. */
const LOOP = 200

/** The default of `patience`. A test that waits for one hanging delivery still ends within 5 seconds. */
const PATIENCE = 3000

/**
 * Tracks work in progress. The clock waits until all work settles or hangs. Without a given `patience`
 * the first work that hangs causes a warning.
 */
function createWork(given: number | undefined) {
  /** Work that the clock waits for, with its destination. */
  const underWay = new Map<Promise<unknown>, string | undefined>()
  /** Work that the clock no longer waits for. */
  const hung = new Set<Promise<unknown>>()
  /** The hung work that nobody has said to go on without. Its timeout does not end it. */
  const spared = new Set<Promise<unknown>>()
  /** The number of promises in progress that cannot hang. */
  let certain = 0
  let settled: (what: 'progress' | 'certain') => void = () => {}
  let hasWarned = given !== undefined
  let hasWarnedOfLoop = false
  /** The length of the longest chain of deliveries, each of which began after the one before it had ended. */
  let chained = 0
  /** The destination of the last delivery that ended. */
  let lastDestination = ''

  /** Warns once if a chain goes on and on at one moment, which a test sees only as its timeout. */
  function warnOfLoop(length: number, milliseconds: number): void {
    if (hasWarnedOfLoop || length < LOOP || milliseconds < (given ?? PATIENCE)) return
    hasWarnedOfLoop = true
    emitWarning(
      `the virtual clock has stood still for ${Math.round(milliseconds)} ms while ${length} deliveries ended one after the other (the last to ${withoutQuery(lastDestination)}): if a handler publishes to its own URL without a delay, this never ends`,
      'PatienceWarning',
    )
  }

  function busy<T>(
    work: Promise<T>,
    { mayHang = true, destination }: WorkOptions = {},
  ): Promise<T> {
    const place = chained + 1
    const done = () => {
      if (!mayHang) certain--
      if (destination !== undefined) {
        chained = Math.max(chained, place)
        lastDestination = destination
      }
      underWay.delete(work)
      hung.delete(work)
      spared.delete(work)
      settled(mayHang ? 'progress' : 'certain')
    }
    if (mayHang) underWay.set(work, destination)
    else certain++
    work.then(done, done)
    return work
  }

  function giveUp(): void {
    for (const work of underWay.keys()) hung.add(work)
    underWay.clear()
  }

  /** Goes on without work because of the default patience, which may be too short for the work. */
  function spare(): void {
    for (const work of underWay.keys()) spared.add(work)
    giveUp()
  }

  /** Waits for work. Returns true when all work has settled or hangs, and false after a pause. */
  async function settle(options: VirtualClockOptions): Promise<boolean> {
    const { patience = given ?? PATIENCE, hanging = 0, pause } = options
    const isBusy = () => underWay.size > 0 && underWay.size + hung.size > hanging
    const startedAt = stopwatch()
    const chainedBefore = chained
    let calm: ReturnType<typeof calmFor> | undefined
    while (certain > 0 || isBusy()) {
      const next = new Promise<'progress' | 'certain'>((resolve) => (settled = resolve))
      calm ??= calmFor(pause ?? patience)
      const ending = await Promise.race([next, calm.inVain])
      // Work that cannot hang is no progress of the other work: it may be a client that reads again
      // and again.
      if (ending === 'certain') continue
      calm.callOff()
      calm = undefined
      if (ending === 'progress') {
        warnOfLoop(chained - chainedBefore, stopwatch() - startedAt)
        continue
      }
      if (pause !== undefined) return false
      if (certain > 0) continue
      const destinations = [...underWay.values()]
      if (given === undefined && options.patience === undefined) spare()
      else giveUp()
      if (hasWarned || options.patience !== undefined) continue
      hasWarned = true
      emitWarning(
        `the virtual clock has waited ${patience} ms for ${hangingWork(destinations)}, and now goes on without it. Its timeout does not end it, so that nothing is delivered twice at the same time. Give it more time, or less so that its timeout ends it, with the option patience (milliseconds) of startMock, useMock or clock.advance`,
        'PatienceWarning',
      )
    }
    calm?.callOff()
    giveUp()
    return true
  }

  return { busy, settle, isSparing: () => spared.size > 0, spareNone: () => spared.clear() }
}

/** The number of destinations that a warning names. */
const MOST_NAMED = 3

/** Describes hanging work. A URL is shown without user and query, which may contain a token. */
function hangingWork(destinations: readonly (string | undefined)[]): string {
  const urls = new Set(
    destinations.flatMap((url) => (url === undefined ? [] : [withoutQuery(url)])),
  )
  if (urls.size === 0)
    return 'work that has not ended, such as a delivery whose handler has not answered'
  const others = urls.size > MOST_NAMED ? ` and ${urls.size - MOST_NAMED} more` : ''
  return `the response of ${[...urls].slice(0, MOST_NAMED).join(', ')}${others}`
}

function withoutQuery(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

const neverIdle = (next: number) =>
  new NeverIdle(
    `expected no alarm after ${MOST_MOMENTS} alarms, but the next is at ` +
      `${new Date(next).toISOString()}: something repeats without end, such as a schedule. ` +
      'Delete it, or use advance',
  )

/** The milliseconds of delay from which a late timer shows that the process was busy. */
const LATE = 20

/**
 * Resolves after `patience` milliseconds in which the process was able to read arriving data. Time
 * in which the process was busy does not count.
 */
function calmFor(patience: number) {
  let timer: NodeJS.Timeout
  const inVain = new Promise<'in vain'>((resolve) => {
    const wait = Math.min(patience, LONGEST_TIMER)
    function watch(): void {
      const end = stopwatch() + wait + LATE
      timer = realTime.setTimeout(() => {
        if (stopwatch() > end) watch()
        else realTime.setImmediate(() => realTime.setImmediate(resolve, 'in vain'))
      }, wait)
    }
    watch()
  })
  return { inVain, callOff: () => realTime.clearTimeout(timer) }
}

function assertMoment(moment: number): void {
  if (Number.isSafeInteger(moment) && Math.abs(moment) <= LAST_MOMENT) return
  throw new RangeError(
    `expected a time in whole Unix milliseconds up to ${LAST_MOMENT}, got ${moment}`,
  )
}

export const realTime = {
  /** Returns the time in Unix milliseconds. */
  now: Date.now,
  /** Returns the milliseconds since an arbitrary start. */
  stopwatch: performance.now.bind(performance),
  setTimeout,
  clearTimeout,
  setImmediate,
}
