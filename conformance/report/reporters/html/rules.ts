// Renders all rules below the headings of the contract, with their statements and scenarios.

import { durationText } from '../../../core/duration.js'
import { ruleById } from '#generated/rules.js'
import { isFailure, type Report, type RuleResult, type ScenarioResult } from '../../report.js'
import { cut } from '../../clip.js'
import { unexpected } from '../failure.js'
import { resultsById, ruleInWords, sectionsOf } from '../words.js'
import { failureItem, type EvidenceIndex } from './failures.js'
import { inline, quoted } from './inline.js'
import { markup, type Markup } from './markup.js'
import { label } from './verdicts.js'

/** The longest observation in characters. */
const longestObservation = 1_000

/** The time in milliseconds from which the duration of a scenario is shown. */
const slow = 1_000

const interfaces = { kv: 'Key-value', queue: 'Queue' }

export function ruleSections(report: Report, evidence: EvidenceIndex): Markup {
  const results = resultsById(report)
  const row = (rule: RuleResult) =>
    ruleRow(
      rule,
      ruleInWords(rule, results),
      rule.scenarios.flatMap((id) => results.get(id) ?? []),
      evidence,
    )
  return markup`${sectionsOf(report.rules).map(({ rules }) => {
    const { interface: of, heading } = ruleById[rules[0]!.id]
    return markup`<section class="section"><h3><span class="quiet">${interfaces[of]}</span> ${inline(heading)}</h3>
${rules.map(row)}</section>
`
  })}`
}

function ruleRow(
  { id, verdict, level, quote }: RuleResult,
  verdictText: string,
  results: readonly ScenarioResult[],
  evidence: EvidenceIndex,
): Markup {
  const { choice, untestable, line } = ruleById[id]
  const failed = unexpected(results)
  const others = results.filter((each) => !failed.includes(each))
  return markup`<details class="rule" id="${id}" data-verdict="${verdict}"><summary><span>${label(verdict)}${verdictText !== verdict && markup`<br><span class="quiet">${verdictText}</span>`}</span><span>${quoted(quote)}<br><code>${id}</code></span></summary>
<p class="quiet">line ${line}, level ${level}</p>${choice !== undefined && markup`<p>Choice of the mock: ${inline(choice)}</p>`}${untestable !== undefined && markup`<p>Not tested: ${inline(untestable)}</p>`}${failed.length > 0 && markup`<p><a href="#failed:${id}">${failed.length === 1 ? '1 failure' : `${failed.length} failures`}</a></p>`}${others.map((each) => scenarioItem(each, evidence))}</details>
`
}

function scenarioItem(result: ScenarioResult, evidence: EvidenceIndex): Markup {
  const { verdict, title, reason, durationMs, observations } = result
  if (isFailure(verdict) || evidence.has(result)) return failureItem(result, evidence)
  const notes = [
    ...(reason === undefined ? [] : [reason]),
    ...(durationMs < slow ? [] : [durationText(Math.round(durationMs / 100) * 100)]),
  ]
  const observed = Object.entries(observations ?? {}).map(([what, value]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')
    return markup`<dt>${what}</dt><dd><code>${cut(text, longestObservation)}</code></dd>`
  })
  return markup`<p class="${verdict}">${inline(title)}${notes.length > 0 && markup` <span class="quiet">${notes.join(', ')}</span>`}</p>${observed.length > 0 && markup`<dl>${observed}</dl>`}`
}
