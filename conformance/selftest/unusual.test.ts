// Tests that a correct server passes which is unusual in everything that the contract leaves open to it,
// all at once, behind a proxy that makes its responses unusual too.

import { expect, test } from 'vitest'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import type { Kv } from '../../mocks/kv/kv.js'
import { usualDraw } from '../core/cases.js'
import type { Scenario } from '../index.js'
import { failuresIn, judgeKv } from './judge.js'
import { everyNth } from './slice.js'
import { startUnusualProxy } from './unusual-proxy.js'

/** Variants that do not contradict each other. */
const ids = [
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
      .filter((each) => each.interface === 'kv' && ids.includes(each.id))
      .reduce((parts, each) => (each.apply as (kv: Kv) => Kv)(parts), kv),
}

test('every scenario passes with white space around header values', async () => {
  const way = async (url: string) => startUnusualProxy(url, { whiteSpace: true })
  expect(failuresIn(await judgeKv({ fault: unusual, way }))).toBe('')
}, 120_000)

test('every 96th scenario passes with responses of half a second', async () => {
  const slice = new Set(everyNth(96))
  const judges = (each: Scenario) => slice.has(each)
  const draw = { ...usualDraw, quick: true }
  const way = async (url: string) => startUnusualProxy(url, { delayMs: 500, whiteSpace: true })
  const report = await judgeKv({ fault: unusual, way, judges, draw })
  expect(failuresIn(report)).toBe('')
  expect(report.summary.passed).toBeGreaterThan(1)
}, 120_000)
