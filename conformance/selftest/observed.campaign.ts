// Measures the observations of the correct mock and of each variant, and writes them to observed.json.
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
})

afterAll(() => {
  const before = readFileSync(observedPath, 'utf8')
  const known = JSON.parse(before) as { correct: typeof correct; variants: typeof variants }
  const ids = faults.filter(isSingleVariant).map(({ id }) => id)
  const isWhole = ids.every((id) => id in variants)
  const measured = isWhole
    ? { correct, variants }
    : { ...known, variants: { ...known.variants, ...variants } }
  const entries = Object.entries(measured.variants).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const text = `${JSON.stringify({ ...measured, variants: Object.fromEntries(entries) }, null, 1)}\n`
  if (text !== before) writeFileSync(observedPath, text)
})
