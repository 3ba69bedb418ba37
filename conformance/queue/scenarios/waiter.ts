// The waiter in a response to a notify.

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, differs, lacks } from '../../core/matchers.js'
import { days, hours, minutes, seconds, type Time } from '../../core/time.js'
import { jsonOf, memberOf } from '../../wire/exchange.js'
import { equals, equalsSorted, memberThat } from '../fixtures/matchers.js'
import { object, text, valuesIn } from '../fixtures/members.js'
import {
  elements,
  elementsIn,
  notifiedRun,
  waiterIn,
  waitingRuns,
  type NotifiedRun,
} from '../fixtures/notified.js'
import type { WaitingOptions } from '../fixtures/waiting-runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

const timeouts = [
  ['90s', seconds(90)],
  ['1h', hours(1)],
  ['2d', days(2)],
] as const

const withQuery = { query: 'a=1&b=2' }

/** Matches a waiter whose header has only this value. */
const holding = (name: string, want: string): Matcher =>
  equals(`header ${name} of the waiter`, [want], (waiter) =>
    valuesIn(memberOf(waiter, 'headers'), name),
  )

const headerMap = (): Matcher =>
  memberThat('headers', '"headers" to be an object with arrays of strings', (headers) => {
    const isMap = typeof headers === 'object' && headers !== null && !Array.isArray(headers)
    const areTexts = (values: unknown) =>
      Array.isArray(values) && values.every((value) => typeof value === 'string')
    return isMap && Object.values(headers).every(areTexts)
  })

/** The most milliseconds between the creation of a run and its wait. */
const slack = ({ virtual }: Time): number => (virtual ? 0 : minutes(1))

/** Matches the end of the wait in seconds or milliseconds, by the target's own clock. */
const deadlineAfter =
  (createdAt: number, timeout: number, later: number): Matcher =>
  (waiter) => {
    const got = memberOf(waiter, 'deadline')
    if (typeof got !== 'number' || !Number.isInteger(got)) {
      return lacks('an integer "deadline"', jsonOf(waiter))
    }
    const earliest = createdAt + timeout
    const isIn = (unit: number) =>
      got * unit >= earliest - seconds(1) && got * unit <= earliest + later + seconds(1)
    return isIn(seconds(1)) || isIn(1)
      ? undefined
      : differs('the end of the wait as "deadline", in milliseconds or a thousandth', earliest, got)
  }

const own = [
  ['queue.waiter.run-id-header', 'Workflow-Runid', ({ runId }: NotifiedRun) => runId],
  ['queue.waiter.url-header', 'Workflow-Url', ({ application }: NotifiedRun) => application.url],
] as const

/** Notifies a run; a waiter that is no object blocks the scenario. */
async function notifiedWaiter(world: QueueWorld, options?: WaitingOptions): Promise<NotifiedRun> {
  const run = await notifiedRun(world, options)
  given(run.waiter, object())
  return run
}

export const waiterScenarios = [
  ...(
    [
      ['notify: waiter.url is the URL of the waiting workflow', 'workflow-url', {}],
      [
        'notify: waiter.url is the URL of the waiting workflow with its query',
        'workflow-url-with-query',
        withQuery,
      ],
    ] as const
  ).map(([title, id, options]) =>
    scenario(title, {
      id: `queue.waiter.url/${id}`,
      async run(world) {
        const { waiter, application } = await notifiedWaiter(world, options)
        must(waiter, text('url', application.url))
      },
    }),
  ),

  scenario('notify with 3 waiters: each waiter.url is that of its own workflow', {
    id: 'queue.waiter.url/own-url-for-3-waiters',
    async run(world) {
      const runs = await waitingRuns(world, 3)
      const reply = given(await world.queue.notify(`${world.id}-event`), accepted(), elements(3))

      for (const element of elementsIn(reply)) given(waiterIn(element), object())
      const urls = runs.map(({ application }) => application.url)
      must(
        reply,
        equalsSorted('the URLs of the workflows', urls, () =>
          elementsIn(reply).map((each) => memberOf(waiterIn(each), 'url')),
        ),
      )
    },
  }),

  scenario('notify: waiter.headers is an object with an array of strings per name', {
    id: 'queue.waiter.headers/object-of-string-arrays',
    async run(world) {
      const settings = { 'Forward-X-Contract': 'one', Label: 'a,b' }
      const { waiter } = await notifiedWaiter(world, { settings })

      must(waiter, headerMap())
    },
  }),

  scenario('notify: Svc-Workflow-Url in waiter.headers has the workflow URL query', {
    id: 'queue.waiter.url-header/query-included',
    async run(world) {
      const { waiter, application } = await notifiedWaiter(world, withQuery)

      must(waiter, holding(`${world.queue.headerPrefix}Workflow-Url`, application.url))
    },
  }),

  ...own.flatMap(([rule, name, valueOf]) => [
    scenario(`notify: Svc-${name} in waiter.headers is that of the waiting run`, {
      id: `${rule}/single-run`,
      async run(world) {
        const run = await notifiedWaiter(world)

        must(run.waiter, holding(world.queue.headerPrefix + name, valueOf(run)))
      },
    }),

    scenario(`notify of two runs: each waiter has the Svc-${name} of its run`, {
      id: `${rule}/2-runs`,
      async run(world) {
        for (const eventId of [`${world.id}-one`, `${world.id}-two`]) {
          const run = await notifiedWaiter(world, { eventId })
          must(run.waiter, holding(world.queue.headerPrefix + name, valueOf(run)))
        }
      },
    }),
  ]),

  ...timeouts.map(([timeout, milliseconds]) =>
    scenario(`notify: waiter.deadline is when a wait with timeout ${timeout} ends`, {
      id: `queue.waiter.deadline/timeout-${timeout}`,
      async run(world) {
        const { waiter, createdAt } = await notifiedWaiter(world, { timeout })

        must(waiter, deadlineAfter(createdAt, milliseconds, slack(world.time)))
      },
    }),
  ),

  observation('observes if the deadline of a waiter is in seconds or milliseconds', {
    id: 'queue.waiter.deadline-unit/seconds-or-milliseconds',
    async run(world) {
      const { waiter, createdAt } = await notifiedWaiter(world)
      const deadline = Number(memberOf(waiter, 'deadline'))
      world.note('unit', deadline > createdAt ? 'milliseconds' : 'seconds')
    },
  }),
]
