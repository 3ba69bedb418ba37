// Measures the observations of the correct mock, of each variant, and of 2 variants that change the same
// scenario, and writes them to observed.json.
// `npm run generate` copies them to generated/observed.js, where `mock --like` finds the variants that do
// what a report has observed. With `-t NAMES` it measures only these variants, and keeps the other values.

import { readFileSync, writeFileSync } from 'node:fs'
import type { Observations } from '#generated/observed.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faults } from '../../mocks/faults/index.js'
import type { Report } from '../index.js'
import { withoutRunSpecific } from '../report/run-specific.js'
import { observedPath } from './matrix/matrix.js'
import { changedObservations, isSingleVariant, judgeWith, observationsOf } from './observing.js'

/** Observations that depend on the speed of the machine, or on the limits of the mock. */
const UNSTEADY = [
  'kv.pipeline.interleaving/four-at-a-time',
  'kv.limits.request-size-value/64-kib-and-1-mib',
]

/** Leaves out observations whose values differ between runs. */
const steady = (observations: Observations): Observations =>
  Object.fromEntries(
    Object.entries(observations)
      .filter(([id]) => !UNSTEADY.includes(id))
      .map(([id, values]) => [
        id,
        Object.fromEntries(
          Object.entries(values).filter(([, value]) => {
            const text = JSON.stringify(value)
            return text !== undefined && withoutRunSpecific(text) === text
          }),
        ),
      ]),
  )

const dialects = ['svc', 'upstash'] as const
const correct: Record<string, Observations> = { svc: {}, upstash: {} }
const variants: Record<string, Observations> = {}
const pairs: Record<string, Observations> = {}

const known = JSON.parse(readFileSync(observedPath, 'utf8')) as Measured

interface Measured {
  readonly correct: Readonly<Record<string, Observations>>
  readonly variants: Readonly<Record<string, Observations>>
  readonly pairs: Readonly<Record<string, Observations>>
}

/** Returns the observations of the second that the first does not have, or with another value. */
const differing = (one: Observations, other: Observations): Observations =>
  Object.fromEntries(
    Object.entries(other).flatMap(([id, values]) => {
      const left = Object.entries(values).filter(
        ([what, value]) => JSON.stringify(one[id]?.[what]) !== JSON.stringify(value),
      )
      return left.length > 0 ? [[id, Object.fromEntries(left)]] : []
    }),
  )

/** Returns observations with the values of all of these. The last one wins. */
const joined = (...all: readonly Observations[]): Observations =>
  all.reduce((one, other) => {
    const ids = Object.keys({ ...one, ...other })
    return Object.fromEntries(ids.map((id) => [id, { ...one[id], ...other[id] }]))
  })

describe.each(['kv', 'queue'] as const)('%s', (of) => {
  let base: Report
  let ids: ReadonlySet<string>

  beforeAll(async () => {
    ids = new Set(Object.keys(observationsOf(await judgeWith(of, []))))
    for (const dialect of dialects)
      Object.assign(
        correct[dialect]!,
        steady(observationsOf(await judgeWith(of, [], { dialect, ids }))),
      )
    base = await judgeWith(of, [], { ids })
    // These are 4 runs, one of them whole, which are slow on a busy machine.
  }, 600_000)

  test.each(faults.filter((each) => each.interface === of && isSingleVariant(each)))(
    '$id',
    async (variant) => {
      const report = await judgeWith(of, [variant], { ids })
      expect(report.summary.violated).toBe(0)
      variants[variant.id] = steady(changedObservations(base, report))
    },
  )

  afterAll(async () => {
    const now = { ...known.variants, ...variants }
    const own = faults.filter((each) => each.interface === of && each.id in now)
    for (const [at, one] of own.entries())
      for (const other of own.slice(at + 1)) {
        if (!(one.id in variants) && !(other.id in variants)) continue
        const [ofOne, ofOther] = [now[one.id]!, now[other.id]!]
        const shared = new Set(Object.keys(ofOne).filter((id) => id in ofOther))
        if (shared.size === 0) continue
        const both = steady(observationsOf(await judgeWith(of, [one, other], { ids: shared })))
        const wrong = differing(joined(steady(observationsOf(base)), ofOne, ofOther), both)
        pairs[`${one.id} ${other.id}`] = wrong
      }
  }, 600_000)
})

afterAll(() => {
  const ids = faults.filter(isSingleVariant).map(({ id }) => id)
  const isWhole = ids.every((id) => id in variants)
  const { correct: right, ...before } = isWhole ? { correct, variants: {}, pairs: {} } : known
  const sorted = (all: Readonly<Record<string, Observations>>) =>
    Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const kept = Object.entries(before.pairs).filter(([pair]) =>
    pair.split(' ').every((id) => !(id in variants)),
  )
  const found = Object.entries(pairs).filter(([, wrong]) => Object.keys(wrong).length > 0)
  const measured: Measured = {
    correct: right,
    variants: sorted({ ...before.variants, ...variants }),
    pairs: sorted(Object.fromEntries([...kept, ...found])),
  }
  writeFileSync(observedPath, `${JSON.stringify(measured, null, 1)}\n`)
})
