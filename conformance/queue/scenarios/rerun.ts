// What a restart and a resume of one failed run have to do alike (endpoints 7 and 8).

import { given, must } from '../../core/judgement.js'
import { accepted, header } from '../../core/matchers.js'
import { days, seconds } from '../../core/time.js'
import type { Answer, Delivery } from '../../sink/sink.js'
import type { Call } from '../fixtures/application.js'
import type { Rerun } from '../fixtures/client.js'
import { entryRead, hasEntries, listed, withEntry } from '../fixtures/entries.js'
import { areAsListed, areListed, creationsOf } from '../fixtures/listed.js'
import {
  arrivedAfter,
  executed,
  inside,
  latest,
  member,
  method,
  text,
  underWay,
} from '../fixtures/matchers.js'
import {
  attempted,
  combinations,
  createdNow,
  failedAgain,
  failedKeyed,
  firstCall,
  keyed,
  placed,
  referencesIn,
  rerun,
  shownKey,
  shownLimit,
  type Again,
  type Combination,
} from '../fixtures/reruns.js'
import { failedRun, failedRuns, startedRun, type FailedRun } from '../fixtures/runs.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

type Settings = Readonly<Record<string, string>>
const needs = ['runs'] as const

/** What a run was started with, and what it is run again with: how often it is attempted then. */
const retries = [
  [0, 2],
  [2, 0],
  [1, 4],
] as const

/** A step that fails. */
const failing = { name: 'fails', fails: true } as const

/** The same of one request alone. */
const ofOne: readonly Combination[] = [
  {
    what: 'retries beside a run id is attempted as often',
    statement: 'retries',
    overrides: ({ id }) => ({ 'Workflow-RunId': `${id}-again`, Retries: '0' }),
    fits: (again) => attempted(again, 1),
  },
]

/** The rule by which all is as before that no request can override. */
const configuration = (how: Rerun) =>
  how === 'restart'
    ? 'queue.restart.original-configuration'
    : 'queue.resume.omitted-settings-reuse-the-original'

/** How long after its first attempt the second one of a run is made; in milliseconds. */
const GAP = seconds(2)

/** What such a gap comes from: what the first attempt is answered, and settings of the run. */
const gaps: readonly (readonly [what: string, first: Answer, settings: Settings])[] = [
  ['is not answered ends after the timeout', 'hang', { Timeout: '2s', 'Retry-Delay': '0' }],
  ['fails is made again after the retry delay', { status: 500 }, { 'Retry-Delay': '2000' }],
]

/** That a run which is run again makes its second attempt as long after its first one as before. */
async function judgeGap(world: QueueWorld, how: Rerun, answer: Answer, settings: Settings) {
  const { time } = world
  const application = world.workflow([{ name: 'fails', fails: answer }])
  const run = await startedRun(world, { application, settings: { Retries: '1', ...settings } })
  application.breakAt('fails')
  const after = (first: Delivery, late?: number) =>
    arrivedAfter(time, first, GAP, { slack: underWay(GAP), ...(late !== undefined && { late }) })
  const [{ delivery: before }] = application.callsOf(run.runId) as [Call]
  const { at } = given(await application.delivery(2, latest(GAP)), after(before))
  const failed = await placed(world, run)
  application.breakAt('fails', answer)
  const made = application.deliveries.length

  const again = await rerun(world, how, failed)
  const { delivery: first } = given(await firstCall(again))
  application.mend()
  const second = await application.delivery(made + 2, latest(GAP))
  // What hangs would keep the clock from others.
  if (time.virtual) await time.pass(days(1))
  // The first gap of the default backoff is longer than this, or shorter by far.
  must(second, after(first, Math.max(0, at - before.at - GAP) + seconds(4)))
}

/** A new run, its id and its retries. */
const newRun = (how: Rerun) => [
  scenario(`a ${how} starts a run of another id, which is delivered`, {
    rule: `queue.${how}.creates-a-new-run`,
    needs,
    async run(world) {
      const failed = await failedRun(world)
      failed.application.mend()

      const again = await rerun(world, how, failed, {}, must)
      must(await firstCall(again))
    },
  }),

  scenario(`a ${how} of each of several runs starts a run of its own`, {
    rule: `queue.${how}.creates-a-new-run`,
    needs,
    async run(world) {
      const failed = await failedRuns(world, 2)
      failed[0]!.application.mend()

      for (const each of failed) {
        const again = await rerun(world, how, each, {}, must)
        must(await firstCall(again))
      }
    },
  }),

  ...(
    [
      ['a run id', 'Workflow-RunId'],
      ['a run id under a name in lower case', 'workflow-runid'],
    ] as const
  ).map(([what, name]) =>
    scenario(`a ${how} with ${what} has that id`, {
      rule: `queue.${how}.workflow-run-id`,
      needs,
      async run(world) {
        const failed = await failedRun(world)
        failed.application.mend()
        const runId = `${world.id}-Again`

        const again = await rerun(world, how, failed, { [name]: runId })
        must(again.reply, member('workflowRunId', runId))
        await failed.application.called(runId)
        given(await failed.application.delivery(2))
        must(await firstCall(again))
      },
    }),
  ),

  ...retries.map(([original, wanted]) =>
    scenario(`a ${how} with ${wanted} retries instead of ${original} is attempted as often`, {
      rule: `queue.${how}.retries`,
      needs,
      async run(world) {
        const failed = await failedRun(world, { settings: { Retries: `${original}` } })
        given(failed.entry, attempted(failed, 1 + original))

        const again = await failedAgain(world, how, failed, { Retries: `${wanted}` })
        must(again.entry, attempted(again, 1 + wanted))
        if (member('maxRetries', original)(failed.entry) === undefined) {
          must(again.entry, member('maxRetries', wanted))
        }
      },
    }),
  ),

  scenario(`a ${how} with 2 retries instead of 0 has them at a later step too`, {
    rule: `queue.${how}.retries`,
    needs,
    async run(world) {
      const failed = await failedRun(world, { steps: [failing, { name: 'later' }] })
      const { application } = failed
      given(failed.entry, attempted(failed, 1))
      application.mend()
      application.breakAt('later')

      const again = await failedAgain(world, how, failed, { Retries: '2' })
      given(application.played(again.runId), executed(failing.name))
      must(again.entry, attempted(again, 1 + 3))
    },
  }),
]

/** Flow control that the request sets, alone and beside other settings. */
const flowControl = (how: Rerun) => [
  scenario(`a ${how} with another flow-control key has that`, {
    rule: `queue.${how}.flow-control-key`,
    needs,
    async run(world) {
      const failed = await failedKeyed(world, 7)
      given(failed.entry, shownKey(world, 'first'))

      const again = await failedAgain(world, how, failed, keyed(world, 'second', 3), must)
      must(again.entry, shownKey(world, 'second'))
    },
  }),

  scenario(`a ${how} of a run without flow control can have a key`, {
    rule: `queue.${how}.flow-control-key`,
    needs,
    async run(world) {
      const failed = await failedRun(world)

      const again = await failedAgain(world, how, failed, keyed(world, 'second', 3), must)
      must(again.entry, shownKey(world, 'second'))
    },
  }),

  scenario(`a ${how} with another parallelism has that`, {
    rule: `queue.${how}.flow-control-value`,
    needs,
    async run(world) {
      const failed = await failedKeyed(world, 7)
      given(failed.entry, shownLimit(7))

      const again = await failedAgain(world, how, failed, keyed(world, 'first', 3), must)
      must(again.entry, shownLimit(3))
    },
  }),

  scenario(`of two that a ${how} gives a key and a parallelism of 1 the other waits`, {
    rule: `queue.${how}.flow-control-value`,
    needs,
    waits: latest(GAP),
    async run(world) {
      const application = world.workflow([failing])
      const settings = { Timeout: '2s' }
      const both = await failedRuns(world, 2, { application, settings })
      application.breakAt(failing.name, 'hang')
      const made = application.deliveries.length

      for (const failed of both) await rerun(world, how, failed, keyed(world, 'other', 1))
      const first = given(await application.delivery(made + 1))
      const other = given(await application.delivery(made + 2, latest(GAP)))
      application.mend()
      // What hangs would keep the clock from others.
      if (world.time.virtual) await world.time.pass(days(1))
      // The first one is not answered, and is under way until its timeout.
      must(other, arrivedAfter(world.time, first, GAP, { slack: underWay(GAP) }))
    },
  }),

  ...[...combinations, ...ofOne].map(({ what, statement, limited, overrides, fits }) =>
    scenario(`a ${how} with ${what}`, {
      rule: `queue.${how}.${statement}`,
      needs,
      async run(world) {
        const failed = await failedKeyed(world, 70, { limited, settings: { Retries: '1' } })
        const shown = [shownKey(world, 'first'), shownLimit(70, limited)]
        given(failed.entry, attempted(failed, 2), ...shown)

        const again = await failedAgain(world, how, failed, overrides(world))
        must(again.entry, fits(again, world))
      },
    }),
  ),
]

/** What the request does not set is as in the run that failed. */
const originals = (how: Rerun) => [
  scenario(`a ${how} without retries has those of the run that failed`, {
    rule: `queue.${how}.omitted-settings-reuse-the-original`,
    needs,
    async run(world) {
      const failed = await failedRun(world, { settings: { Retries: '1' } })
      given(failed.entry, attempted(failed, 2))

      const again = await failedAgain(world, how, failed)
      must(again.entry, attempted(again, 2))
    },
  }),

  ...(
    [
      ['no settings', {}],
      ['other retries alone', { Retries: '1' }],
    ] as const
  ).map(([what, settings]) =>
    scenario(`a ${how} with ${what} has the flow control of the run that failed`, {
      rule: `queue.${how}.omitted-settings-reuse-the-original`,
      needs,
      async run(world) {
        const failed = await failedKeyed(world, 7)
        given(failed.entry, shownKey(world, 'first'), shownLimit(7))

        const again = await failedAgain(world, how, failed, settings)
        must(again.entry, shownKey(world, 'first'), shownLimit(7))
      },
    }),
  ),

  scenario(`a ${how} with another flow-control key alone has the parallelism of before`, {
    rule: `queue.${how}.omitted-settings-reuse-the-original`,
    needs,
    async run(world) {
      const failed = await failedKeyed(world, 7)
      given(failed.entry, shownLimit(7))

      const { 'Flow-Control-Key': key } = keyed(world, 'second', 7)
      const again = await failedAgain(world, how, failed, { 'Flow-Control-Key': key })
      must(again.entry, shownLimit(7))
    },
  }),

  scenario(`a ${how} with another parallelism alone has the flow-control key of before`, {
    rule: `queue.${how}.omitted-settings-reuse-the-original`,
    needs,
    async run(world) {
      const failed = await failedKeyed(world, 7)
      given(failed.entry, shownKey(world, 'first'))

      const { 'Flow-Control-Value': value } = keyed(world, 'first', 3)
      const again = await failedAgain(world, how, failed, { 'Flow-Control-Value': value })
      must(again.entry, shownKey(world, 'first'))
    },
  }),

  scenario(`a ${how} has the method of the run that failed`, {
    rule: configuration(how),
    needs,
    async run(world) {
      const failed = await failedRun(world, { settings: { Method: 'PUT' } })
      given(await failed.application.delivery(), method('PUT'))
      failed.application.mend()

      const again = await rerun(world, how, failed)
      must(given(await firstCall(again)).delivery, method('PUT'))
    },
  }),

  scenario(`a ${how} forwards the headers that the run was started with`, {
    rule: configuration(how),
    needs,
    async run(world) {
      const settings = { 'Forward-X-Contract': 'kept' }
      const failed = await failedRun(world, { settings })
      given(failed.application.callsOf(failed.runId)[0]!, header('X-Contract', 'kept'))
      failed.application.mend()

      const again = await rerun(world, how, failed)
      must(given(await firstCall(again)), header('X-Contract', 'kept'))
    },
  }),

  ...gaps.map(([what, first, settings]) =>
    scenario(`an attempt of a ${how} that ${what} of the run that failed`, {
      rule: configuration(how),
      needs,
      waits: 2 * latest(GAP),
      run: (world) => judgeGap(world, how, first, settings),
    }),
  ),
]

/** The same of what shows only after a second failure, or at another run. */
const keptThrough = (how: Rerun) => [
  scenario(`what a ${how} overrides is overridden in no other one`, {
    rule: `queue.${how}.omitted-settings-reuse-the-original`,
    needs,
    async run(world) {
      const application = world.workflow([failing])
      const options = { application, settings: { Retries: '1' } }
      const [one, other] = [
        await failedKeyed(world, 7, options),
        await failedKeyed(world, 7, options),
      ]
      const original = (run: Again | FailedRun) =>
        [attempted(run, 2), shownKey(world, 'first'), shownLimit(7)] as const
      for (const failed of [one, other]) given(failed.entry, ...original(failed))
      await failedAgain(world, how, one, { ...keyed(world, 'second', 3), Retries: '0' })

      // An entry may be gone once its run was run again.
      const isThere = accepted()(await entryRead(world, one.dlqId)) === undefined
      for (const failed of isThere ? [one, other] : [other]) {
        const again = await failedAgain(world, how, failed)
        must(again.entry, ...original(again))
      }
    },
  }),

  scenario(`a ${how} that fails has the label of the run that failed`, {
    rule: configuration(how),
    needs,
    async run(world) {
      const label = `${world.id}-label`
      const failed = await failedRun(world, { settings: { Label: label } })
      const query = { workflowUrl: failed.application.url, label }
      given(await listed(world, query), accepted(), hasEntries(failed.dlqId))

      const again = await failedAgain(world, how, failed)
      must(await listed(world, query), accepted(), hasEntries(again.dlqId))
    },
  }),

  scenario(`a ${how} that fails sends its failure callback the headers of before`, {
    rule: configuration(how),
    needs,
    async run(world) {
      const callback = world.inbox()
      const settings = {
        'Failure-Callback': callback.url,
        'Failure-Callback-Forward-X-Contract': 'kept',
      }
      const failed = await failedRun(world, { settings })
      const kept = header('X-Contract', 'kept')
      given(await callback.delivery(), kept)

      await failedAgain(world, how, failed)
      must(given(await callback.delivery(2)), kept)
    },
  }),

  scenario(`a ${how} that fails calls the failure callback of the run that failed`, {
    rule: `queue.${how}.omitted-settings-reuse-the-original`,
    needs,
    async run(world) {
      const callback = world.inbox()
      const failed = await failedRun(world, { settings: { 'Failure-Callback': callback.url } })
      given(await callback.delivery())

      await failedAgain(world, how, failed)
      must(await callback.delivery(2))
    },
  }),

  scenario(`what came of the failure callback of a ${how} is kept in the entry that it calls for`, {
    rule: 'queue.dlq-message.failure-callback-result-kept',
    needs,
    async run(world) {
      const callback = world.inbox((_, n) => ({ status: n === 1 ? 200 : 202 }))
      const failed = await failedRun(world, { settings: { 'Failure-Callback': callback.url } })
      given(await callback.delivery())

      const again = await failedAgain(world, how, failed)
      given(await callback.delivery(2))
      const info = inside('failureCallbackInfo', member('responseStatus', 202))
      const kept = withEntry(again, info)
      const read = () => listed(world, { workflowUrl: again.application.url })
      must(await world.eventually(read, kept), accepted(), kept)
    },
  }),
]

/** The answer, and what is left of the entry. */
const answers = (how: Rerun) => [
  scenario(`what is answered to a ${how} names the run and when it was created`, {
    rule: `queue.${how}.response`,
    needs,
    async run(world) {
      const failed = await failedRun(world)
      failed.application.mend()

      const reply = await world.queue.rerun(how, failed.dlqId)
      must(given(reply, accepted()), text('workflowRunId'), createdNow(await world.time.now()))
    },
  }),

  scenario(`what is answered to a ${how} says of the run what its list says`, {
    rule: `queue.${how}.response`,
    needs,
    async run(world) {
      const failed = await failedRun(world)
      failed.application.mend()

      const { reply } = await rerun(world, how, failed)
      must(given(await creationsOf(world, referencesIn(reply)), areListed), areAsListed)
    },
  }),

  observation(`what a ${how} leaves of the entry`, {
    rule: `queue.${how}.entry-afterwards`,
    needs,
    async run(world) {
      const failed = await failedRun(world)
      failed.application.mend()
      await rerun(world, how, failed)

      world.note('status of the entry', (await entryRead(world, failed.dlqId)).status)
    },
  }),

  observation(`what is answered to a ${how} of an entry that is absent`, {
    rule: 'queue.restart.absent-entry',
    async run({ queue, id, note }) {
      note('status', (await queue.rerun(how, id)).status)
    },
  }),
]

/** What a restart and a resume have to do alike. */
export const rerunScenarios = (how: Rerun) => [
  ...newRun(how),
  ...flowControl(how),
  ...originals(how),
  ...keptThrough(how),
  ...answers(how),
]
