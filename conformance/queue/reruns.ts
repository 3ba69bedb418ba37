// Failed runs that are run again: how that is asked for, what comes of it, and all that a restart and
// a resume are to do alike.

import { isDeepStrictEqual } from 'node:util'
import { jsonOf, memberOf, type Exchange, type Message } from '../exchange.js'
import { given, must, type Matcher } from '../judgement.js'
import { accepted, differs, header, lacks, refused } from '../matchers.js'
import type { Answer, Delivery } from '../sink.js'
import { days, seconds } from '../time.js'
import type { Application, Call, Played, Step, Steps } from './application.js'
import { entryRead, hasEntries, listed, withEntry } from './entries.js'
import { areAsListed, areListed, creationsOf, type Reference } from './listed.js'
import {
  arrivedAfter,
  executed,
  inside,
  latest,
  member,
  method,
  text,
  underWay,
} from './matchers.js'
import {
  entryOf,
  failedRun,
  failedRuns,
  startedRun,
  type FailedRun,
  type Run,
  type RunOptions,
} from './runs.js'
import { observation, scenario, type QueueWorld, type Rerun } from './world.js'

type Settings = Readonly<Record<string, string>>

/** A run that came of a failed one. */
export interface Again {
  readonly runId: string
  readonly createdAt: number
  readonly reply: Exchange
  readonly application: Application
}

/** The runs that an answer names, wherever it does: only one rule is about that. */
export function referencesIn(reply: Message): readonly Reference[] {
  const answer = jsonOf(reply)
  const isReference = (value: unknown): value is Reference =>
    typeof (value as Partial<Reference> | null)?.workflowRunId === 'string'
  if (typeof answer !== 'object' || answer === null) return []
  return [answer, ...(Object.values(answer) as unknown[])].flat().filter(isReference)
}

/** The id of a new run, none of these. */
const newRunId =
  (...old: readonly string[]): Matcher =>
  (reply) => {
    const got = memberOf(reply, 'workflowRunId')
    return typeof got === 'string' && got !== '' && !old.includes(got)
      ? undefined
      : lacks('the id of a new run', got)
  }

/** A moment of the last or the next day, in milliseconds: no clock of a target is off by more. */
const isNear = (moment: unknown, now: number): boolean =>
  Number.isInteger(moment) && Math.abs(Number(moment) - now) < days(1)

/** All runs that an answer names were created about now, in Unix milliseconds. */
export const createdNow =
  (now: number): Matcher =>
  (reply) => {
    const moments = referencesIn(reply).map(({ workflowCreatedAt }) => workflowCreatedAt)
    return moments.length > 0 && moments.every((moment) => isNear(moment, now))
      ? undefined
      : differs('"workflowCreatedAt" in Unix milliseconds, about', now, moments)
  }

/**
 * Ids that are not known beforehand: none is an old one, no two are alike, and they are not counted.
 * How long they are and what they are made of is open.
 */
export const randomIds =
  (ids: readonly string[], old: readonly string[] = []): Matcher =>
  () => {
    const isNew = ids.every((id, n) => ![...old, ...ids.slice(0, n)].includes(id))
    return isNew && !areCounted(ids, old) ? undefined : lacks('random run ids', ids)
  }

/** How far apart two numbers of a counter are at most, which others may have moved on. */
const NEXT = 100

/** True if all that differs is a decimal number which grows by a few from each id to the next. */
function areCounted(ids: readonly string[], old: readonly string[]): boolean {
  // Each may be made of the id of the run that failed.
  const own = ids.map((id) => old.reduce((rest, each) => rest.replace(each, ''), id))
  const numbers = own.map((id) => Number(/\d+(?=\D*$)/.exec(id)?.[0])).toSorted((a, b) => a - b)
  const frames = new Set(own.map((id) => id.replace(/\d+(?=\D*$)/, '')))
  const steps = numbers.slice(1).map((number, n) => number - numbers[n]!)
  return ids.length > 2 && frames.size === 1 && steps.every((each) => each > 0 && each < NEXT)
}

/** Runs a failed run again, as another one. That this is refused breaks the rule where `judge` says so. */
export async function rerun(
  { queue }: QueueWorld,
  how: Rerun,
  failed: FailedRun,
  settings: Settings = {},
  judge: typeof must | typeof given = given,
): Promise<Again> {
  return againOf(failed, await queue.rerun(how, failed.dlqId, { settings }), judge)
}

/** The run that came of a failed one by that answer. */
function againOf(
  { runId, application }: FailedRun,
  reply: Exchange,
  judge: typeof must | typeof given = given,
): Again {
  judge(reply, accepted(), newRunId(runId))
  const createdAt = Number(memberOf(reply, 'workflowCreatedAt'))
  return { runId: String(memberOf(reply, 'workflowRunId')), createdAt, reply, application }
}

/** The first delivery of a run that came of another one, steps or none. */
export async function firstCall({ application, runId }: Again): Promise<Call> {
  const called = await application.called(runId)
  return application.callsOf(runId)[0] ?? called
}

/**
 * The same again with other settings: it fails again, and this is its entry. That this is refused
 * breaks the rule where `judge` says so.
 */
export async function failedAgain(
  world: QueueWorld,
  how: Rerun,
  failed: FailedRun,
  settings: Settings = {},
  judge: typeof must | typeof given = given,
): Promise<FailedRun> {
  return failedOnceMore(world, await rerun(world, how, failed, settings, judge))
}

/** A run that fails as the one before did. */
async function failedOnceMore(world: QueueWorld, again: Again): Promise<FailedRun> {
  const { messageId } = given(await firstCall(again))
  return placed(world, { ...again, messageId })
}

/** The same again by a request that might select many. */
async function failedInBulk(
  world: QueueWorld,
  how: Rerun,
  { dlqId, runId: old, application }: FailedRun,
): Promise<FailedRun> {
  const selection = { workflowUrl: application.url, dlqIds: [dlqId] }
  const reply = given(await world.queue.bulk(how, selection), accepted())
  const [made] = referencesIn(reply)
  const runId = made?.workflowRunId ?? old
  given(reply, () => (runId === old ? lacks('the id of a new run', made) : undefined))
  return failedOnceMore(world, {
    runId,
    createdAt: Number(made?.workflowCreatedAt),
    reply,
    application,
  })
}

/** Runs a failed run again in each way, one after the other: each is made of the one before, and fails. */
export async function againEachWay(
  world: QueueWorld,
  failed: FailedRun,
): Promise<readonly FailedRun[]> {
  const made: FailedRun[] = []
  for (const again of [failedAgain, failedInBulk]) {
    for (const how of ['restart', 'resume'] as const) {
      made.push(await again(world, how, made.at(-1) ?? failed))
    }
  }
  return made
}

/** A run that has failed, and what came of it in that way too: the latter. */
export const failedTwice =
  (how: Rerun) =>
  async (world: QueueWorld, options: RunOptions): Promise<FailedRun> =>
    failedAgain(world, how, await failedRun(world, options))

/** How a run may come to have flow control: the document names its headers for these alone. */
const SETTING = ['restart', 'resume'] as const

/**
 * A failed run with this flow control, by its entry. It comes of a restart, and where that does not do
 * it, of a resume: that one of the two is wrong is for a scenario of its own to say.
 */
export async function failedUnder(
  world: QueueWorld,
  flowControl: Settings,
  shown: readonly Matcher[],
  failed: FailedRun,
): Promise<FailedRun & { readonly by: Rerun }> {
  let last = failed
  for (const how of SETTING) {
    const reply = await world.queue.rerun(how, last.dlqId, { settings: flowControl })
    if (refused()(reply) === undefined) continue
    last = await failedOnceMore(world, againOf(last, reply))
    if (shown.every((matcher) => matcher(last.entry) === undefined)) return { ...last, by: how }
  }
  return { ...last, by: 'resume' }
}

/** The same of a key of the scenario's own and its limit. */
export const failedKeyed = async (
  world: QueueWorld,
  limit: number,
  { limited, ...options }: RunOptions & { readonly limited?: Limited | undefined } = {},
): Promise<FailedRun & { readonly by: Rerun }> =>
  failedUnder(
    world,
    keyed(world, 'first', limit, limited),
    [shownKey(world, 'first'), shownLimit(limit, limited)],
    await failedRun(world, options),
  )

/** A run that has failed, once its entry is listed. */
export async function placed(world: QueueWorld, run: Run): Promise<FailedRun> {
  const entry = await entryOf(world, run.application, run)
  return { ...run, entry, dlqId: String(memberOf(entry, 'dlqId')) }
}

/** How long a failing step waits for its retry: as long as answers of ours may be under way. */
const beside = 500

/**
 * A run whose step `right` has failed after what is beside it was done, however slow the target is;
 * or while that sleeps.
 */
export async function failedBeside(world: QueueWorld, left: Step): Promise<FailedRun> {
  const sleeps = left.sleep !== undefined
  const right = { name: 'right', fails: true, ...(!sleeps && { after: left.name }) } as const
  const steps: Steps = [[left, right], { name: 'after' }]
  const settings = { Retries: '1', 'Retry-Delay': `${beside}` }
  const run = await startedRun(world, { steps, settings })
  const { application } = run
  const failures = () => application.calls.filter(({ retried }) => retried > 0).length
  // The first delivery, the plans of both steps, and what came of the left one, if it is done.
  for (let n = 4; failures() === 0 && n <= 6; n++) await application.delivery(n, beside)
  return placed(world, run)
}

/** How often a run that only fails was attempted. */
export const attempted =
  ({ runId, application }: Pick<Again, 'runId' | 'application'>, want: number): Matcher =>
  () => {
    const got = application.callsOf(runId).length
    return got === want ? undefined : differs(`attempts of the run ${runId}`, want, got)
  }

/** A step that fails. */
const failing = { name: 'fails', fails: true } as const

/** What a key limits. */
export type Limited = 'parallelism' | 'rate'

/** A key of the scenario's own, and its limit. */
export const keyed = (
  { id }: QueueWorld,
  name: string,
  limit: number,
  limited: Limited = 'parallelism',
) => ({
  'Flow-Control-Key': `${id}-${name}`,
  'Flow-Control-Value': `${limited}=${limit}`,
})

/** What an entry tells of them. */
export const shownKey = ({ id }: QueueWorld, name: string) =>
  member('flowControlKey', `${id}-${name}`)
export const shownLimit = (limit: number, limited: Limited = 'parallelism') =>
  member(limited, limit)

const needs = ['runs'] as const

/** What a run was started with, and what it is run again with: how often it is attempted then. */
const retries = [
  [0, 2],
  [2, 0],
  [1, 4],
] as const

/** Overrides beside others or without them, and that the new run has what they say. */
interface Combination {
  readonly what: string
  readonly statement: 'retries' | 'flow-control-key' | 'flow-control-value'
  /** What the flow control of the failed run limits; its parallelism, unless told. */
  readonly limited?: Limited
  readonly overrides: (world: QueueWorld) => Settings
  readonly fits: (again: Pick<Again, 'runId' | 'application'>, world: QueueWorld) => Matcher
}

/** What one request can override, and many alike, of a run with a retry and a limit of 70. */
export const combinations: readonly Combination[] = [
  {
    what: 'another flow-control key alone has that',
    statement: 'flow-control-key',
    overrides: ({ id }) => ({ 'Flow-Control-Key': `${id}-second` }),
    fits: (_, world) => shownKey(world, 'second'),
  },
  {
    what: 'another parallelism alone has that',
    statement: 'flow-control-value',
    overrides: () => ({ 'Flow-Control-Value': 'parallelism=3' }),
    fits: () => shownLimit(3),
  },
  {
    what: 'another rate has that',
    statement: 'flow-control-value',
    limited: 'rate',
    overrides: (world) => keyed(world, 'first', 50, 'rate'),
    fits: () => shownLimit(50, 'rate'),
  },
  {
    what: 'retries beside another flow control is attempted as often',
    statement: 'retries',
    overrides: (world) => ({ ...keyed(world, 'second', 3), Retries: '0' }),
    fits: (again) => attempted(again, 1),
  },
]

/** The same of one request alone. */
const ofOne: readonly Combination[] = [
  {
    what: 'retries beside a run id is attempted as often',
    statement: 'retries',
    overrides: ({ id }) => ({ 'Workflow-RunId': `${id}-again`, Retries: '0' }),
    fits: (again) => attempted(again, 1),
  },
]

/** What overrides nothing. */
export const nothing = (): Settings => ({})

/** All that a request can override. */
export const everything = (world: QueueWorld): Settings => ({
  ...keyed(world, 'other', 3),
  Retries: '0',
  'Workflow-RunId': `${world.id}-again`,
})

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

/** What a restart and a resume have to do alike. */
export const rerunScenarios = (how: Rerun) => [
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

/** The steps that were executed, in that order and no others. */
export const executedInOrder =
  (...wanted: readonly string[]): Matcher<Played> =>
  ({ executed }) =>
    isDeepStrictEqual(executed, wanted) ? undefined : differs('executed steps', wanted, executed)
