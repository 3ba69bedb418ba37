// The application that the sink plays, at the correct mock: with its clock turned, and with nothing
// but the protocol.

import { describe, expect, test } from 'vitest'
import { dialects, type DialectName } from '#generated/dialects.js'
import type { AlarmClock } from '../../mocks/clock.js'
import { startQueue, type VirtualClock } from '../../mocks/index.js'
import { memberOf, textOf } from '../exchange.js'
import { protocolProvider } from '../index.js'
import { given, must, type Matcher } from '../judgement.js'
import { accepted, body, header, lacks } from '../matchers.js'
import { eventData } from '../queue/protocol.js'
import { executed, member } from '../queue/matchers.js'
import {
  canceledRun,
  completedRun,
  failedRun,
  failedRuns,
  startedRun,
  waitingRun,
  type Run,
} from '../queue/runs.js'
import { scenario, type QueueWorld } from '../queue/world.js'
import { openStage } from '../stage.js'

/** Has a scenario performed at a mock of its own, which is to pass and to leave nothing behind. */
async function passes(
  { clock, dialect }: { clock: 'virtual' | 'real'; dialect: DialectName },
  run: (world: QueueWorld) => Promise<void>,
): Promise<void> {
  const mock = await startQueue({ clock, dialect })
  const provider =
    clock === 'real' ? protocolProvider : { ...protocolProvider, clock: patient(mock) }
  const stage = await openStage({ queue: mock, dialect: dialects[dialect], provider })
  try {
    const example = scenario('an example', {
      rule: 'queue.states.run-success',
      needs: ['runs'],
      run,
    })
    expect(await stage.perform(example)).toMatchObject({ verdict: 'passed', findings: [] })
    expect(await leftAt(mock)).toEqual([])
  } finally {
    await stage.close()
    await mock.close()
  }
}

/** A clock that waits for whatever is under way: nothing hangs here. */
const patient = ({ clock }: { readonly clock: AlarmClock | VirtualClock }) => ({
  now: async () => clock.now(),
  advance: async (milliseconds: number) =>
    'advance' in clock ? clock.advance(milliseconds, { patience: 10_000 }) : undefined,
})

/** The DLQ entries, and the runs in progress. */
async function leftAt({ url, token }: { url: string; token: string }): Promise<readonly object[]> {
  const headers = { authorization: `Bearer ${token}` }
  const get = async (target: string) =>
    (await (await fetch(url + target, { headers })).json()) as Record<string, object[]>
  const { messages } = await get('/v2/workflows/dlq')
  const { runs } = await get('/v2/workflows/logs?state=RUN_STARTED')
  return [...messages!, ...runs!]
}

/** That a list shows a run. */
const shows =
  (runId: string): Matcher =>
  (page) =>
    textOf(page).includes(runId) ? undefined : lacks(`a run ${runId}`, textOf(page))

const targets = [
  { clock: 'virtual', dialect: 'svc' },
  { clock: 'virtual', dialect: 'upstash' },
  { clock: 'real', dialect: 'svc' },
] as const

describe.each(targets)('in the dialect $dialect, where time is $clock', (target) => {
  test('a run is played to its end', () =>
    passes(target, async (world) => {
      const { id, queue, workflow } = world
      const child = workflow([{ name: 'in', result: 1 }])
      const application = workflow(
        [
          { name: 'one', result: { a: 1 } },
          { name: 'nap', sleep: '1s' },
          [{ name: 'left' }, { name: 'right' }],
          { name: 'wait', waitFor: id },
          { name: 'child', invoke: child, body: 'for it' },
        ],
        { result: 'done' },
      )
      const { runId } = await application.start({
        body: 'payload',
        settings: { 'Forward-X-Contract': 'kept' },
      })
      given(await application.called(runId))
      must(await application.waiting(runId, 1000), executed('one', 'nap', 'left', 'right', 'wait'))
      given(await queue.notify(id, { body: 'data' }), accepted())

      must(await application.ended(runId), executed('one', 'nap', 'left', 'right', 'wait', 'child'))
      const calls = application.callsOf(runId)
      for (const call of calls) must(call, body('payload'), header('X-Contract', 'kept'))
      must(eventData(calls.at(-1)!, 'wait'), body('data'))
      must(child.calls[0]!, body('for it'))
    }))

  test('a run fails, and is resumed', () =>
    passes(target, async (world) => {
      const steps = [{ name: 'one', result: 1 }, { name: 'two', fails: true } as const]
      const { application, dlqId, entry, runId, createdAt } = await failedRun(world, { steps })
      must(entry, member('workflowRunId', runId), member('workflowCreatedAt', createdAt))
      must(application.played(runId), executed('one'))

      application.mend()
      const resumed = given(
        await world.queue.send('POST', `/v2/workflows/dlq/resume/${dlqId}`),
        accepted(),
      )
      const again = String(memberOf(resumed, 'workflowRunId'))
      must(await application.ended(again), executed('two'))
    }))

  test('runs are as they are wanted', () =>
    passes(target, async (world) => {
      const listed = (state: string, { runId }: Run) =>
        world.eventually(
          () => world.queue.send('GET', `/v2/workflows/logs?workflowRunId=${runId}&state=${state}`),
          shows(runId),
        )
      const completed = await completedRun(world)
      must(await listed('RUN_SUCCESS', completed), shows(completed.runId))
      const canceled = await canceledRun(world)
      must(await listed('RUN_CANCELED', canceled), shows(canceled.runId))
      await waitingRun(world)
      await startedRun(world, { steps: [{ name: 'nap', sleep: '1h' }] })
      const failed = await failedRuns(world, 3)
      expect(new Set(failed.map(({ dlqId }) => dlqId)).size).toBe(3)
    }))
})
