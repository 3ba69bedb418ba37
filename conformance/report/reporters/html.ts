// Writes one HTML page without external files. The page shows the rules below their headings, and
// the failures with their exchanges.

import { createHash } from 'node:crypto'
import { ruleById } from '#generated/rules.js'
import {
  isFailure,
  type RecordedExchange,
  type Report,
  type RuleResult,
  type RuleVerdict,
  type ScenarioResult,
} from '../report.js'
import { bodyOf, placeOf, unexpected } from './failure.js'
import { html as markup, type Markup } from './html/markup.js'
import { script } from './html/script.js'
import { style } from './html/style.js'
import {
  caveats,
  countOfRules,
  headline,
  marks,
  exportHint,
  resultsById,
  ruleCountsInWords,
  ruleInWords,
  scenarioCounts,
  sectionsOf,
  targetInWords,
} from './words.js'

/** The longest body in characters. A longer body is cut. */
const longestBody = 8_000

/** The rule verdicts, the most important first. */
const verdicts: readonly RuleVerdict[] = [
  'harness-error',
  'violated',
  'blocked',
  'conforming',
  'observed',
  'not-applicable',
  'not-judged',
]

export const html = (report: Report): string => page(report).markup

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

const page = (report: Report): Markup => markup`<!doctype html>
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
<main>
${failures(report)}
<h2 id="rules">Rules</h2>
${filters(report)}
${sections(report)}
</main>
<script>${{ markup: script }}</script>
</body>
</html>
`

const top = (report: Report) => markup`<header>
<h1>Conformance report</h1>
<p class="headline">${headline(report)}</p>
${caveats(report).map((caveat) => markup`<p><strong>${caveat}</strong></p>`)}
${bar(report)}
<dl>
<dt>Scenarios</dt><dd>${scenarioCounts(report)}</dd>
<dt>Rules</dt><dd>${ruleCountsInWords(report)}</dd>
<dt>Target</dt><dd>${targetInWords(report)}</dd>
<dt>Started</dt><dd><time>${report.startedAt}</time></dd>
<dt>Judged by</dt><dd>${report.tool.name} ${report.tool.version}</dd>
</dl>
</header>`

/** Returns a bar that shows the share of each verdict. */
function bar({ rules }: Report): Markup {
  let x = 0
  const counts = countsOf(rules)
  const parts = counts.map(([verdict, count]) => {
    x += count
    return markup`<rect class="${verdict}" x="${x - count}" width="${count}" height="1"/>`
  })
  const words = counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')
  return markup`<svg class="bar" role="img" aria-label="Rules: ${words}" viewBox="0 0 ${Math.max(1, rules.length)} 1" preserveAspectRatio="none">${parts}</svg>`
}

const countsOf = (rules: readonly RuleResult[]) =>
  verdicts
    .map((verdict) => [verdict, countOfRules({ rules }, verdict)] as const)
    .filter(([, count]) => count > 0)

function failures({ scenarios }: Report): Markup {
  const failed = unexpected(scenarios)
  if (failed.length === 0) return markup``
  return markup`<h2>Failures</h2>
<ol>
${failed.map(
  ({ id, verdict, title, rule }) =>
    markup`<li><span class="${verdict}">${marks[verdict]} ${verdict}</span> <a href="${link(id)}">${title}</a> <code class="quiet">${rule}</code></li>\n`,
)}</ol>
${exportHint(failed).map((sentence) => markup`<p>${sentence}</p>`)}`
}

const link = (id: string) => `#${encodeURIComponent(id)}`

const filters = ({ rules }: Report) => markup`<div id="filters" role="search" hidden>
<label>Find <input type="search" id="find" placeholder="press /" autocomplete="off"></label>
<fieldset><legend>Verdicts</legend>
${countsOf(rules).map(
  ([verdict, count]) =>
    markup`<label><input type="checkbox" value="${verdict}"${verdict !== 'not-judged' && markup` checked`}> <span class="${verdict}">${marks[verdict]} ${verdict}</span> ${count}</label>\n`,
)}</fieldset>
<button type="button" id="all">Show all</button>
<output id="shown" class="quiet" aria-live="polite"></output>
</div>`

function sections(report: Report): Markup {
  const results = resultsById(report)
  const ruleText = (rule: RuleResult) =>
    ruleBlock(
      rule,
      ruleInWords(rule, results),
      rule.scenarios.flatMap((id) => results.get(id) ?? []),
    )
  return markup`${sectionsOf(report.rules).map(
    (section) =>
      markup`<section class="section">\n<h3>${section.title}</h3>\n${section.rules.map(ruleText)}</section>\n`,
  )}`
}

function ruleBlock(
  rule: RuleResult,
  verdictText: string,
  results: readonly ScenarioResult[],
): Markup {
  const { id, verdict, level, quote } = rule
  const { choice, untestable } = ruleById[id]
  const count = results.length === 1 ? '1 scenario' : `${results.length} scenarios`
  const failed = unexpected(results).length > 0
  return markup`<details class="rule${failed && ' failed'}" id="${id}" data-verdict="${verdict}">
<summary><span class="${verdict}">${marks[verdict]} ${verdictText}</span> <code>${id}</code> <span class="quiet">${level}, ${count}</span></summary>
<div class="inside">
<blockquote>${quote}</blockquote>
<p class="quiet">${placeOf(id)}</p>
${choice !== undefined && markup`<p class="quiet">The mock's choice: ${choice}</p>`}
${untestable !== undefined && markup`<p class="quiet">Not testable: ${untestable}</p>`}
<ul class="scenarios">
${results.map(scenarioItem)}</ul>
</div>
</details>
`
}

function scenarioItem(result: ScenarioResult): Markup {
  const { verdict, title, durationMs, reason, expected, exchanges, observations } = result
  const head = markup`<span class="${verdict}">${marks[verdict]} ${verdict}</span> ${title} <span class="quiet">${durationMs} ms${expected === true && ', as expected'}${reason !== undefined && `: ${reason}`}</span>`
  const observed = Object.entries(observations ?? {}).map(
    ([what, value]) => markup`<dt>${what}</dt><dd><code>${JSON.stringify(value)}</code></dd>`,
  )
  const noted = observed.length > 0 && markup`<dl>${observed}</dl>`
  if (!isFailure(verdict) && exchanges.length === 0) return markup`<li>${head}${noted}</li>\n`
  const failed = unexpected([result]).length > 0
  return markup`<li><details class="${isFailure(verdict) && 'failure'}${failed && ' failed'}" id="${result.id}">
<summary>${head}</summary>
${noted}
${evidence(result)}
</details></li>
`
}

const evidence = ({ id, findings, exchanges, repro }: ScenarioResult) => markup`<dl>
<dt>Scenario</dt><dd><code>${id}</code></dd>
${findings.map(({ message }) => markup`<dt>Found</dt><dd><pre>${message}</pre></dd>\n`)}</dl>
${exchanges.map(exchangeBlock)}
${
  repro !== undefined &&
  markup`<h4>Repeat it</h4>
<div><button type="button" class="copy" hidden>Copy</button><pre class="repro">${repro}</pre></div>`
}`

function exchangeBlock(exchange: RecordedExchange, index: number): Markup {
  const { request, response, failure, closed, durationMs } = exchange
  const answer =
    response === undefined
      ? (failure ?? 'nothing')
      : message(
          `${response.status}${closed === true ? ' (a stream, closed by the suite)' : ''}`,
          response,
        )
  return markup`<div class="exchange"><p class="quiet">Exchange ${index + 1}, ${durationMs} ms: sent and received</p>
<pre class="sent">${message(`${request.method} ${request.target}`, request)}</pre>
<pre class="received">${answer}</pre></div>
`
}

/** Formats a message as in HTTP: first line, headers, body. */
const message = (
  first: string,
  of: RecordedExchange['request'] | NonNullable<RecordedExchange['response']>,
) =>
  [first, ...of.headers.map(([name, value]) => `${name}: ${value}`), '', bodyOf(of, longestBody)]
    .join('\n')
    .trimEnd()
