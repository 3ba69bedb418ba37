// Tests that a correct queue passes in real time whose lists lag by 1 s and whose responses take 0.4 s.

import { expect, test } from 'vitest'
import { startQueue } from '../../mocks/index.js'
import { run, scenarios } from '../index.js'
import { failuresIn } from './judge.js'
import { laggingLists } from './lagging-lists.js'
import { startUnusualProxy } from './unusual-proxy.js'

/** Scenarios that make many requests, or that read lists right after a change. */
const ids = [
  'queue.dlq-message.dlq-id/one-of-one-run-id',
  'queue.runs.date-meaning/created-or-ended',
  'queue.runs.list-response/runs-in-4-states',
  'queue.states.run-failed/retries-of-each-step',
  'queue.dlq.count-maximum-100/no-more-than-100',
  'queue.bulk.at-most-50-runs/resume-55-ids',
]

test('a correct queue passes with late responses and late lists', async () => {
  const faults = [laggingLists(1000), 'lists-half-full-pages', 'step-names-empty'] as const
  const mock = await startQueue({ clock: 'real', faults })
  const proxy = await startUnusualProxy(mock.url, { delayMs: 400 })
  const report = await run({
    scenarios: scenarios.filter(({ id }) => ids.includes(id)),
    queue: { ...mock, url: proxy.url },
    provider: { name: 'protocol', runs: true },
    maxWaitMs: 15_000,
  })
  await proxy.close()
  await mock.close()
  expect(failuresIn(report)).toBe('')
  const { passed, observed } = report.summary
  expect(passed + observed).toBe(ids.length)
  expect(report.scenarios.find(({ id }) => id === ids[1])?.observations).toEqual({
    moment: 'when it was created',
  })
}, 120_000)
