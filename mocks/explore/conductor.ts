// Takes part in a mock: decides about each delivery and each request, and tells the story of it.

import type { VirtualClock } from '../clock.js'
import { json, type Response } from '../http/message.js'
import type { AttemptOutcome } from '../queue/message.js'
import type { Delivery, Sender } from '../queue/deliver/sender.js'
import type { Seams } from '../start/seams.js'
import {
  CHOICES,
  delayOf,
  KINDS,
  kindOf,
  type Choice,
  type Decision,
  type Place,
  type Situation,
} from './decision.js'
import { createHolds, createActivity } from './holds.js'
import type { Event } from './failure.js'

/** The places of one name that may get a decision. */
const MOST_PLACES = 50

/** Parts of paths that differ from run to run, such as ids. */
const RANDOM_PART = /[0-9a-f]{8}-[0-9a-f-]{27}|\b\w*\d\w{15,}|\d{6,}/g

export interface ConductorOptions {
  readonly clock: VirtualClock
  readonly quiet: number
  readonly mayDecide: (situation: Situation, name: string) => boolean
}

export type Conductor = ReturnType<typeof createConductor>

export function createConductor({ clock, quiet, mayDecide }: ConductorOptions) {
  const activity = createActivity(quiet)
  const holds = createHolds(clock, activity)
  /** The situation of each place in the first run that met it: later a delivery may be under way beside it. */
  const usual = new Map<Place, Situation>()
  let plan: ReadonlyMap<Place, Choice> = new Map()
  let places = new Map<Place, Situation>()
  let counts = new Map<string, number>()
  let events: Event[] = []
  let taken: Decision[] = []
  let startedAt = 0
  /** The requests and the advances of the clock by the test itself so far. */
  let acts = 0
  /** The last decision that the test itself may have seen, and the acts at that time. */
  let seen: { readonly decision: Decision; readonly acts: number } | undefined

  const tell = (text: string) => void events.push({ at: clock.now() - startedAt, text })

  /** Counts a delivery or a request. Returns its place, and the decision about it. */
  function meet(situation: Situation, name: string) {
    const number = (counts.get(name) ?? 0) + 1
    counts.set(name, number)
    const place = `${name} #${number}`
    if (!mayDecide(situation, name)) return { place, choice: undefined }
    if (number <= MOST_PLACES) places.set(place, situation)
    const choice = plan.get(place)
    if (choice !== undefined) taken.push({ choice, place })
    return { place, choice }
  }

  for (const name of ['advance', 'advanceTo', 'runUntilIdle'] as const) {
    const original = clock[name].bind(clock) as (...given: unknown[]) => Promise<never>
    Object.assign(clock, {
      [name](...given: unknown[]) {
        acts++
        return holds.travel(() => original(...given))
      },
    })
  }

  const sender = (original: Sender): Sender => ({
    ...original,
    async send(delivery, signal, pause) {
      const { place, choice } = meet('delivery', `${delivery.method} ${pathOf(delivery.url)}`)
      const kind = choice && kindOf(choice)
      if (choice !== undefined && kind === 'late') {
        tell(`${place} is due, and arrives ${choice.slice(5)} late.`)
        await pause(delayOf(choice), signal)
      }
      if (!(await holds.enter(kind === 'order', signal)))
        return unanswered(String((signal.reason as Error | undefined)?.message ?? 'ended'))
      return holds.make(
        messageIdOf(delivery),
        async () => {
          if (kind === 'refused' || kind === 'cut') {
            tell(`${place} is not delivered: ${KINDS[kind]}.`)
            return kind === 'cut' ? unanswered('other side closed') : REFUSED
          }
          tell(
            `${place} is delivered${kind === 'order' ? ` after the others: ${KINDS.order}` : ''}.`,
          )
          const outcome = await original.send(delivery, signal, pause)
          const answer =
            outcome.kind === 'answered' ? `answers ${outcome.status}` : `fails: ${outcome.reason}`
          tell(`${place} ${answer}${kind === 'lost' ? ', and the answer is lost' : ''}.`)
          return kind === 'lost' ? unanswered('other side closed') : outcome
        },
        pause,
      )
    },
  })

  async function request(name: string, next: () => Promise<Response>): Promise<Response> {
    if (name === '') return next()
    const now = holds.isHandling ? 'handling' : 'foreground'
    const { place, choice } = meet(now, name)
    // A decision may change the numbers, so that the test itself sends what a handler sends in other runs.
    const isOfTest = now === 'foreground' && !holds.isTravelling
    const situation = (isOfTest ? undefined : usual.get(place)) ?? now
    if (!usual.has(place)) usual.set(place, situation)
    if (situation === 'foreground') acts++
    activity.note()
    const decided = choice === undefined ? next() : decide({ place, choice }, situation, next)
    return Promise.resolve(decided).finally(() => activity.note())
  }

  async function decide(
    decision: Decision,
    situation: Situation,
    next: () => Promise<Response>,
  ): Promise<Response> {
    const { place, choice } = decision
    const kind = kindOf(choice)
    switch (kind) {
      case 'refused':
      case 'cut':
      case 'lost': {
        tell(`${place}: ${KINDS[kind]}.`)
        const isForeground = situation === 'foreground'
        const answer = kind === 'refused' ? UNAVAILABLE : CUT
        if (kind === 'lost') await next()
        if (isForeground) seen = { decision, acts }
        return answer
      }
      case 'late':
        tell(`${place} arrives ${choice.slice(5)} late.`)
        await holds.hold('moment', delayOf(choice))
        break
      case 'held':
        tell(`${place}: ${KINDS.held}.`)
        await holds.hold('calm')
        break
      case 'overlap':
        tell(`${place}: ${KINDS.overlap}.`)
        await holds.hold('later attempt')
        break
      case 'order':
        return next()
    }
    tell(`${place} goes on.`)
    return next()
  }

  return {
    seams: { sender, request } satisfies Seams,

    /** Begins a run with these decisions. */
    begin(decisions: readonly Decision[]): void {
      plan = new Map(decisions.map(({ place, choice }) => [place, choice]))
      places = new Map()
      counts = new Map()
      events = []
      taken = []
      acts = 0
      seen = undefined
      startedAt = clock.now()
      holds.begin()
    },

    /** The places of the run, the decisions that were taken, and its story. */
    get found() {
      return { places, taken, events: events.slice() }
    },

    /**
     * Returns the decision whose failure the test itself received, if it did nothing since: the test
     * passes on a failure that only its own request met.
     */
    get givenUp(): Decision | undefined {
      return seen?.acts === acts ? seen.decision : undefined
    },

    /** Ends a run: takes no more decisions, and waits until the application stands still. */
    async end(): Promise<void> {
      plan = new Map()
      const isQuiet = !holds.isHandling
      await holds.end()
      if (!isQuiet) await activity.calm()
    },
  }
}

/** Returns the choices in a situation. */
export const choicesIn = (situation: Situation, kinds: ReadonlySet<string>): readonly Choice[] =>
  CHOICES[situation].filter((choice) => kinds.has(kindOf(choice)))

const pathOf = (url: string): string => {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return path.replace(RANDOM_PART, '*')
}

/** Returns the id of the message, whatever the dialect calls its header. */
const messageIdOf = ({ headers }: Delivery): string =>
  Object.entries(headers).find(([name]) => name.endsWith('-Message-Id'))?.[1]?.[0] ?? ''

const unanswered = (reason: string): AttemptOutcome => ({ kind: 'unanswered', reason })

const BY = 'explore'
const REFUSED: AttemptOutcome = {
  kind: 'answered',
  status: 503,
  headers: {},
  interceptedBy: BY,
  body: Buffer.from(''),
}
const UNAVAILABLE: Response = { ...json(503, { error: 'unavailable' }), interceptedBy: BY }
const CUT: Response = { status: 502, headers: {}, cut: 'drop', interceptedBy: BY }
