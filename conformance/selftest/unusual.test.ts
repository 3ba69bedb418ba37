// Tests that a correct server passes which is unusual in everything that the contract leaves open to it,
// all at once, behind a proxy that makes its responses unusual too. The tests run concurrently because
// they mostly wait for late responses.

import { expect, test } from 'vitest'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { startQueue } from '../../mocks/index.js'
import type { Kv } from '../../mocks/kv/kv.js'
import { run, scenarios, type Scenario } from '../index.js'
import { failuresIn, judgeKv } from './judge.js'
import { laggingLists } from './lagging-lists.js'
import { everyNth } from './slice.js'
import { startUnusualProxy } from './unusual-proxy.js'

/** Variants that do not contradict each other. */
const variants = [
  'class-words-differ',
  'info-empty',
  'json-escapes-and-number-forms',
  'json-whitespace',
  'empty-body-is-argument',
  'read-only-refuses-powerful-reads',
  'read-only-refuses-transactions',
  'replacement-per-byte',
  'events-crlf',
  'limit-status-200',
  'extra-response-headers',
]

/** A server with all these variants. */
const unusual: AnyFault = {
  interface: 'kv',
  id: 'unusual',
  name: 'all variants at once',
  breaks: [],
  apply: (kv: Kv) =>
    faults
      .filter((each) => each.interface === 'kv' && variants.includes(each.id))
      .reduce((parts, each) => (each.apply as (kv: Kv) => Kv)(parts), kv),
}

/** Each value of a law in turn, because the tests of the correct mock judge each pair. */
const draw = { quick: true }

test.concurrent(
  'every scenario passes with white space around header values',
  async () => {
    const way = async (url: string) => startUnusualProxy(url, { whiteSpace: true })
    expect(failuresIn(await judgeKv({ fault: unusual, way, draw }))).toBe('')
  },
  120_000,
)

test.concurrent(
  'every 96th scenario, if of a law, passes with responses of half a second',
  async () => {
    const slice = new Set(everyNth(96))
    const judges = (each: Scenario) => each.law !== undefined && slice.has(each)
    const way = async (url: string) => startUnusualProxy(url, { delayMs: 500, whiteSpace: true })
    const report = await judgeKv({ fault: unusual, way, judges, draw })
    expect(failuresIn(report)).toBe('')
    expect(report.summary.passed).toBeGreaterThan(1)
  },
  120_000,
)

/** Scenarios of the queue that make many requests, or that read lists right after a change. */
const slowIds = [
  'queue.dlq-message.dlq-id/one-of-one-run-id',
  'queue.runs.date-meaning/created-or-ended',
  'queue.runs.list-response/runs-in-4-states',
  'queue.states.run-failed/retries-of-each-step',
  'queue.dlq.count-maximum-100/no-more-than-100',
  'queue.bulk.at-most-50-runs/resume-55-ids',
]

test.concurrent(
  'a correct queue passes in real time, 0.4 s late and with lists 1 s late',
  async () => {
    const lagging = [laggingLists(1000), 'lists-half-full-pages', 'step-names-empty'] as const
    const mock = await startQueue({ clock: 'real', faults: lagging })
    const proxy = await startUnusualProxy(mock.url, { delayMs: 400 })
    const report = await run({
      scenarios: scenarios.filter(({ id }) => slowIds.includes(id)),
      queue: { ...mock, url: proxy.url },
      provider: { name: 'protocol', runs: true },
      maxWaitMs: 15_000,
    })
    await proxy.close()
    await mock.close()
    expect(failuresIn(report)).toBe('')
    const { passed, observed } = report.summary
    expect(passed + observed).toBe(slowIds.length)
    expect(report.scenarios.find(({ id }) => id === slowIds[1])?.observations).toEqual({
      moment: 'when it was created',
    })
  },
  120_000,
)
