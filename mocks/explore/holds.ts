// The requests that are held, and the deliveries that wait for their turn. One delivery is made at a
// time, so that the same decisions have the same effect on any machine. Another one begins meanwhile only
// if a held request keeps the first one.

import { type VirtualClock, realClock } from '../clock.js'
import type { Pause } from '../queue/deliver/scheduler.js'
import { setImmediate } from 'node:timers'

/** The times of calm after which a delivery without requests does not keep others waiting. */
const LONG = 25

/** The virtual time in milliseconds after which a request is held no more. */
const LONGEST_HOLD = 3_600_000

/** The real milliseconds without activity after which the clock is not waited for. */
const LONGEST_END = 100

interface Held {
  /** Continues the request. */
  readonly go: () => void
  readonly until: 'calm' | 'moment' | 'later attempt'
  /** The time when it ends at the latest. */
  readonly moment: number
  /** The number of the last attempt before it, and the message of that attempt. */
  readonly since: number
  readonly messageId: string
}

interface Waiting {
  readonly begin: () => void
  readonly yields: boolean
}

export function createHolds(clock: VirtualClock, activity: ReturnType<typeof createActivity>) {
  const advanceTo = clock.advanceTo.bind(clock)
  const held: Held[] = []
  const waiting: Waiting[] = []
  /** Ends of the pauses of deliveries that the clock does not wait for. */
  const pauses = new Set<AbortController>()
  let begun = 0
  let underWay = 0
  let journeys = 0
  /** The advances of the clock that no test waits for. */
  const own = new Set<Promise<unknown>>()
  /** The message of the attempt that began last. */
  let messageId = ''
  let isFree = false
  let isWatching = false
  let isAdmitting = false
  let letGo = () => {}
  let stuck = newStuck()

  function newStuck(): Promise<void> {
    return new Promise((resolve) => (letGo = resolve))
  }

  /** Continues a held request. The clock waits for it again. */
  function release(each: Held): void {
    const at = held.indexOf(each)
    if (at < 0) return
    held.splice(at, 1)
    for (const pause of pauses) pause.abort()
    void clock.busy(activity.calm())
    activity.note()
    each.go()
  }

  function beginNext(): void {
    const first = waiting.findIndex(({ yields }) => !yields)
    waiting.splice(Math.max(first, 0), 1)[0]?.begin()
  }

  /** Begins a delivery if none is under way. All that are due together wait before one begins. */
  async function admit(): Promise<void> {
    if (isAdmitting) return
    isAdmitting = true
    await nextTurn()
    await nextTurn()
    isAdmitting = false
    if (underWay === 0 && (journeys > 0 || isFree)) beginNext()
    if (waiting.length > 0) void watch()
  }

  /** Goes on whenever everything stands still, as long as something is held or waits. */
  async function watch(): Promise<void> {
    if (isWatching) return
    isWatching = true
    let calmSince = { activity: -1, rounds: 0 }
    while (held.length > 0 || waiting.length > 0) {
      await activity.calm()
      const { count } = activity
      calmSince = {
        activity: count,
        rounds: count === calmSince.activity ? calmSince.rounds + 1 : 0,
      }
      // A delivery that makes no requests may wait for another one.
      if (held.length === 0 && underWay > 0 && calmSince.rounds < LONG) continue
      await goOn()
    }
    isWatching = false
  }

  async function goOn(): Promise<void> {
    if (waiting.length > 0) return beginNext()
    const calm = held.find(({ until }) => until === 'calm')
    if (calm) return release(calm)
    const [first] = held.toSorted((a, b) => a.moment - b.moment)
    if (first === undefined) return
    if (journeys === 0) {
      // The test itself waits for the request, and does not advance the clock.
      if (first.until !== 'moment') return release(first)
      // Nobody waits for the end of this advance, because the deliveries in it may be held too.
      const journey = travel(() => advanceTo(first.moment))
        .catch(() => release(first))
        .finally(() => own.delete(journey))
      own.add(journey)
    }
    const seen = activity.count
    letGo()
    // A delivery that begins from now on is waited for.
    stuck = newStuck()
    if (activity.count === seen) await activity.next()
  }

  /** Notes an advance of the clock, which begins the deliveries that wait. */
  async function travel<T>(advance: () => Promise<T>): Promise<T> {
    journeys++
    activity.note()
    void admit()
    try {
      return await advance()
    } finally {
      journeys--
      activity.note()
    }
  }

  return {
    /** True while a delivery is made. */
    get isHandling(): boolean {
      return underWay > 0
    },

    /** True while the clock advances. The test then waits for it. */
    get isTravelling(): boolean {
      return journeys > 0
    },

    /** Holds a request. Resolves when it may go on. */
    hold(until: Held['until'], delay = LONGEST_HOLD): Promise<void> {
      if (isFree) return Promise.resolve()
      return new Promise((go) => {
        const each: Held = { go, until, moment: clock.now() + delay, since: begun, messageId }
        const alarm = clock.alarm(() => release(each))
        held.push(each)
        if (until !== 'calm') alarm.set(each.moment)
        activity.note()
        void watch()
      })
    },

    /** Waits for the turn of a delivery. Resolves with false if the attempt ends before. */
    enter(yields: boolean, signal: AbortSignal): Promise<boolean> {
      return new Promise((resolve) => {
        const leave = () => {
          const at = waiting.indexOf(entry)
          if (at >= 0) waiting.splice(at, 1)
          resolve(false)
        }
        const entry: Waiting = {
          yields,
          begin() {
            signal.removeEventListener('abort', leave)
            underWay++
            begun++
            activity.note()
            resolve(true)
          },
        }
        if (signal.aborted) return resolve(false)
        signal.addEventListener('abort', leave)
        waiting.push(entry)
        activity.note()
        void admit()
      })
    },

    /**
     * Makes a delivery that has its turn. The clock does not wait for it while held requests keep
     * everything.
     */
    async make<T>(id: string, send: () => Promise<T>, pause: Pause): Promise<T> {
      const number = begun
      messageId = id
      let hasEnded = false
      const goOnWith = new AbortController()
      const sent = send().finally(() => {
        hasEnded = true
        goOnWith.abort()
        underWay--
        activity.note()
        for (const each of held.slice())
          if (each.until === 'later attempt' && each.since < number && each.messageId === id)
            release(each)
        void admit()
      })
      const ended = sent.then(
        () => {},
        () => {},
      )
      while (!hasEnded) {
        await Promise.race([ended, stuck])
        if (hasEnded) break
        const again = new AbortController()
        pauses.add(again)
        goOnWith.signal.addEventListener('abort', () => again.abort())
        await pause(Infinity, again.signal)
        pauses.delete(again)
      }
      return sent
    },

    travel,

    /** Lets everything go on without waiting, until `begin`. Resolves when the clock stands still. */
    async end(): Promise<void> {
      isFree = true
      for (const each of held.slice()) release(each)
      while (waiting.length > 0) beginNext()
      if (own.size > 0) await Promise.race([Promise.all(own), activity.calm(LONGEST_END)])
    },

    begin(): void {
      isFree = false
      begun = 0
    },
  }
}

/** The turns of the event loop in which nothing may happen, so that a busy process reads what arrived. */
const TURNS = 6

const realTime = realClock({ background: true })

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => realTime.alarm(resolve).set(realTime.after(milliseconds)))

export function createActivity(quiet: number) {
  let count = 0
  let changed = () => {}
  let change = new Promise<void>((resolve) => (changed = resolve))
  return {
    /** Notes that something has begun or ended. */
    note(): void {
      count++
      changed()
      change = new Promise<void>((resolve) => (changed = resolve))
    },

    /** The number of beginnings and ends so far. */
    get count(): number {
      return count
    },

    /** Resolves when the application has stood still for `milliseconds`. */
    async calm(milliseconds = quiet): Promise<void> {
      for (let seen = -1; seen !== count;) {
        seen = count
        await wait(milliseconds)
        for (let turn = 0; turn < TURNS; turn++) await nextTurn()
      }
    },

    /** Resolves with the next beginning or end. */
    next: (): Promise<void> => change,
  }
}
