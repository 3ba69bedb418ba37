// The verdicts of the page: their order, meanings, labels, chart and filters.

import type { Report, RuleVerdict, Verdict } from '../../report.js'
import { countOfRules, marks } from '../words.js'
import { markup, type Markup } from './markup.js'

/** The rule verdicts and their meanings, the most important first. */
export const verdicts: readonly (readonly [RuleVerdict, string])[] = [
  ['harness-error', 'a bug of the suite, not of the target'],
  ['violated', 'the target breaks the rule'],
  ['blocked', 'a setup failed, so there is no verdict'],
  ['conforming', 'every scenario of the rule passed'],
  ['observed', 'the contract is silent; the value is recorded'],
  ['not-applicable', 'the run lacks something that a scenario needs'],
  ['not-judged', 'no scenario of the rule ran'],
]

/** Renders a verdict in its colour, with its mark. */
export const label = (verdict: Verdict | RuleVerdict, text: string = verdict): Markup =>
  markup`<span class="${verdict}">${marks[verdict]} ${text.replace('-', ' ')}</span>`

export type VerdictCounts = ReturnType<typeof countsOf>

/** Returns the verdicts that rules have, with their meanings and numbers. */
export const countsOf = (rules: Report['rules']) =>
  verdicts
    .map(([verdict, meaning]) => ({ verdict, meaning, count: countOfRules({ rules }, verdict) }))
    .filter(({ count }) => count > 0)

/** Renders a bar with one colour for each verdict. */
export function chart(counts: VerdictCounts): Markup {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const words = counts.map(({ verdict, count }) => `${count} ${verdict}`).join(', ')
  // A small count keeps a visible width.
  const widths = counts.map(({ count }) => Math.max(count, all / 80))
  const starts = widths.map((_, index) =>
    widths.slice(0, index).reduce((sum, each) => sum + each, 0),
  )
  const whole = widths.reduce((sum, each) => sum + each, 0)
  return markup`<svg class="chart" role="img" aria-label="Rules: ${words}" viewBox="0 0 ${Math.max(1, whole)} 1" preserveAspectRatio="none">${counts.map(({ verdict }, index) => markup`<rect class="${verdict}" x="${starts[index]}" width="${widths[index]}" height="1"/>`)}</svg>`
}

/** Renders the filters of rules. `more` is a filter before the button. The script shows them. */
export const filterBar = (
  counts: readonly Pick<VerdictCounts[number], 'verdict' | 'count'>[],
  more?: Markup,
): Markup => markup`<div id="filters" hidden>
<fieldset><legend class="unseen">Show rules by verdict</legend>
${counts.map(
  ({ verdict, count }, _, { length }) =>
    markup`<label><input type="checkbox" value="${verdict}"${(verdict !== 'not-judged' || length === 1) && markup` checked`}> ${label(verdict)} ${count}</label>\n`,
)}</fieldset>
${more}<button type="button" id="all">Show all</button>
<output id="shown" class="quiet" aria-live="polite"></output>
</div>`
