// What all resources have in common: moments and header maps.

import { asMessage, isAbsent, memberOf, textOf, type Message } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, lacks } from '../../core/matchers.js'
import { days } from '../../core/time.js'
import { completedRun, entryOfRun, failedRun, waitingRun, type Run } from '../fixtures/runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

type Members = Readonly<Record<string, unknown>>

/** What the members of that name hold, wherever they stand; null holds nothing. */
function valuesOf(name: string, value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Members).flatMap(([each, inner]) => [
    ...(each === name && !isAbsent(inner) ? [inner] : []),
    ...valuesOf(name, inner),
  ])
}

const jsonIn = (message: Message): unknown => JSON.parse(textOf(message))

/** Moments of these names, each at least once, and all of them within days of one that is known. */
const moments =
  (now: number, ...names: readonly string[]): Matcher =>
  (message) => {
    const isMoment = (value: unknown) =>
      typeof value === 'number' && Number.isInteger(value) && Math.abs(value - now) < days(3)
    for (const name of names) {
      const values = valuesOf(name, jsonIn(message))
      const wrong = values.length === 0 ? [undefined] : values.filter((each) => !isMoment(each))
      if (wrong.length > 0) return lacks(`"${name}" in Unix milliseconds, about ${now}`, wrong[0])
    }
    return undefined
  }

/** Header maps of these names: each name has a list of strings. */
const headerMaps =
  (...names: readonly string[]): Matcher =>
  (message) => {
    for (const name of names) {
      const map = memberOf(message, name)
      const isMap = typeof map === 'object' && map !== null && Object.values(map).every(areTexts)
      if (!isMap) return lacks(`"${name}" from names to arrays of strings`, map)
    }
    return undefined
  }

const areTexts = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/**
 * The elements of a list that are of one run, as one thing to judge, once they fit: a list may lag
 * behind. None of them: a failure.
 */
async function ofRun(
  { queue, eventually }: QueueWorld,
  run: Run,
  [path, name]: readonly [path: string, name: string],
  fits: Matcher,
): Promise<Message> {
  const own = (page: Message) => {
    const all = memberOf(page, name)
    const isOwn = (each: Members | null) => each?.['workflowRunId'] === run.runId
    return Array.isArray(all) ? (all as (Members | null)[]).filter(isOwn) : []
  }
  const some: Matcher = (page) =>
    own(page).length > 0 ? undefined : lacks(`the run ${run.runId} in "${name}"`, textOf(page))
  const read = () => queue.send('GET', `${path}?workflowRunId=${encodeURIComponent(run.runId)}`)
  const fitting: Matcher = (page) => some(page) ?? fits(asMessage(own(page)))
  return asMessage(own(given(await eventually(read, fitting), accepted(), some)))
}

const RUNS = ['/v2/workflows/logs', 'runs'] as const
const LOGS = ['/v2/workflows/messageLogs', 'events'] as const

/** A run that has failed, and whose failure callback has been called. */
async function calledBack(world: QueueWorld): Promise<Run> {
  const called = world.inbox(() => ({ status: 200, headers: { 'X-Contract': 'kept' } }))
  const settings = {
    'Failure-Callback': called.url,
    'Failure-Callback-Forward-X-Contract': 'kept',
  }
  const run = await failedRun(world, { settings })
  given(await called.delivery())
  given(await called.all(0))
  return run
}

/** Members that hold header maps, and what they are in. */
const maps: readonly {
  readonly of: string
  readonly read: (world: QueueWorld) => Promise<Message>
  readonly names: readonly string[]
}[] = [
  {
    of: 'an entry of the DLQ',
    read: async (world) => entryOfRun(world, await calledBack(world)),
    names: ['header', 'failureCallbackHeader', 'responseHeader'],
  },
  {
    of: 'what came of a failure callback',
    async read(world) {
      const run = await calledBack(world)
      const info = async () =>
        asMessage(memberOf(await entryOfRun(world, run), 'failureCallbackInfo'))
      return world.eventually(info, headerMaps('responseHeaders'))
    },
    names: ['responseHeaders'],
  },
  {
    of: 'a waiter',
    async read(world) {
      const { eventId } = await waitingRun(world)
      const answer = jsonIn(given(await world.queue.notify(eventId), accepted()))
      const [notified] = [answer].flat() as readonly (Members | null | undefined)[]
      const waiter = notified?.['waiter']
      const failure = 'expected a waiter in the answer, got none'
      return given({ ...asMessage(waiter), ...(waiter === undefined && { failure }) })
    },
    names: ['headers'],
  },
]

const readEntry = async (world: QueueWorld): Promise<Message> => (await failedRun(world)).entry

const readLog = async (world: QueueWorld, fits: Matcher): Promise<Message> =>
  ofRun(world, await completedRun(world), LOGS, fits)

/** Resources that tell moments, and the rules for them. */
const ofMoments = [
  {
    title: 'the moments of an entry of the DLQ are in milliseconds',
    rule: 'queue.resources.at-timestamps-in-milliseconds',
    read: readEntry,
    names: ['createdAt', 'workflowCreatedAt'],
  },
  {
    title: 'the moments of a run and of its steps are in milliseconds',
    rule: 'queue.resources.at-timestamps-in-milliseconds',
    read: async (world: QueueWorld, fits: Matcher) => {
      const run = await completedRun(world, { steps: [{ name: 'one', result: 1 }] })
      return ofRun(world, run, RUNS, fits)
    },
    names: ['workflowRunCreatedAt', 'workflowRunCompletedAt', 'createdAt'],
  },
  {
    title: 'the moments of log events are in milliseconds',
    rule: 'queue.resources.at-timestamps-in-milliseconds',
    read: readLog,
    names: ['workflowCreatedAt', 'createdAt'],
  },
  {
    title: 'the earliest time of processing is in milliseconds',
    rule: 'queue.resources.not-before-in-milliseconds',
    read: readEntry,
    names: ['notBefore'],
  },
  {
    title: 'the time of a log event is in milliseconds',
    rule: 'queue.resources.time-in-milliseconds',
    read: readLog,
    names: ['time'],
  },
  {
    title: 'the time of the next delivery is in milliseconds',
    rule: 'queue.resources.next-delivery-time-in-milliseconds',
    read: readLog,
    names: ['nextDeliveryTime'],
  },
] as const

export const resourceScenarios = [
  observation('how an optional field without a value is written', {
    rule: 'queue.resources.absent-or-null',
    async run(world) {
      const { entry } = await failedRun(world)
      const value = memberOf(entry, 'failureCallback')
      world.note('failureCallback', value === undefined ? 'absent' : value)
    },
  }),

  ...ofMoments.map(({ title, rule, read, names }) =>
    scenario(title, {
      rule,
      async run(world) {
        const fits = moments(await world.time.now(), ...names)
        must(await read(world, fits), fits)
      },
    }),
  ),

  ...maps.map(({ of, read, names }) =>
    scenario(`in ${of} headers are maps from names to arrays of strings`, {
      rule: 'queue.resources.header-maps',
      run: async (world) => must(await read(world), headerMaps(...names)),
    }),
  ),
]
