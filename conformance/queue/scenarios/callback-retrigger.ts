// Sending the failure callback of a DLQ entry again (endpoint 10).

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, header, refused } from '../../core/matchers.js'
import { seconds } from '../../core/time.js'
import type { Answering } from '../../sink/sink.js'
import { asMessage, memberOf, type Exchange, type HttpMessage } from '../../wire/exchange.js'
import { percentEncoded } from '../../wire/percent.js'
import {
  FAILED_ONCE,
  failing,
  itsRetry,
  retriedOnce,
  quiet,
  retriesAtAll,
} from '../fixtures/publishing.js'
import { attempts, calls, method } from '../fixtures/arrivals.js'
import {
  entriesIn,
  entryAmong,
  entryRead,
  hasEntries,
  hasNoEntries,
  listed,
  withEntry,
  ofUrl,
  mustMatchLists,
} from '../fixtures/lists.js'
import { calledRun, failedRun, type CalledOptions, type FailedRun } from '../fixtures/runs.js'
import {
  equals,
  expects,
  memberThat,
  inside,
  integer,
  mapped,
  member,
  text,
} from '../fixtures/matchers.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

const RULE = 'queue.callback-retrigger.sends-the-callback-again'

const retrigger = ({ queue }: QueueWorld, dlqId: string): Promise<Exchange> =>
  queue.send('POST', `/v2/workflows/dlq/callback/${percentEncoded(dlqId)}`)

const calledWithQuery = (world: QueueWorld, options?: CalledOptions) =>
  calledRun(world, { ...options, path: `/failed?run=${world.id}` })

/** Lists the entries of the run's application until they fit. */
const ownList = (world: QueueWorld, { application }: FailedRun, ...matchers: Matcher[]) =>
  listed(world, ofUrl(application), ...matchers)

async function calledAgain(world: QueueWorld) {
  const run = await calledWithQuery(world, { answer: failsOnce })
  given(await retrigger(world, run.dlqId), accepted())
  given(await run.called.delivery(2))
  return run
}

const stateOf = (entry: HttpMessage): unknown => {
  const info = memberOf(entry, 'failureCallbackInfo')
  return typeof info === 'object' && info !== null && 'state' in info ? info.state : undefined
}

const stateIn = (page: Exchange, run: FailedRun): string =>
  String(stateOf(asMessage(entryAmong(entriesIn(page), run))))

const inState = (want: string): Matcher => equals('the failureCallbackInfo.state', want, stateOf)

/** Matches another id than that of the entry. It is open which run it is. */
const noEntry = (dlqId: string): Matcher =>
  memberThat('workflowRunId', 'the id of a run, and of no entry', (got) => got !== dlqId)

const failsOnce: Answering = (_, n) => {
  const [status, said] = n === 1 ? [500, 'failed'] : [200, 'succeeded']
  return { status, headers: { 'X-Contract': said }, body: said }
}

/** The state of success that the document shows. */
const OBSERVED = 'CALLBACK_SUCCESS'

/** Returns the state of success of the target. */
async function stateOfSuccess(world: QueueWorld): Promise<string> {
  const run = await calledWithQuery(world)
  const answered = inside('failureCallbackInfo', text('state'), member('responseStatus', 200))
  const isKept = withEntry(run, answered)
  return stateIn(given(await ownList(world, run, isKept), accepted(), isKept), run)
}

/** Fields of `failureCallbackInfo` after a second callback that succeeds. */
const keptAgain = [
  [
    'status',
    'queue.dlq-message.failure-callback-info-response-status',
    member('responseStatus', 200),
  ],
  [
    'body',
    'queue.dlq-message.failure-callback-info-response-body',
    member('responseBody', 'succeeded'),
  ],
  [
    'headers',
    'queue.dlq-message.failure-callback-info-response-headers',
    mapped('responseHeaders', 'X-Contract', 'succeeded'),
  ],
] as const

export const callbackRetriggerScenarios = [
  scenario('re-trigger of a DLQ entry sends its failure callback exactly once more', {
    id: `${RULE}/exactly-once-more`,
    waits: seconds(4),
    async run(world) {
      const { dlqId, called, url, first } = await calledWithQuery(world)
      given(await called.all(quiet(world.time)), attempts(1))

      must(await retrigger(world, dlqId), accepted())
      must(await called.delivery(2), calls(url), method(first.method))
      must(await called.all(quiet(world.time)), attempts(2))
    },
  }),

  scenario('two re-triggers of a DLQ entry send its failure callback twice more', {
    id: `${RULE}/2-re-triggers`,
    async run(world) {
      const { dlqId, called, url } = await calledWithQuery(world)

      for (const n of [2, 3]) {
        must(await retrigger(world, dlqId), accepted())
        must(await called.delivery(n), calls(url))
      }
    },
  }),

  scenario('re-trigger resends a failure callback that first got HTTP 500', {
    id: `${RULE}/after-http-500`,
    async run(world) {
      const { dlqId, called, url } = await calledWithQuery(world, { answer: failsOnce })

      must(await retrigger(world, dlqId), accepted())
      must(await called.delivery(2), calls(url))
    },
  }),

  scenario('re-triggered failure callback has its forwarded headers again', {
    id: `${RULE}/forwarded-headers`,
    async run(world) {
      const settings = { 'Failure-Callback-Forward-X-Contract': 'kept' }
      const { dlqId, called, first } = await calledWithQuery(world, { settings })
      given(first, header('X-Contract', 'kept'))

      must(await retrigger(world, dlqId), accepted())
      must(await called.delivery(2), header('X-Contract', 'kept'))
    },
  }),

  scenario('re-triggered failure callback that gets HTTP 500 is retried', {
    id: 'queue.failure-callback.uses-original-retries/http-500-retried-after-re-trigger',
    waits: FAILED_ONCE,
    async run(world) {
      await retriesAtAll(world)
      const settings = retriedOnce('Failure-Callback')
      const answer: Answering = (_, n) => ({ status: n === 2 ? 500 : 200 })
      const { dlqId, called } = await calledWithQuery(world, { answer, settings })

      given(await retrigger(world, dlqId), accepted())
      given(await called.delivery(2))
      must(await called.delivery(3, itsRetry(world.time)))
    },
  }),

  scenario('re-trigger sends the failure callback of the given DLQ entry only', {
    id: `${RULE}/given-dlq-entry-only`,
    waits: seconds(4),
    async run(world) {
      const [named, other] = [await calledWithQuery(world), await calledWithQuery(world)]
      given(await other.called.all(quiet(world.time)), attempts(1))

      must(await retrigger(world, named.dlqId), accepted())
      must(await named.called.delivery(2), calls(named.url))
      must(await other.called.all(quiet(world.time)), attempts(1))
    },
  }),

  scenario('re-trigger of a failure callback returns run id and creation time', {
    id: 'queue.callback-retrigger.response/run-id-and-creation-time',
    async run(world) {
      const { dlqId } = await calledWithQuery(world)

      const reply = given(await retrigger(world, dlqId), accepted())
      must(reply, text('workflowRunId'), noEntry(dlqId), integer('workflowCreatedAt'))
    },
  }),

  scenario('callback re-trigger returns run id and creation time as in the run list', {
    id: 'queue.callback-retrigger.response/matches-run-list',
    async run(world) {
      const { dlqId } = await calledWithQuery(world)

      const reply = given(await retrigger(world, dlqId), accepted())
      // It is open which run it names: one that is not listed cannot be compared.
      await mustMatchLists(world, reply, true)
    },
  }),

  scenario('failureCallbackInfo: state is success after a re-trigger succeeds', {
    id: 'queue.dlq-message.failure-callback-info-state/success-after-re-trigger',
    async run(world) {
      const success = await stateOfSuccess(world)
      const run = await calledAgain(world)

      const succeeded = withEntry(run, inState(success))
      must(await ownList(world, run, succeeded), accepted(), succeeded)
    },
  }),

  ...keptAgain.map(([what, rule, fits]) =>
    scenario(`failureCallbackInfo has the response ${what} of a re-triggered callback`, {
      id: `${rule}/re-triggered-callback`,
      async run(world) {
        const success = await stateOfSuccess(world)
        const run = await calledAgain(world)
        const succeeded = withEntry(run, inState(success))
        const kept = withEntry(run, inside('failureCallbackInfo', fits))

        const page = await ownList(world, run, succeeded, kept)
        must(given(page, accepted(), succeeded), kept)
      },
    }),
  ),

  scenario('DLQ list: failureCallbackState matches only the state after a re-trigger', {
    id: 'queue.dlq.filter-failure-callback-state/matches-state-after-re-trigger',
    async run(world) {
      const success = await stateOfSuccess(world)
      const run = await calledWithQuery(world, { answer: failsOnce })
      const hasFailed = expects('another state', stateOf, (state) => state !== success)
      const failed = withEntry(run, inside('failureCallbackInfo', text('state')))
      const page = await ownList(world, run, failed)
      const before = stateIn(given(page, accepted(), failed, withEntry(run, hasFailed)), run)
      given(await retrigger(world, run.dlqId), accepted())
      given(await run.called.delivery(2))
      const succeeded = withEntry(run, inState(success))
      given(await ownList(world, run, succeeded), accepted(), succeeded)

      for (const [state, fits] of [
        [success, hasEntries(run.dlqId)],
        [before, hasNoEntries(run.dlqId)],
      ] as const) {
        const query = { ...ofUrl(run.application), failureCallbackState: state }
        const page = await listed(world, query, fits)
        // A state that the document does not show may be refused as a filter.
        if (state === OBSERVED || refused()(page) !== undefined) must(page, accepted(), fits)
      }
    },
  }),

  observation('observes if a re-trigger returns the run id of the failed run or another', {
    id: 'queue.callback-retrigger.of-which-run/returned-run-id',
    async run(world) {
      const { dlqId, runId, createdAt } = await calledWithQuery(world)
      const reply = await retrigger(world, dlqId)
      const isFailed =
        memberOf(reply, 'workflowRunId') === runId &&
        memberOf(reply, 'workflowCreatedAt') === createdAt
      world.note('run', isFailed ? 'the failed one' : 'another one')
    },
  }),

  observation('observes the state of a failure callback whose re-trigger fails too', {
    id: 'queue.states.other-callback-states/state-if-re-trigger-fails',
    async run(world) {
      const { dlqId, called } = await calledWithQuery(world, { answer: failing })
      await retrigger(world, dlqId)
      await called.delivery(2)
      await world.time.pass(world.time.virtual ? 0 : seconds(1))
      world.note('state', stateOf(await entryRead(world, dlqId)))
    },
  }),

  observation('observes the HTTP status of re-trigger without failure callback or entry', {
    id: 'queue.errors.other-status-codes/re-trigger-without-callback-or-entry',
    async run(world) {
      const { dlqId } = await failedRun(world)
      world.note('without a failure callback', (await retrigger(world, dlqId)).status)
      world.note('without an entry', (await retrigger(world, world.id)).status)
    },
  }),
]
