// The waiter that a notify tells of.

import { memberOf, jsonOf } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, differs, lacks } from '../../core/matchers.js'
import { days, hours, minutes, seconds, type Time } from '../../core/time.js'
import { equals, memberThat, object, text } from '../fixtures/matchers.js'
import {
  among,
  elements,
  elementsIn,
  headerIn,
  notifiedRun,
  waiterIn,
  waitingRuns,
  type NotifiedRun,
} from '../fixtures/notified.js'
import type { WaitingOptions } from '../fixtures/runs.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

const timeouts = [
  ['90s', seconds(90)],
  ['1h', hours(1)],
  ['2d', days(2)],
] as const

/** A workflow whose URL has a query. */
const withQuery = { query: 'a=1&b=2' }

/** A waiter whose header has this value and no other. */
const holding = (name: string, want: string): Matcher =>
  equals(`header ${name} of the waiter`, [want], (waiter) => headerIn(waiter, name))

/** Headers as they are everywhere: by their names, an array of strings each. */
const headerMap = (): Matcher =>
  memberThat('headers', '"headers" to be an object with arrays of strings', (headers) => {
    const isMap = typeof headers === 'object' && headers !== null && !Array.isArray(headers)
    const areTexts = (values: unknown) =>
      Array.isArray(values) && values.every((value) => typeof value === 'string')
    return isMap && Object.values(headers).every(areTexts)
  })

/** How much later than the creation of its run a run may have begun to wait, in milliseconds. */
const slack = ({ virtual }: Time): number => (virtual ? 0 : minutes(1))

/**
 * When the wait ends, in seconds or in milliseconds: which of them is open. Judged by the target's
 * own clock, which told when the run was created.
 */
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

/** What each waiter has to say of its own run. */
const own = [
  ['queue.waiter.run-id-header', 'Workflow-Runid', ({ runId }: NotifiedRun) => runId],
  ['queue.waiter.url-header', 'Workflow-Url', ({ application }: NotifiedRun) => application.url],
] as const

/** A run that has been notified, and its waiter as far as that is one. */
async function notifiedWaiter(world: QueueWorld, options?: WaitingOptions): Promise<NotifiedRun> {
  const run = await notifiedRun(world, options)
  given(run.waiter, object())
  return run
}

export const waiterScenarios = [
  ...(
    [
      ['a waiter has the URL of its workflow', {}],
      ['a waiter has the URL of its workflow with its query', withQuery],
    ] as const
  ).map(([title, options]) =>
    scenario(title, {
      rule: 'queue.waiter.url',
      async run(world) {
        const { waiter, application } = await notifiedWaiter(world, options)
        must(waiter, text('url', application.url))
      },
    }),
  ),

  scenario('each of three waiters has the URL of its own workflow', {
    rule: 'queue.waiter.url',
    async run(world) {
      const runs = await waitingRuns(world, 3)
      const reply = given(await world.queue.notify(`${world.id}-event`), accepted(), elements(3))

      for (const element of elementsIn(reply)) given(waiterIn(element), object())
      const urls = runs.map(({ application }) => application.url)
      must(
        reply,
        among('the URLs of the workflows', (each) => memberOf(waiterIn(each), 'url'), urls),
      )
    },
  }),

  scenario('the headers of a waiter are a header map', {
    rule: 'queue.waiter.headers',
    async run(world) {
      const settings = { 'Forward-X-Contract': 'one', Label: 'a,b' }
      const { waiter } = await notifiedWaiter(world, { settings })

      must(waiter, headerMap())
    },
  }),

  scenario('the headers of a waiter have the URL of its workflow with its query', {
    rule: 'queue.waiter.url-header',
    async run(world) {
      const { waiter, application } = await notifiedWaiter(world, withQuery)

      must(waiter, holding(`${world.queue.headerPrefix}Workflow-Url`, application.url))
    },
  }),

  ...own.flatMap(([rule, name, valueOf]) => [
    scenario(`the headers of a waiter include ${name}, of its own run`, {
      rule,
      async run(world) {
        const run = await notifiedWaiter(world)

        must(run.waiter, holding(world.queue.headerPrefix + name, valueOf(run)))
      },
    }),

    scenario(`two runs that waited one after the other have their own ${name} each`, {
      rule,
      async run(world) {
        for (const eventId of [`${world.id}-one`, `${world.id}-two`]) {
          const run = await notifiedWaiter(world, { eventId })
          must(run.waiter, holding(world.queue.headerPrefix + name, valueOf(run)))
        }
      },
    }),
  ]),

  ...timeouts.map(([timeout, milliseconds]) =>
    scenario(`the deadline of a waiter is when its wait of ${timeout} ends`, {
      rule: 'queue.waiter.deadline',
      async run(world) {
        const { waiter, createdAt } = await notifiedWaiter(world, { timeout })

        must(waiter, deadlineAfter(createdAt, milliseconds, slack(world.time)))
      },
    }),
  ),

  observation('the unit of the deadline of a waiter', {
    rule: 'queue.waiter.deadline-unit',
    async run(world) {
      const { waiter, createdAt } = await notifiedWaiter(world)
      const deadline = Number(memberOf(waiter, 'deadline'))
      world.note('unit', deadline > createdAt ? 'milliseconds' : 'seconds')
    },
  }),
]
