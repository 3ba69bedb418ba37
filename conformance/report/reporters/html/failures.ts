// Renders the unexpected failures, grouped by rule.

import { ruleById } from '#generated/rules.js'
import { failedRule, type ScenarioResult, type Verdict } from '../../report.js'
import { cut } from '../../clip.js'
import { placeOf, unexpected } from '../failure.js'
import { inline, quoted } from './inline.js'
import { markup, type Markup } from './markup.js'
import { label } from './verdicts.js'

/** The longest finding in characters that is visible before a failure is opened. */
export const longestFinding = 300

/** The verdicts of failures, the most important first. */
const kinds = [
  {
    verdict: 'harness-error',
    title: 'Errors of the suite',
    meaning: 'These are bugs of the suite, not of the target.',
  },
  { verdict: 'violated', title: 'Violated rules', meaning: 'The target breaks these rules.' },
  {
    verdict: 'blocked',
    title: 'Blocked rules',
    meaning:
      'A setup failed, so these rules have no verdict. Often the cause is a violated rule: fix those first.',
  },
] as const satisfies readonly { readonly verdict: Verdict; title: string; meaning: string }[]

/** The unexpected failures with the same worst verdict, by rule. */
export interface FailureSection {
  readonly verdict: Verdict
  readonly title: string
  readonly meaning: string
  /** The failures of each rule, the worst first. */
  readonly rules: readonly (readonly ScenarioResult[])[]
}

/** Returns the sections that have failures. Their rules are in the order of the report. */
export function failureSections(results: readonly ScenarioResult[]): readonly FailureSection[] {
  const byRule = new Map<string, readonly ScenarioResult[]>()
  for (const { verdict } of kinds)
    for (const result of unexpected(results))
      if (result.verdict === verdict) {
        const rule = failedRule(result)
        byRule.set(rule, [...(byRule.get(rule) ?? []), result])
      }
  return kinds
    .map((kind) => ({
      ...kind,
      rules: [...byRule.values()].filter(([worst]) => worst?.verdict === kind.verdict),
    }))
    .filter(({ rules }) => rules.length > 0)
}

/** The index of the packed evidence of each result that has any. */
export type EvidenceIndex = ReadonlyMap<ScenarioResult, number>

export const failureSection = (
  { verdict, title, meaning, rules }: FailureSection,
  evidence: EvidenceIndex,
): Markup =>
  markup`<section class="failures" id="${verdict}">
<h2>${label(verdict, '')}${title} <span class="count">${rules.length}</span></h2>
<p class="quiet">${meaning}</p>
${rules.map((failures) => ruleSection(failures, evidence))}</section>
`

function ruleSection(failures: readonly ScenarioResult[], evidence: EvidenceIndex): Markup {
  const rule = failedRule(failures[0]!)
  const { verdict } = failures[0]!
  return markup`<section class="group ${verdict}" id="failed:${rule}">
<h3>${quoted(ruleById[rule].quote)}</h3>
<p class="quiet"><a href="#${rule}"><code>${rule}</code></a> · ${inline(placeOf(rule))}</p>
${failures.map((failure) => failureItem(failure, evidence, verdict))}</section>
`
}

/**
 * Renders a result with its first finding. Opening it adds its evidence. The verdict is shown if it
 * differs from the verdict of the group.
 */
export function failureItem(
  result: ScenarioResult,
  evidence: EvidenceIndex,
  ofGroup?: Verdict,
): Markup {
  const { id, verdict, title, findings, reason, expected } = result
  const text = expected === true ? 'known failure' : verdict
  const isExplained = findings.length > 0 && expected !== true
  const found = [
    ...findings.slice(0, 1).map(({ message }) => message),
    ...(reason === undefined || isExplained ? [] : [reason]),
  ]
  const index = evidence.get(result)
  return markup`<details class="failure" id="${id}"${index !== undefined && markup` data-evidence="${index}"`}><summary>${verdict !== ofGroup && markup`${label(verdict, text)} `}${inline(title)}${found.map((message) => markup`<samp>${cut(message, longestFinding)}</samp>`)}</summary></details>
`
}
