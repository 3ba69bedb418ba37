// The matrix: the scenarios that detect each fault. The campaign *matrix* measures it in a few
// minutes and stores it in matrix.json.

import { readFileSync, writeFileSync } from 'node:fs'
import type { Interface } from '#generated/rules.js'

export const matrixPath = 'conformance/selftest/matrix/matrix.json'

/** The observations of the correct mock and of each variant, which the campaign *observed* measures. */
export const observedPath = 'conformance/selftest/matrix/observed.json'

/** The measurements of one fault. */
export interface Row {
  readonly interface: Interface
  /** The id of the fault. */
  readonly fault: string
  /** The sorted ids of the scenarios that the fault violates. */
  readonly caughtBy: readonly string[]
  /**
   * The scenarios that pass but receive a response that does not match the schema, by the rule of
   * that schema.
   */
  readonly shapes: Readonly<Record<string, readonly string[]>>
}

export interface Matrix {
  /** The number of requests that each scenario sends to the correct mock, by scenario id. */
  readonly requests: Readonly<Record<string, number>>
  readonly demands: Demands
  readonly rows: readonly Row[]
}

/**
 * The demands of scenarios on a target, by scenario id: 1 is workflow runs, 2 is more, such as URL
 * groups or a wait that is longer than usual. A scenario that every target can run is left out.
 */
export type Demands = Readonly<Record<string, 1 | 2>>

const noMatrix: Matrix = { requests: {}, demands: {}, rows: [] }

/**
 * The format of matrix.json. It refers to scenarios by their ids, so that a new scenario changes only its own
 * line and those of the faults that it detects.
 */
interface Written {
  /** The requests and the demand of each scenario. */
  readonly scenarios: Readonly<Record<string, readonly [requests: number, demand?: 1 | 2]>>
  readonly rows: readonly WrittenRow[]
}

/** The last parts of ids of scenarios, by their rules. */
type IdsByRule = Readonly<Record<string, readonly string[]>>

type WrittenRow = readonly [
  of: Interface,
  fault: string,
  caughtBy: IdsByRule,
  shapes?: Readonly<Record<string, IdsByRule>>,
]

/** Parses the text of matrix.json. */
export function parseMatrix(text: string): Matrix {
  const { scenarios, rows } = JSON.parse(text) as Written
  const demands = Object.entries(scenarios).flatMap(([id, [, demand]]) =>
    demand === undefined ? [] : [[id, demand] as const],
  )
  return {
    requests: mapValues(scenarios, ([requests]) => requests),
    demands: Object.fromEntries(demands),
    rows: rows.map(([of, fault, caughtBy, shapes = {}]) => ({
      interface: of,
      fault,
      caughtBy: idsIn(caughtBy),
      shapes: mapValues(shapes, idsIn),
    })),
  }
}

const mapValues = <From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

const idsIn = (byRule: IdsByRule) =>
  Object.entries(byRule).flatMap(([rule, names]) => names.map((name) => `${rule}/${name}`))

function byRule(ids: readonly string[]): IdsByRule {
  const names: Record<string, string[]> = {}
  for (const id of ids) (names[ruleOf(id)] ??= []).push(id.slice(ruleOf(id).length + 1))
  return names
}

const ruleOf = (id: string) => id.slice(0, id.indexOf('/'))

/** Formats a matrix with one line for each scenario and each fault. */
export function formatMatrix({ requests, demands, rows }: Matrix): string {
  const scenarios = Object.entries(requests)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, count]) => {
      const demand = demands[id]
      return `${JSON.stringify(id)}:${JSON.stringify(demand === undefined ? [count] : [count, demand])}`
    })
  const existing = (ids: readonly string[]) => byRule(ids.filter((id) => id in requests))
  const lines = rows
    .map(({ interface: of, fault, caughtBy, shapes }) => {
      const row = [of, fault, existing(caughtBy)]
      const wrong = mapValues(shapes, existing)
      return JSON.stringify(Object.keys(wrong).length === 0 ? row : [...row, wrong])
    })
    .toSorted()
  return `{"scenarios":{\n${scenarios.join(',\n')}\n},\n"rows":[\n${lines.join(',\n')}\n]}\n`
}

/** Reads the matrix, or returns an empty matrix if there is no file. */
export function readMatrix(path = matrixPath): Matrix {
  try {
    return parseMatrix(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return noMatrix
    throw error
  }
}

export const writeMatrix = (matrix: Matrix, path = matrixPath): void =>
  writeFileSync(path, formatMatrix(matrix))

/** A fault, or a rule that it breaks, and the scenarios that detect it, each alone. */
interface Goal {
  readonly caughtBy: readonly string[]
}

/**
 * Returns each fault as a goal, whichever of its rules a scenario detects. A goal has only the scenarios
 * that demand least of a target, so that they detect the fault of most targets.
 */
export const everyFault = ({ rows, demands }: Matrix): readonly Goal[] =>
  rows.map(({ caughtBy, shapes }) => {
    const ids = [...new Set([...caughtBy, ...Object.values(shapes).flat()])]
    const demandOf = (id: string) => demands[id] ?? 0
    const least = Math.min(...ids.map(demandOf))
    return { caughtBy: ids.filter((id) => demandOf(id) === least) }
  })

/** Returns the rules that a fault breaks as goals, sorted. */
export function brokenRules({ caughtBy, shapes }: Row): readonly (Goal & { rule: string })[] {
  const rules = new Set([...caughtBy.map(ruleOf), ...Object.keys(shapes)])
  return [...rules].toSorted().map((rule) => ({
    rule,
    caughtBy: [...caughtBy.filter((id) => ruleOf(id) === rule), ...(shapes[rule] ?? [])],
  }))
}

/**
 * Returns scenarios that together detect every goal with few requests. Each time, takes the
 * scenario that detects the most new goals per request. Then drops scenarios that later ones made
 * unnecessary.
 */
export function cover(goals: readonly Goal[], requests: Matrix['requests']): readonly string[] {
  const reaches = new Map<string, Set<Goal>>()
  for (const goal of goals) {
    for (const id of goal.caughtBy) reaches.set(id, (reaches.get(id) ?? new Set()).add(goal))
  }
  const chosen: string[] = []
  for (;;) {
    let best: { readonly id: string; readonly worth: number } | undefined
    for (const [id, { size }] of reaches) {
      const worth = size / (1 + (requests[id] ?? 0))
      if (worth > (best?.worth ?? 0)) best = { id, worth }
    }
    if (best === undefined) return withoutUnnecessary(chosen, goals, requests).toSorted()
    chosen.push(best.id)
    const reached = reaches.get(best.id) ?? []
    for (const goal of reached) {
      for (const id of goal.caughtBy) if (id !== best.id) reaches.get(id)?.delete(goal)
    }
    reaches.delete(best.id)
  }
}

/** Drops scenarios whose goals the others detect, starting with the most requests. */
function withoutUnnecessary(
  chosen: readonly string[],
  goals: readonly Goal[],
  requests: Matrix['requests'],
): readonly string[] {
  const left = new Set(chosen)
  const reachedBy = goals.map(({ caughtBy }) => new Set(caughtBy.filter((id) => left.has(id))))
  const cost = (id: string) => requests[id] ?? 0
  for (const id of chosen.toSorted((a, b) => cost(b) - cost(a))) {
    const own = reachedBy.filter((ids) => ids.has(id))
    if (own.some(({ size }) => size === 1)) continue
    left.delete(id)
    for (const ids of own) ids.delete(id)
  }
  return [...left]
}
