// Rules in the order of the contract, below its headings.

import { ruleById } from '#generated/rules.js'
import type { RuleResult } from '../report.js'

export interface Section {
  /** The interface and the heading of its document: `kv: Authentication`. */
  readonly title: string
  readonly rules: readonly RuleResult[]
}

/** The headings of these rules, which come in the order of the contract, as those of a report do. */
export function sectionsOf(rules: readonly RuleResult[]): readonly Section[] {
  const sections: { readonly title: string; readonly rules: RuleResult[] }[] = []
  for (const rule of rules) {
    const { interface: of, heading } = ruleById[rule.id]
    const title = `${of}: ${heading}`
    const last = sections.at(-1)
    if (last?.title === title) last.rules.push(rule)
    else sections.push({ title, rules: [rule] })
  }
  return sections
}

/** Those that some scenario of the run was about. */
export const judged = (rules: readonly RuleResult[]): readonly RuleResult[] =>
  rules.filter(({ verdict }) => verdict !== 'not-judged')
