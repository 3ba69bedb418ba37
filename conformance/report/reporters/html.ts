// Writes one HTML page without external files: the verdict, the failures by rule, and all rules
// below the headings of the contract.

import { createHash } from 'node:crypto'
import { script, style } from '#generated/page.js'
import type { Report } from '../report.js'
import { whyUnjudged } from '../unjudged.js'
import { unexpected } from './failure.js'
import { packed } from './html/evidence.js'
import { failureSection, failureSections, type FailureSection } from './html/failures.js'
import { markup, type Markup } from './html/markup.js'
import { ruleSections } from './html/rules.js'
import { label, verdicts } from './html/verdicts.js'
import {
  caveats,
  countOfRules,
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
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${headline(report)}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<a class="skip" href="#rules">Skip to the rules</a>
${top(report)}
${bar(report, sections)}
<main>
${legend(report)}
${sections.length === 0 ? noFailures(report) : exportHint(unexpected(report.scenarios)).map((hint) => markup`<p class="hint">${hint}</p>`)}
${withEvidence.length > 0 && markup`<noscript><p class="hint">The page shows exchanges only with JavaScript. The JSON report has them too.</p></noscript>`}
${sections.map((section) => failureSection(section, evidence))}
<section id="rules">
<h2>All rules <span class="count">${report.rules.length}</span></h2>
${filters(report)}
${ruleSections(report, evidence)}
</section>
</main>
<footer>${report.tool.name} ${report.tool.version}</footer>
<script type="text/plain" id="evidence">${packed(withEvidence)}</script>
<script>${{ markup: script }}</script>
</body>
</html>
`.markup
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Blocks all network access, and all scripts except this page's own, because the page contains
 * responses of the target.
 */
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

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
<p><time datetime="${startedAt}">${startedAt.slice(0, 19).replace('T', ' ')} UTC</time>, ${(durationMs / 1000).toFixed(1)} s</p>
${[...caveats(report), ...staleInWords(report)].map((caveat) => markup`<p class="caveat">${caveat}</p>\n`)}</div></header>`
}

const bar = (
  { rules }: Report,
  sections: readonly FailureSection[],
) => markup`<nav id="bar" aria-label="Sections"><div>
<span class="links">${sections.map(({ verdict, rules: failed }) => markup`<a href="#${verdict}">${label(verdict, '')}<span class="word">${verdict.replace('-', ' ')}</span> <b>${failed.length}</b></a>\n`)}<a href="#rules">rules <b>${rules.length}</b></a></span>
<label id="search" hidden><span class="unseen">Find</span><input type="search" id="find" placeholder="Find (/)" autocomplete="off"></label>
</div></nav>`

/** The bar of all rules, and the meaning of its colours. */
function legend({ rules }: Report): Markup {
  const counts = countsOf(rules)
  const words = counts.map(({ verdict, count }) => `${count} ${verdict}`).join(', ')
  // A small count keeps a visible width.
  const widths = counts.map(({ count }) => Math.max(count, rules.length / 80))
  const starts = widths.map((_, index) =>
    widths.slice(0, index).reduce((sum, each) => sum + each, 0),
  )
  const whole = widths.reduce((sum, each) => sum + each, 0)
  return markup`<svg class="chart" role="img" aria-label="Rules: ${words}" viewBox="0 0 ${Math.max(1, whole)} 1" preserveAspectRatio="none">${counts.map(({ verdict }, index) => markup`<rect class="${verdict}" x="${starts[index]}" width="${widths[index]}" height="1"/>`)}</svg>
<dl class="legend">${counts.map(({ verdict, meaning, count }) => markup`<div class="${verdict}"><dt><b>${count}</b> ${label(verdict)}</dt><dd>${meaning}</dd></div>\n`)}</dl>`
}

const countsOf = (rules: Report['rules']) =>
  verdicts
    .map(([verdict, meaning]) => ({ verdict, meaning, count: countOfRules({ rules }, verdict) }))
    .filter(({ count }) => count > 0)

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

const filters = ({ rules }: Report) => markup`<div id="filters" hidden>
<fieldset><legend class="unseen">Show rules by verdict</legend>
${countsOf(rules).map(
  ({ verdict, count }, _, { length }) =>
    markup`<label><input type="checkbox" value="${verdict}"${(verdict !== 'not-judged' || length === 1) && markup` checked`}> ${label(verdict)} ${count}</label>\n`,
)}</fieldset>
<button type="button" id="all">Show all</button>
<output id="shown" class="quiet" aria-live="polite"></output>
</div>`
