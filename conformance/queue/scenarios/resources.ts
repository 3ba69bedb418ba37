// Times and header maps, which all resources have in common.

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, lacks } from '../../core/matchers.js'
import { days } from '../../core/time.js'
import { asMessage, isAbsent, jsonOf, memberOf, type HttpMessage } from '../../wire/exchange.js'
import { entriesIn, listedRun, EVENTS, page } from '../fixtures/lists.js'
import {
  calledRun,
  entryOfRun,
  failedRun,
  elementsIn,
  waiterIn,
  completedRun,
  type Run,
  waitingRun,
} from '../fixtures/runs.js'
import { allOf, expects, list } from '../fixtures/matchers.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

type Members = Readonly<Record<string, unknown>>

/** Returns the values of all members with that name, at any depth. */
function valuesOf(name: string, value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as Members).flatMap(([each, inner]) => [
    ...(each === name && !isAbsent(inner) ? [inner] : []),
    ...valuesOf(name, inner),
  ])
}

/** Matches members with these names, each at least once, that are all within days of now. */
const moments =
  (now: number, ...names: readonly string[]): Matcher =>
  (message) => {
    const isMoment = (value: unknown) =>
      typeof value === 'number' && Number.isInteger(value) && Math.abs(value - now) < days(3)
    for (const name of names) {
      const values = valuesOf(name, jsonOf(message))
      const wrong = values.length === 0 ? [undefined] : values.filter((each) => !isMoment(each))
      if (wrong.length > 0) return lacks(`"${name}" in Unix milliseconds, about ${now}`, wrong[0])
    }
    return undefined
  }

/** Matches header maps: each name has an array of strings. */
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

async function calledBack(world: QueueWorld): Promise<Run> {
  const answer = () => ({ status: 200, headers: { 'X-Contract': 'kept' } })
  const settings = { 'Failure-Callback-Forward-X-Contract': 'kept' }
  const run = await calledRun(world, { answer, settings })
  given(await run.called.all(0))
  return run
}

const maps = [
  {
    of: 'DLQ entry',
    read: async (world: QueueWorld) => entryOfRun(world, await calledBack(world)),
    id: 'dlq-entry',
    names: ['header', 'failureCallbackHeader', 'responseHeader'],
  },
  {
    of: 'failureCallbackInfo',
    read: async (world: QueueWorld) => {
      const run = await calledBack(world)
      const info = async () =>
        asMessage(memberOf(await entryOfRun(world, run), 'failureCallbackInfo'))
      return world.eventually(info, headerMaps('responseHeaders'))
    },
    id: 'failure-callback-info',
    names: ['responseHeaders'],
  },
  {
    of: 'notify waiter',
    read: async (world: QueueWorld) => {
      const { eventId } = await waitingRun(world)
      const reply = given(await world.queue.notify(eventId), accepted())
      return given(waiterIn(elementsIn(reply)[0] ?? asMessage(null)))
    },
    id: 'notify-waiter',
    names: ['headers'],
  },
] as const

const readEntry = async (world: QueueWorld): Promise<HttpMessage> => (await failedRun(world)).entry

const readLog = async (world: QueueWorld, fits: Matcher): Promise<HttpMessage> => {
  const { runId } = await completedRun(world)
  const own = (page: HttpMessage) => entriesIn(page).filter((item) => item.workflowRunId === runId)
  const some = expects('events with the run id', own, ({ length }) => length > 0)
  const fitting = allOf(some, (page) => fits(asMessage(own(page))))
  const log = await page(world, EVENTS, { workflowRunId: runId }, fitting)
  return asMessage(own(given(log, accepted(), list('events'), some)))
}

const AT = 'queue.resources.at-timestamps-in-milliseconds'

const ofMoments = [
  {
    title: 'DLQ entry: createdAt and workflowCreatedAt are in Unix milliseconds',
    id: `${AT}/dlq-entry`,
    read: readEntry,
    names: ['createdAt', 'workflowCreatedAt'],
  },
  {
    title: 'run list: creation and completion times are in Unix milliseconds',
    id: `${AT}/run-list`,
    read: async (world: QueueWorld, fits: Matcher) => {
      const run = await completedRun(world, { steps: [{ name: 'one', result: 1 }] })
      return given(await listedRun(world, run, fits))
    },
    names: ['workflowRunCreatedAt', 'workflowRunCompletedAt', 'createdAt'],
  },
  {
    title: 'message logs: creation times are in Unix milliseconds',
    id: `${AT}/message-logs`,
    read: readLog,
    names: ['workflowCreatedAt', 'createdAt'],
  },
  {
    title: 'DLQ entry: notBefore is in Unix milliseconds',
    id: 'queue.resources.not-before-in-milliseconds/dlq-entry',
    read: readEntry,
    names: ['notBefore'],
  },
  {
    title: 'message logs: time is in Unix milliseconds',
    id: 'queue.resources.time-in-milliseconds/message-logs',
    read: readLog,
    names: ['time'],
  },
  {
    title: 'message logs: nextDeliveryTime is in Unix milliseconds',
    id: 'queue.resources.next-delivery-time-in-milliseconds/message-logs',
    read: readLog,
    names: ['nextDeliveryTime'],
  },
] as const

export const resourceScenarios = [
  observation('observes if an unset failureCallback of a DLQ entry is absent or null', {
    id: 'queue.resources.absent-or-null/unset-failure-callback',
    async run(world) {
      const { entry } = await failedRun(world)
      world.note('failureCallback', memberOf(entry, 'failureCallback'))
    },
  }),

  ...ofMoments.map(({ title, id, read, names }) =>
    scenario(title, {
      id,
      async run(world) {
        const fits = moments(await world.time.now(), ...names)
        must(await read(world, fits), fits)
      },
    }),
  ),

  ...maps.map(({ of, id, read, names }) =>
    scenario(`${of}: headers map each name to an array of strings`, {
      id: `queue.resources.header-maps/${id}`,
      run: async (world) => must(await read(world), headerMaps(...names)),
    }),
  ),
]
