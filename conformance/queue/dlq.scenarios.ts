// The dead letter queue (endpoints 4 to 6).

import { given, must, type Matcher } from '../judgement.js'
import { accepted, differs, status } from '../matchers.js'
import { entriesIn } from './entries.js'
import { attempts, list, member, text } from './matchers.js'
import { failedRun, failedRuns, startedRun } from './runs.js'
import { scenario } from './world.js'

const entries = '/v2/workflows/dlq'

/** A page with so many entries of that run. */
const entriesOfRun =
  (runId: string, count: number): Matcher =>
  (page) => {
    const own = entriesIn(page).filter(({ workflowRunId }) => workflowRunId === runId)
    return own.length === count ? undefined : differs('a number of entries of', count, own.length)
  }

/** How many retries are exhausted. */
const retries = [0, 1, 3]

export const dlqScenarios = [
  ...retries.map((n) =>
    scenario(`a run whose step fails is listed once when ${n} retries are exhausted`, {
      rule: 'queue.dlq.failed-run-is-placed',
      needs: ['runs'],
      async run(world) {
        const application = world.workflow([{ name: 'fails', fails: true }])
        const settings = { Retries: `${n}` }
        const { runId } = await startedRun(world, { application, settings })
        given(await application.delivery(1 + n))
        given(await application.all(0), attempts(1 + n))

        const read = () => world.queue.send('GET', `${entries}?workflowRunId=${runId}`)
        const placed = entriesOfRun(runId, 1)
        must(await world.eventually(read, placed), accepted(), placed)
      },
    }),
  ),

  scenario('a run that fails after steps that did not is listed', {
    rule: 'queue.dlq.failed-run-is-placed',
    needs: ['runs'],
    async run(world) {
      const steps = [
        { name: 'one', result: 1 },
        { name: 'two', fails: true },
      ] as const

      await failedRun(world, { steps }, must)
    },
  }),

  scenario('each of several entries can be read by its id', {
    rule: 'queue.dlq.get-returns-one-message',
    needs: ['runs'],
    async run(world) {
      for (const { dlqId, runId } of await failedRuns(world, 3)) {
        must(
          await world.queue.send('GET', `${entries}/${dlqId}`),
          ...[
            accepted(),
            text('messageId'),
            member('dlqId', dlqId),
            member('workflowRunId', runId),
          ],
        )
      }
    },
  }),

  scenario('an entry that is absent cannot be read: 404', {
    rule: 'queue.dlq.get-absent-is-404',
    async run({ queue, id }) {
      given(await queue.send('GET', entries), accepted())

      must(await queue.send('GET', `${entries}/${id}`), status(404))
    },
  }),

  scenario('the list has its entries under "messages"', {
    rule: 'queue.dlq.list-response',
    async run({ queue }) {
      must(await queue.send('GET', entries), accepted(), list('messages'))
    },
  }),

  scenario('an entry that is absent cannot be deleted: 404', {
    rule: 'queue.dlq.delete-absent-is-404',
    async run({ queue, id }) {
      given(await queue.send('GET', entries), accepted())

      must(await queue.send('DELETE', `${entries}/${id}`), status(404))
    },
  }),
]
