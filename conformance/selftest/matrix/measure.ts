// Measures the matrix: each fault is judged by every scenario that can touch it. What was measured
// is kept after each fault, so that a campaign that was stopped goes on where it ended, and of what
// changed only the changed files are measured again.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DialectName } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import { faults, type AnyFault } from '../../../mocks/faults/index.js'
import { scenarios, type Scenario } from '../../index.js'
import { judgeKv, judgeQueue, told } from '../judge.js'
import { soundness, type Soundness } from '../soundness.js'
import { digestOf, digests, filesOfFaults, filesOfScenarios } from './files.js'
import { cover, faultsByRule, readMatrix, writeMatrix, type Matrix, type Row } from './matrix.js'

/** One line for each fault that was measured since the matrix was written. */
const journalPath = 'node_modules/.cache/svc-contract/matrix.jsonl'

/** A row, and the state of all files for which it holds. */
interface Measured extends Row {
  readonly state: string
}

/** What is the same for all faults. */
interface Known {
  readonly soundnessIn: (of: Interface, dialect: DialectName) => Soundness
  readonly fileOfFault: ReadonlyMap<string, string>
  /** True for the id of a scenario that was measured, and whose file has not changed since. */
  readonly isCurrent: (id: string) => boolean
}

const judges = { kv: judgeKv, queue: judgeQueue }

/** Tests that every fault is caught, and keeps by what; `isTested` shares the faults among files. */
export function testMatrix(
  isTested: (index: number) => boolean,
  print: (text: string) => void,
): void {
  const before = readMatrix()
  const files = digests()
  const state = digestOf(JSON.stringify(files))
  const measured = new Map(journal(state).map((row) => [keyOf(row), row]))
  let known: Known

  beforeAll(async () => {
    const sound = new Map<string, Soundness>()
    for (const of of ['kv', 'queue'] as const) {
      for (const dialect of ['svc', 'upstash'] as const) {
        sound.set(`${of} ${dialect}`, await soundness(judges[of], dialect))
      }
    }
    const fileOfScenario = await filesOfScenarios()
    known = {
      soundnessIn: (of, dialect) => sound.get(`${of} ${dialect}`)!,
      fileOfFault: await filesOfFaults(),
      isCurrent(id) {
        const file = fileOfScenario.get(id)
        return id in before.requests && (file === undefined || before.files[file] === files[file])
      },
    }
  }, 240_000)

  test.each(faults.filter((_, index) => isTested(index)))(
    '$name',
    async (fault) => {
      const { name, breaks } = fault
      const key = keyOf({ interface: fault.interface, fault: name })
      if (measured.has(key)) return
      const file = known.fileOfFault.get(name) ?? ''
      const old = before.rows.find((row) => keyOf(row) === key)
      const isKept = old?.file === file && before.files[file] === files[file]
      const stands = isKept ? old.caughtBy.filter((id) => known.isCurrent(id)) : []
      const isAsked = ({ id }: Scenario) => !isKept || !known.isCurrent(id)
      const found = await caught(fault, known, isAsked)
      const caughtBy = [...new Set([...stands, ...found])].toSorted()
      keep({ interface: fault.interface, fault: name, file, caughtBy, state })
      expect(caughtBy.length > 0, caughtBy.join('\n')).toBe(breaks.length > 0)
    },
    240_000,
  )

  afterAll(() => {
    const rows = new Map([...before.rows, ...journal(state)].map((row) => [keyOf(row), row]))
    const current = faults.flatMap(
      ({ interface: of, name }) => rows.get(keyOf({ interface: of, fault: name })) ?? [],
    )
    const matrix = { files, requests: requestsIn(known), rows: current }
    writeMatrix(matrix)
    print(summaryOf(matrix))
  })
}

/** How many scenarios would do, for a reader. */
function summaryOf(matrix: Matrix): string {
  const { requests, rows } = matrix
  const costOf = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (requests[id] ?? 0), 0)
  const lines = [
    ['all scenarios', Object.keys(requests)],
    ['enough for every fault in each of its rules', cover(faultsByRule(matrix), requests)],
    ['enough for every fault', cover(rows, requests)],
  ] as const
  return lines.map(([what, ids]) => `${ids.length} ${what}: ${costOf(ids)} requests`).join('\n')
}

/** The scenarios that a fault violates, of those that are asked. */
async function caught(
  fault: AnyFault,
  { soundnessIn }: Known,
  isAsked: (scenario: Scenario) => boolean,
): Promise<readonly string[]> {
  const judge = judges[fault.interface]
  const found: string[] = []
  for (const dialect of dialectsFor(fault, soundnessIn)) {
    const { touches } = soundnessIn(fault.interface, dialect)
    const report = await judge({
      ...{ dialect, fault, unwired: true },
      judges: (each, _, changed) => (each.after || isAsked(each)) && touches(each, changed),
    })
    expect(told(report, ['harness-error'])).toBe('')
    found.push(...report.scenarios.flatMap(({ id, verdict }) => (verdict === 'violated' ? id : [])))
  }
  return found
}

/** The dialect of the documents, and the other one for a fault that breaks a rule only judged there. */
const dialectsFor = (
  { interface: of, breaks }: AnyFault,
  soundnessIn: Known['soundnessIn'],
): readonly DialectName[] =>
  breaks.every((rule) => soundnessIn(of, 'svc').judged.includes(rule))
    ? ['svc']
    : ['svc', 'upstash']

/** The requests of each scenario; of one that is not judged in a dialect, those in the other. */
const requestsIn = ({ soundnessIn }: Known) =>
  Object.fromEntries(
    scenarios.map(({ id, interface: of }) => {
      const { requests } = soundnessIn(of, 'svc')
      return [id, requests.get(id) || (soundnessIn(of, 'upstash').requests.get(id) ?? 0)]
    }),
  )

const keyOf = ({ interface: of, fault }: Pick<Row, 'interface' | 'fault'>) => `${of}: ${fault}`

/** What was measured with all files in this state, and not written yet. */
function journal(state: string): readonly Row[] {
  if (!existsSync(journalPath)) return []
  const lines = readFileSync(journalPath, 'utf8').split('\n').slice(0, -1)
  const measured = lines.map((line) => JSON.parse(line) as Measured)
  return measured.filter((row) => row.state === state)
}

function keep(row: Measured): void {
  mkdirSync(dirname(journalPath), { recursive: true })
  appendFileSync(journalPath, `${JSON.stringify(row)}\n`)
}
