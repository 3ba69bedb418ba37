// Writes one HTML page without external files: the verdict, the failures by rule, and all rules
// below the headings of the contract.

import { durationText } from '../../core/duration.js'
import { script, style } from '#generated/page.js'
import type { Report } from '../report.js'
import { whyUnjudged } from '../unjudged.js'
import { unexpected } from './failure.js'
import { packed } from './html/evidence.js'
import { failureSection, failureSections, type FailureSection } from './html/failures.js'
import { markup, type Markup } from './html/markup.js'
import { ruleSections } from './html/rules.js'
import { noScript, pageOf, search } from './html/shell.js'
import { chart, countsOf, filterBar, label, verdicts } from './html/verdicts.js'
import {
  caveats,
  ended,
  exportHint,
  headline,
  marks,
  scenarioCounts,
  staleInWords,
} from './words.js'

export function html(report: Report): string {
  const withEvidence = report.scenarios.filter(
    ({ exchanges, repro }) => exchanges.length > 0 || repro !== undefined,
  )
  const evidence = new Map(withEvidence.map((result, index) => [result, index]))
  const sections = failureSections(report.scenarios)
  return pageOf({
    title: headline(report),
    style,
    script,
    tool: report.tool,
    top: markup`${top(report)}
${bar(report, sections)}`,
    main: markup`${legend(report)}
${sections.length === 0 ? noFailures(report) : exportHint(unexpected(report.scenarios)).map((hint) => markup`<p class="hint">${hint}</p>`)}
${withEvidence.length > 0 && noScript}
${sections.map((section) => failureSection(section, evidence))}
<section id="rules">
<h2>All rules <span class="count">${report.rules.length}</span></h2>
${filters(report)}
${ruleSections(report, evidence)}
</section>`,
    evidence: packed(withEvidence),
  })
}

/** The verdict of the run. Its mark selects the colour. */
function top(report: Report): Markup {
  const { target, startedAt, durationMs, scenarios } = report
  const [mark = '', ...words] = headline(report).split(' ')
  const [tone] = verdicts.find(([verdict]) => marks[verdict] === mark) ?? ['not-judged']
  const urls = new Set([target.kvUrl, target.queueUrl].filter((url) => url !== undefined))
  return markup`<header class="tone-${tone}"><div>
<p>Conformance report</p>
<h1><span aria-hidden="true">${mark}</span> ${words.join(' ')}</h1>
<p>${scenarios.length} scenarios: ${scenarioCounts(report)}</p>
<p>${[...urls].map((url) => markup`<code>${url}</code> · `)}${target.dialect} dialect, provider ${target.provider}, ${target.time} time</p>
<p><time datetime="${startedAt}">${startedAt.slice(0, 19).replace('T', ' ')} UTC</time>, ${durationText(Math.round(durationMs / 100) * 100)}</p>
${[...caveats(report), ...staleInWords(report)].map((caveat) => markup`<p class="caveat">${caveat}</p>\n`)}</div></header>`
}

const bar = (
  { rules }: Report,
  sections: readonly FailureSection[],
) => markup`<nav id="bar" aria-label="Sections"><div>
<span class="links">${sections.map(({ verdict, rules: failed }) => markup`<a href="#${verdict}">${label(verdict, '')}<span class="word">${verdict.replace('-', ' ')}</span> <b>${failed.length}</b></a>\n`)}<a href="#rules">rules <b>${rules.length}</b></a></span>
${search}
</div></nav>`

/** The bar of all rules, and the meaning of its colours. */
function legend({ rules }: Report): Markup {
  const counts = countsOf(rules)
  return markup`${chart(counts)}
<dl class="legend">${counts.map(({ verdict, meaning, count }) => markup`<div class="${verdict}"><dt><b>${count}</b> ${label(verdict)}</dt><dd>${meaning}</dd></div>\n`)}</dl>`
}

/** Explains a report without failures. */
function noFailures(report: Report): Markup {
  const { summary, scenarios, interrupted } = report
  const why = whyUnjudged(report)
  const known = summary.expectedViolations
  const sentence =
    interrupted === true
      ? `No failure so far. Scenarios that had ended: ${scenarios.length}. Run again for a verdict.`
      : why !== undefined
        ? ended(`There is no verdict: ${why}`)
        : known > 0
          ? `No unexpected failure. Failures in the list of known failures: ${known}.`
          : 'Every requirement that was tested is met.'
  return markup`<section class="empty ${why === undefined ? 'conforming' : 'not-judged'}"><p>${sentence}</p></section>`
}

const filters = ({ rules }: Report) => filterBar(countsOf(rules))
