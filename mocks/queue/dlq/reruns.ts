// Restarts and resumes failed runs. A rerun is a restart or a resume.

import { type Instructions, instructionsOf, type Message } from '../message.js'
import type { GivenSetting } from '../publish/settings.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { RawStep, Run, RunNote } from '../runs/run.js'
import { dueSteps, initialStep } from '../runs/step.js'
import type { DeadLetter } from './dead-letter.js'
import { rerunRequests, type Overrides, type Rerun } from './rerun-requests.js'

export type { Overrides, Rerun, RunReference } from './rerun-requests.js'

export const reruns = (queue: Queue) => ({
  ...rerunRequests(queue),

  /** Starts a new run for a DLQ entry. Returns undefined if the entry no longer exists. */
  async entry(how: Rerun, letter: DeadLetter, overrides: Overrides): Promise<Run | undefined> {
    const failed = await queue.store.runs.get(letter.runKey)
    if (!failed) return undefined
    const configuration = queue.reruns.configuration(failed, overrides)
    const start = queue.reruns.start(failed, configuration)
    const id = overrides.runId ?? queue.runs.newId()
    const other = await queue.store.runs.latest(id)
    if (other?.state === 'RUN_STARTED') refuse(400, `the run "${id}" is in progress`)
    if (!(await queue.reruns.release(letter))) return undefined

    const kept = queue.reruns.keptSteps(how, failed, letter)
    const { url, labels, notes } = failed
    const source = { kind: 'rerunOf', how, id: failed.id, createdAt: failed.createdAt } as const
    const known = how === 'resume' ? (notes ?? []).filter(isInvocation) : []
    const { run } = await queue.runs.start({
      ...{ id, url, start, configuration, labels, kept },
      notes: [...known, source],
    })
    const { createdAt } = run
    await queue.store.runs.note(failed.key, { kind: 'rerunAs', how, id, createdAt })
    if (kept.length > 0 || how === 'resume') await queue.reruns.resume(run, letter)
    else await queue.reruns.restart(run)
    return run
  },

  /**
   * Deletes the DLQ entry. Returns false if the entry no longer exists (rule
   * `queue.restart.entry-afterwards`).
   */
  release({ id }: DeadLetter): Promise<boolean> {
    return queue.store.deadLetters.remove(id)
  },

  /**
   * Returns the settings of the new run (rule `queue.restart.omitted-settings-reuse-the-original`).
   */
  configuration({ configuration }: Run, { settings }: Overrides): readonly GivenSetting[] {
    const isOverridden = (name: string) => settings.some((setting) => setting.name === name)
    return [...settings, ...configuration.filter(({ name }) => !isOverridden(name))]
  },

  /**
   * Returns the instructions that start the new run (rules `queue.restart.original-payload`,
   * `…-configuration`).
   */
  start({ start }: Run, configuration: readonly GivenSetting[]): Instructions {
    return { ...start, ...queue.reading.configured(queue.reading.settings(configuration)) }
  },

  /**
   * Returns the step results that the new run keeps (rules `queue.resume.keeps-step-results`,
   * `queue.restart.discards-step-results`).
   */
  keptSteps(how: Rerun, run: Run, { unsettled }: DeadLetter): readonly RawStep[] {
    if (how === 'restart') return []
    return dueSteps(run).filter(({ messageId }) => unsettled.every(({ id }) => id !== messageId))
  },

  /** Sends the first message of the new run. */
  async restart(run: Run): Promise<void> {
    const { start, url } = run
    await queue.steps.sendStep(
      run,
      { ...initialStep(start.body), url },
      queue.runs.instructions(run, start),
    )
  },

  /**
   * Sends the messages without a result again (rule
   * `queue.resume.only-failed-or-pending-steps-execute`).
   */
  async resume(run: Run, { runKey, unsettled, waiters }: DeadLetter): Promise<void> {
    const failed = await queue.store.runs.get(runKey)
    for (const message of unsettled) {
      if (message.run === undefined) continue
      const { callType, info } = message.run
      const { details, failureCallback } =
        failed?.steps.find(({ messageId }) => messageId === message.id) ?? {}
      const own = { details, failureCallback, body: message.body, url: message.url }
      const step = { callType, info, ...own }
      await queue.steps.sendStep(run, step, queue.reruns.resumedInstructions(run, message))
    }
    for (const { eventId, timeout, deadline, step, failureCallback } of waiters) {
      await queue.waiters.add(run, { eventId, timeout, deadline, step, failureCallback })
    }
  },

  /** Returns the instructions for sending a message of the failed run again in the new run. */
  resumedInstructions(run: Run, message: Message): Instructions {
    const notBefore = Math.max(queue.clock.now(), message.notBefore)
    if (message.run?.callType === 'toCallback') return { ...instructionsOf(message), notBefore }
    const headers = { ...message.headers, ...queue.runs.headers(run) }
    return { ...queue.runs.instructions(run, { notBefore }), headers }
  },
})

/** Returns true for a note of a step result that the new run keeps. */
const isInvocation = ({ kind }: RunNote): boolean => kind === 'invoked'
