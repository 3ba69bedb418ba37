// Measures the matrix: runs each fault with every scenario that can detect it. Stores each row at
// once, so that a stopped campaign can continue. Keeps the rows of faults and the scenarios that it does
// not run.

import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DialectName } from '#generated/dialects.js'
import { ruleById, type Interface } from '#generated/rules.js'
import { faults, type AnyFault } from '../../../mocks/faults/index.js'
import { scenarios, type Scenario, type ScenarioResult } from '../../index.js'
import { verdictOn } from '../../report/report.js'
import { exceedsLimits } from '../../core/shapes.js'
import { shapeOf } from '../../wire/schema.js'
import { isOfLaw, judgeKv, judgeQueue, outcomes } from '../judge.js'
import { ownPart } from '../part.js'
import { soundness, type Soundness } from '../soundness.js'
import {
  cover,
  brokenRules,
  everyFault,
  readMatrix,
  writeMatrix,
  type Demands,
  type Matrix,
  type Row,
} from './matrix.js'

/** The folder of journals. A journal has one line for each fault that was measured with the same sources. */
const cache = 'node_modules/.cache/svc-contract'

const journalName = (state: string) => `matrix-${state}.jsonl`

const judges = { kv: judgeKv, queue: judgeQueue }
const bothDialects = ['svc', 'upstash'] as const

/** Returns a digest of the chosen scenarios and of all sources that a verdict depends on. */
function digestOfSources(chosen: string): string {
  const hash = createHash('sha256').update(chosen)
  for (const folder of ['spec', 'mocks', 'conformance'])
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted())
      if (/\.(ts|yaml)$/.test(path) && !path.endsWith('.test.ts'))
        hash.update(readFileSync(join(folder, path)))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Tests that every fault of an interface is detected, and stores the scenarios that detect it.
 * Workers that run in parallel divide the faults. Each adds its rows to the matrix when it ends.
 * Runs only the scenarios whose ids match the pattern `chosen`.
 */
export function testMatrix(of: Interface, print: (text: string) => void, chosen = ''): void {
  const pattern = new RegExp(chosen)
  const isChosen = ({ id }: Pick<Scenario, 'id'>) => pattern.test(id)
  const tested = faults.filter((fault) => fault.interface === of)
  const before = new Map(rowsOf(readMatrix(), of))
  const state = digestOfSources(chosen)
  const measured = new Set(journal(state).map(({ fault }) => fault))
  let sound: SoundnessIn

  beforeAll(async () => {
    removeOtherJournals(state)
    sound = {
      svc: await soundness(judges[of], 'svc'),
      upstash: await soundness(judges[of], 'upstash'),
    }
  }, 240_000)

  test.each(ownPart(tested))(
    '$id',
    async (fault) => {
      const { id, breaks } = fault
      if (measured.has(id)) return
      const found = await catches(fault, sound, isChosen)
      const old = only(before.get(id) ?? nothing, (id) => !isChosen({ id }))
      const whole = joined(old, found)
      keep({ interface: of, fault: id, ...whole }, state)
      const seenBy = [...whole.caughtBy, ...Object.keys(whole.shapes)]
      expect(seenBy.length > 0, seenBy.join('\n')).toBe(breaks.length > 0)
    },
    240_000,
  )

  afterAll(() => {
    const rest = readMatrix()
    const found = new Map(journal(state).map((row) => [row.fault, row]))
    const rows = new Map([...rowsOf(rest, of), ...found])
    const isWhole = tested.every(({ id }) => found.has(id))
    const isKept = (scenario: Scenario) => !isWhole || !isChosen(scenario)
    const matrix = {
      requests: {
        ...without(rest.requests, (id) => id.startsWith(`${of}.`)),
        ...requestsIn(of, sound, (each) => (isKept(each) ? rest.requests[each.id] : undefined)),
      },
      demands: {
        ...without(rest.demands, (id) => id.startsWith(`${of}.`)),
        ...demandsIn(of),
      },
      rows: [
        ...rest.rows.filter((row) => row.interface !== of),
        ...tested.flatMap(({ id }) => rows.get(id) ?? []),
      ],
    }
    writeMatrix(matrix)
    print(summaryOf(matrix))
  })
}

/** Returns the rows of an interface by the id of their fault. */
const rowsOf = ({ rows }: Matrix, of: Interface) =>
  rows.filter((row) => row.interface === of).map((row) => [row.fault, row] as const)

type SoundnessIn = Readonly<Record<DialectName, Soundness>>

const without = <T>(record: Readonly<Record<string, T>>, isLeftOut: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !isLeftOut(key)))

/** Returns the number of scenarios and requests that would be enough, as text. */
function summaryOf(matrix: Matrix): string {
  const { requests } = matrix
  const costOf = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (requests[id] ?? 0), 0)
  const lines = [
    ['all scenarios', Object.keys(requests)],
    [
      'enough for every fault in each of its rules',
      cover(matrix.rows.flatMap(brokenRules), requests),
    ],
    ['enough for every fault', cover(everyFault(matrix), requests)],
  ] as const
  return lines.map(([what, ids]) => `${ids.length} ${what}: ${costOf(ids)} requests`).join('\n')
}

type Catches = Pick<Row, 'caughtBy' | 'shapes'>

const nothing: Catches = { caughtBy: [], shapes: {} }

/** Returns the chosen scenarios that detect a fault. */
async function catches(
  fault: AnyFault,
  sound: SoundnessIn,
  isChosen: (scenario: Scenario) => boolean,
): Promise<Catches> {
  const judge = judges[fault.interface]
  let found = nothing
  for (const dialect of dialectsFor(fault, sound)) {
    const { touches } = sound[dialect]
    const report = await judge({
      dialect,
      fault,
      unwired: true,
      keepExchanges: 'all',
      judges: (each, changed) => (each.after || isChosen(each)) && touches(each, changed),
      onResult: (result) => (found = joined(found, catchesOf(result))),
    })
    expect(outcomes(report, ['harness-error'])).toBe('')
  }
  return found
}

/**
 * Scenarios that check the responses to other scenarios. Their findings belong to those other
 * scenarios.
 */
const isShape = new Set(scenarios.filter(({ after }) => after).map(({ id }) => id))

const isOverLimits = new Set(scenarios.filter(exceedsLimits).map(({ id }) => id))

function catchesOf(result: ScenarioResult): Catches {
  const { id, rule, verdict, exchanges, findings } = result
  if (verdict === 'violated' && !isShape.has(id)) {
    const others = findings.flatMap((finding) => finding.rule ?? [])
    const caughtBy = verdictOn(rule, result) === 'violated' ? [id] : []
    return { caughtBy, shapes: Object.fromEntries(others.map((each) => [each, [id]])) }
  }
  // The scenarios of a law share responses, so it differs which of them keeps one.
  if (verdict !== 'passed' || isOverLimits.has(id) || isOfLaw(id)) return nothing
  const of = ruleById[rule].interface
  const wrong = exchanges.flatMap(({ request, response }) => {
    const shape = response && shapeOf({ interface: of, request, response: received(response) })
    return shape === undefined || shape.problems.length === 0 ? [] : [shape.rule]
  })
  return { caughtBy: [], shapes: Object.fromEntries(wrong.map((each) => [each, [id]])) }
}

/** Returns a recorded response with its body as bytes. */
const received = (response: NonNullable<ScenarioResult['exchanges'][number]['response']>) => ({
  ...response,
  body:
    response.body === undefined
      ? Buffer.from(response.bodyBase64 ?? '', 'base64')
      : Buffer.from(response.body),
})

const only = ({ caughtBy, shapes }: Catches, isWanted: (id: string) => boolean): Catches => ({
  caughtBy: caughtBy.filter(isWanted),
  shapes: Object.fromEntries(
    Object.entries(shapes)
      .map(([rule, ids]) => [rule, ids.filter(isWanted)] as const)
      .filter(([, ids]) => ids.length > 0),
  ),
})

const union = (a: readonly string[] = [], b: readonly string[] = []) =>
  [...new Set([...a, ...b])].toSorted()

const joined = (a: Catches, b: Catches): Catches => ({
  caughtBy: union(a.caughtBy, b.caughtBy),
  shapes: Object.fromEntries(
    union(Object.keys(a.shapes), Object.keys(b.shapes)).map((rule) => [
      rule,
      union(a.shapes[rule], b.shapes[rule]),
    ]),
  ),
})

/**
 * Returns the default dialect, and also the other dialect if only that one runs scenarios for a
 * rule that the fault breaks.
 */
const dialectsFor = ({ breaks }: AnyFault, sound: SoundnessIn): readonly DialectName[] =>
  breaks.every((rule) => sound.svc.judged.includes(rule)) ? ['svc'] : bothDialects

/**
 * Returns the number of requests of each scenario: that of `kept`, or else of the first dialect that
 * runs the scenario.
 */
const requestsIn = (
  of: Interface,
  { svc, upstash }: SoundnessIn,
  kept: (scenario: Scenario) => number | undefined,
) =>
  Object.fromEntries(
    scenarios
      .filter((each) => each.interface === of)
      .map((each) => [
        each.id,
        kept(each) ?? (svc.requests.get(each.id) || (upstash.requests.get(each.id) ?? 0)),
      ]),
  )

/** The longest wait of a scenario in milliseconds that a run in real time allows by default. */
const usualWait = 10_000

/** Returns what the scenarios of an interface demand of a target. */
function demandsIn(of: Interface): Demands {
  const demandOf = ({ needs, waits }: Scenario) => {
    if (waits > usualWait || needs.some((each) => each !== 'runs')) return 2
    return needs.length > 0 ? 1 : undefined
  }
  return Object.fromEntries(
    scenarios
      .filter((each) => each.interface === of)
      .flatMap((each) => {
        const demand = demandOf(each)
        return demand === undefined ? [] : [[each.id, demand]]
      }),
  )
}

/** Returns the rows that were measured with all sources in this state. */
function journal(state: string): readonly Row[] {
  const path = join(cache, journalName(state))
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Row)
}

function keep(row: Row, state: string): void {
  mkdirSync(cache, { recursive: true })
  appendFileSync(join(cache, journalName(state)), `${JSON.stringify(row)}\n`)
}

function removeOtherJournals(state: string): void {
  if (!existsSync(cache)) return
  for (const name of readdirSync(cache))
    if (/^matrix.*\.jsonl$/.test(name) && name !== journalName(state))
      rmSync(join(cache, name), { force: true })
}
