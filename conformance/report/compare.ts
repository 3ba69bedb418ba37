// Compares the reports of several implementations: the verdicts on each rule, and the observations.

import { ruleById, rules, type RuleId } from '#generated/rules.js'
import { comparable } from './diff.js'
import { missingShards } from './merge.js'
import type { NamedReport } from './read-report.js'
import {
  isFailure,
  verdictOn,
  type Report,
  type RuleVerdict,
  type ScenarioResult,
} from './report.js'
import { sentenceOf } from './run-specific.js'
import { missingInWords, whyIncomplete } from './unjudged.js'

/** An implementation is a report with the name of its column. */
export interface Implementation {
  /** The letter of the column. */
  readonly letter: string
  /** The name of the file without `.json`, or its whole path if two files have the same name. */
  readonly name: string
  readonly report: Report
  /** The reason why the report is not of a whole run. */
  readonly incomplete?: string
}

/** The verdict on a rule, and the results that it comes from. */
export interface Cell {
  readonly verdict: RuleVerdict
  readonly results: readonly ScenarioResult[]
}

/** A rule with one cell for each implementation. */
export interface ComparedRule {
  readonly id: RuleId
  readonly cells: readonly Cell[]
  /** True if two implementations that the rule applies to have different verdicts. */
  readonly differs: boolean
}

/** An observation of a scenario, with the implementations of each value. */
export interface ComparedObservation {
  readonly scenario: string
  readonly title: string
  readonly rule: RuleId
  /** The name that the scenario gives to the observation. */
  readonly what: string
  readonly values: readonly {
    readonly value: unknown
    /** The indexes of the implementations. */
    readonly of: readonly number[]
  }[]
}

export interface Comparison {
  readonly implementations: readonly Implementation[]
  /** The rules with a verdict in any report, in the order of the contract. */
  readonly rules: readonly ComparedRule[]
  readonly observations: readonly ComparedObservation[]
  /** The ids of rules that only another version of the tool has. They are not compared. */
  readonly unknown: readonly string[]
}

/** Compares at most 26 reports. */
export function comparisonOf(reports: readonly NamedReport[]): Comparison {
  const names = namesOf(reports.map(({ file }) => file))
  const implementations = reports.map(({ report }, index): Implementation => {
    const incomplete = whyNotWhole(report)
    return {
      letter: String.fromCharCode(65 + index),
      name: names[index]!,
      report,
      ...(incomplete !== undefined && { incomplete }),
    }
  })
  const given = new Set(reports.flatMap(({ report }) => report.rules.map(({ id }) => id)))
  const columns = reports.map(({ report }) => columnOf(report))
  return {
    implementations,
    rules: rules
      .filter(({ id }) => given.has(id))
      .map(({ id }) => comparedRule(id, columns))
      .filter(({ cells }) => cells.some(({ verdict }) => verdict !== 'not-judged')),
    observations: observationsOf(reports.map(({ report }) => report)),
    unknown: [...given].filter((id) => !Object.hasOwn(ruleById, id)),
  }
}

function namesOf(files: readonly string[]): readonly string[] {
  const short = files.map((file) => file.replace(/^.*[/\\]/, '').replace(/\.json$/, ''))
  return short.map((name, index) =>
    short.indexOf(name) === short.lastIndexOf(name) ? name : files[index]!,
  )
}

function whyNotWhole(report: Report): string | undefined {
  const missing = missingShards(report)
  return (
    whyIncomplete(report) ??
    (missing.length > 0 ? missingInWords(missing, report.shards?.of) : undefined)
  )
}

type Column = ReadonlyMap<string, Cell>

function columnOf({ rules, scenarios }: Report): Column {
  const results = new Map(scenarios.map((result) => [result.id, result]))
  return new Map(
    rules.map(({ id, verdict, scenarios: own }) => [
      id,
      { verdict, results: own.flatMap((each) => results.get(each) ?? []) },
    ]),
  )
}

function comparedRule(id: RuleId, columns: readonly Column[]): ComparedRule {
  const cells = columns.map((column): Cell => column.get(id) ?? notJudged)
  const verdicts = new Set(cells.map(({ verdict }) => verdict).filter(saysSomething))
  return { id, cells, differs: verdicts.size > 1 }
}

/** False if the run says nothing about the rule. */
const saysSomething = (verdict: RuleVerdict) =>
  verdict !== 'not-judged' && verdict !== 'not-applicable'

const notJudged: Cell = { verdict: 'not-judged', results: [] }

/** Returns the results of a cell that failed, of which the verdict is on the rule. */
export const failuresIn = (rule: RuleId, { results }: Cell): readonly ScenarioResult[] =>
  results.filter((each) => isFailure(verdictOn(rule, each) ?? each.verdict))

/** True if implementations have different values. */
export const isDifferent = ({ values }: ComparedObservation): boolean => values.length > 1

function observationsOf(reports: readonly Report[]): readonly ComparedObservation[] {
  type Row = Omit<ComparedObservation, 'values'> & {
    readonly values: Map<string, { readonly value: unknown; readonly of: number[] }>
  }
  const rows = new Map<string, Row>()
  for (const [index, { scenarios }] of reports.entries())
    for (const { id, title, rule, observations = {} } of scenarios)
      for (const [what, value] of Object.entries(observations)) {
        const name = `${id} ${what}`
        const row: Row = rows.get(name) ?? { scenario: id, title, rule, what, values: new Map() }
        rows.set(name, row)
        const text = comparable(value) ?? ''
        const same = row.values.get(text) ?? { value, of: [] }
        row.values.set(text, same)
        same.of.push(index)
      }
  const order = new Map(rules.map(({ id }, index) => [id, index]))
  return [...rows.values()]
    .filter(({ rule }) => order.has(rule))
    .toSorted((one, other) => order.get(one.rule)! - order.get(other.rule)!)
    .map((row) => ({ ...row, values: [...row.values.values()] }))
}

/** The rules under one heading of the contract, with the counts of each implementation. */
export interface ComparedSection {
  readonly interface: 'kv' | 'queue'
  readonly heading: string
  readonly rules: readonly ComparedRule[]
  /** The number of conforming rules of level `must`, and of all that apply and were judged. */
  readonly counts: readonly { readonly conforming: number; readonly judged: number }[]
}

/** Groups rules by the headings of the contract. They must be in the order of the contract. */
export function comparedSections({ rules }: Pick<Comparison, 'rules'>): readonly ComparedSection[] {
  const sections = new Map<string, ComparedRule[]>()
  for (const rule of rules) {
    const { interface: of, heading } = ruleById[rule.id]
    const title = `${of}: ${heading}`
    sections.set(title, [...(sections.get(title) ?? []), rule])
  }
  return [...sections.values()].map((own) => {
    const { interface: of, heading } = ruleById[own[0]!.id]
    return { interface: of, heading, rules: own, counts: countsOf(own) }
  })
}

/** Counts the rules of level `must`. A rule that is not applicable counts as not judged. */
const countsOf = (rules: readonly ComparedRule[]) =>
  (rules[0]?.cells ?? []).map((_, index) => {
    const verdicts = rules.flatMap(({ id, cells }) => {
      const { verdict } = cells[index]!
      return ruleById[id].level === 'must' && saysSomething(verdict) ? [verdict] : []
    })
    return {
      conforming: verdicts.filter((verdict) => verdict === 'conforming').length,
      judged: verdicts.length,
    }
  })

/** Returns the counts of each implementation over all rules. */
export const totalsOf = ({ rules }: Pick<Comparison, 'rules'>) => countsOf(rules)

/** Returns the comparison as JSON values: verdicts, findings and observations by implementation. */
export function jsonOf(comparison: Comparison): object {
  const { implementations, rules, observations, unknown } = comparison
  const byName = <T>(values: readonly (T | undefined)[]) =>
    Object.fromEntries(
      values.flatMap((value, index) =>
        value === undefined ? [] : [[implementations[index]!.name, value]],
      ),
    )
  const totals = totalsOf(comparison)
  return {
    format: 1,
    implementations: implementations.map(({ name, report, incomplete }, index) => ({
      name,
      tool: report.tool,
      target: report.target,
      startedAt: report.startedAt,
      summary: report.summary,
      rules: totals[index],
      ...(incomplete !== undefined && { incomplete }),
    })),
    headings: comparedSections(comparison).map(({ interface: of, heading, counts }) => ({
      interface: of,
      heading,
      counts: byName(counts),
    })),
    rules: rules.map(({ id, cells, differs }) => {
      const failures = cells.map((cell) => {
        const failed = failuresIn(id, cell)
        return failed.length === 0
          ? undefined
          : Object.fromEntries(failed.map((each) => [each.id, sentenceOf(each)]))
      })
      return {
        id,
        level: ruleById[id].level,
        differs,
        verdicts: byName(cells.map(({ verdict }) => verdict)),
        ...(failures.some(Boolean) && { failures: byName(failures) }),
      }
    }),
    observations: observations.map((each) => ({
      scenario: each.scenario,
      what: each.what,
      differs: isDifferent(each),
      values: each.values.map(({ value, of }) => ({
        value,
        implementations: of.map((index) => implementations[index]!.name),
      })),
    })),
    ...(unknown.length > 0 && { unknown }),
  }
}
