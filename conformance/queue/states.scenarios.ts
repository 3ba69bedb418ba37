// The states that runs, messages and steps go through.

import { jsonOf, memberOf, type Message } from '../exchange.js'
import { given, must, type Matcher } from '../judgement.js'
import { accepted, differs } from '../matchers.js'
import { completedRun, waitingRun, type Run } from './runs.js'
import { scenario, type QueueWorld } from './world.js'

const needs = ['runs'] as const

const runs = '/v2/workflows/logs'

/** A list that shows a run in that state. */
const shown =
  (run: Run, state: string): Matcher =>
  (page) => {
    const got = stateIn(page, run.runId)
    return got === state
      ? undefined
      : differs(`the run ${run.runId} to be`, state, got ?? jsonOf(page))
  }

function stateIn(page: Message, runId: string): unknown {
  const listed = memberOf(page, 'runs')
  const all = Array.isArray(listed) ? (listed as Readonly<Record<string, unknown>>[]) : []
  return all.find(({ workflowRunId }) => workflowRunId === runId)?.workflowState
}

/** The list of one run, once it shows that state. */
const listed = ({ queue, eventually }: QueueWorld, run: Run, state: string) =>
  eventually(() => queue.send('GET', `${runs}?workflowRunId=${run.runId}`), shown(run, state))

export const stateScenarios = [
  scenario('a run that has completed is RUN_SUCCESS, and one that waits is RUN_STARTED', {
    rule: 'queue.states.run-success',
    needs,
    async run(world) {
      const waiting = await waitingRun(world)
      given(await listed(world, waiting, 'RUN_STARTED'), accepted(), shown(waiting, 'RUN_STARTED'))

      for (const steps of [[], [{ name: 'one', result: 1 }]]) {
        const run = await completedRun(world, { steps })
        must(await listed(world, run, 'RUN_SUCCESS'), accepted(), shown(run, 'RUN_SUCCESS'))
      }
    },
  }),
]
