// Tests the workflow application of the sink with the correct mock: with a virtual clock, and with
// only the protocol of existing clients.

import { dialects } from '#generated/dialects.js'
import type { AlarmClock } from '../../mocks/clock.js'
import { startQueue, type VirtualClock } from '../../mocks/index.js'
import { given, must, Violation } from '../core/judgement.js'
import { accepted, body, header } from '../core/matchers.js'
import { openStage } from '../core/stage.js'
import { mockProvider, protocolProvider, type Provider } from '../index.js'
import { interfaces } from '../interfaces.js'
import { failedRuns } from '../queue/fixtures/failed-runs.js'
import { executed } from '../queue/fixtures/matchers.js'
import { eventData } from '../queue/fixtures/protocol.js'
import { waitingRun } from '../queue/fixtures/waiting-runs.js'
import { scenario } from '../queue/fixtures/world.js'
import { expect, onTestFinished, test } from 'vitest'

/** Starts a queue mock and opens a stage for it. Both are closed after the test. */
async function staged(
  options: Parameters<typeof startQueue>[0] = {},
  providerOf?: (mock: Awaited<ReturnType<typeof startQueue>>) => Promise<Provider | undefined>,
) {
  const mock = await startQueue(options)
  onTestFinished(() => mock.close())
  const provider = await providerOf?.(mock)
  const dialect = dialects[options.dialect === 'upstash' ? 'upstash' : 'svc']
  const stage = await openStage(interfaces, { queue: mock, dialect, ...(provider && { provider }) })
  onTestFinished(() => stage.close())
  return { mock, stage }
}

/**
 * Returns a clock that waits for pending work, because no delivery stays unanswered in these tests.
 */
const patient = ({ clock }: { readonly clock: AlarmClock | VirtualClock }) => ({
  now: async () => clock.now(),
  advance: async (milliseconds: number) =>
    'advance' in clock ? clock.advance(milliseconds, { patience: 10_000 }) : undefined,
})

async function leftAt({ url, token }: { url: string; token: string }): Promise<readonly object[]> {
  const headers = { authorization: `Bearer ${token}` }
  const get = async (target: string) =>
    (await (await fetch(url + target, { headers })).json()) as Record<string, object[]>
  const { messages } = await get('/v2/workflows/dlq')
  const { runs } = await get('/v2/workflows/logs?state=RUN_STARTED')
  return [...messages!, ...runs!]
}

test.each([
  { clock: 'virtual', dialect: 'svc' },
  { clock: 'virtual', dialect: 'upstash' },
  { clock: 'real', dialect: 'svc' },
] as const)('a workflow runs to its end: $dialect, $clock clock', async (target) => {
  const { mock, stage } = await staged(target, async (mock) => {
    const protocol = await protocolProvider()
    return target.clock === 'real' ? protocol : { ...protocol, clock: patient(mock) }
  })
  const example = scenario('an example', {
    id: 'queue.states.run-success/example',
    needs: ['runs'],
    async run({ id, queue, workflow }) {
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
      const settings = { 'Forward-X-Contract': 'kept' }
      const { runId } = await application.start({ body: 'payload', settings })
      given(await application.called(runId))
      must(await application.waiting(runId, 1000), executed('one', 'nap', 'left', 'right', 'wait'))
      given(await queue.notify(id, { body: 'data' }), accepted())

      must(await application.ended(runId), executed('one', 'nap', 'left', 'right', 'wait', 'child'))
      const calls = application.callsOf(runId)
      for (const call of calls) must(call, body('payload'), header('X-Contract', 'kept'))
      must(eventData(calls.at(-1)!, 'wait'), body('data'))
      must(child.calls[0]!, body('for it'))
    },
  })
  expect(await stage.perform(example)).toMatchObject({ verdict: 'passed', findings: [] })
  expect(await leftAt(mock)).toEqual([])
})

test('runs of a failed scenario are removed too, past runs included', async () => {
  const { mock, stage } = await staged({}, ({ url }) => mockProvider(url))
  const example = scenario('an example', {
    id: 'queue.states.run-failed/example',
    needs: ['runs', 'pastRuns'],
    async run(world) {
      await failedRuns(world, 2)
      await waitingRun(world)
      const runs = await world.pastRuns({ state: 'RUN_FAILED', completedAt: 2000, count: 3 })
      expect(new Set(runs.map(({ dlqId }) => dlqId)).size).toBe(3)
      await world.pastRuns({})
      throw new Violation([])
    },
  })
  expect((await stage.perform(example)).verdict).toBe('violated')
  expect(await leftAt(mock)).toEqual([])
})

test('without the ability runs, there is no application', async () => {
  const { stage } = await staged()
  const example = scenario('an example', {
    id: 'queue.states.run-failed/example',
    run: async ({ workflow }) => void workflow(),
  })
  const reason = 'the provider cannot arrange: runs'
  expect(await stage.perform(example)).toMatchObject({ verdict: 'not-applicable', reason })
})
