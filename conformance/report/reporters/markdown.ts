// Writes Markdown for GitHub, GitLab and Gitea, for example as a step summary or a comment.

import { ruleById } from '#generated/rules.js'
import { printable, printableLines } from '../../core/printable.js'
import type { RecordedExchange, Report, RuleResult, ScenarioResult } from '../report.js'
import { bodyOf, bySeverity, deliberateHeaders, placeOf, reasonOf, unexpected } from './failure.js'
import { relevantExchange } from './relevant-exchange.js'
import {
  caveats,
  headline,
  marks,
  exportHint,
  judged,
  resultsById,
  ruleCountsInWords,
  ruleInWords,
  scenarioCounts,
  sectionsOf,
  staleInWords,
  targetInWords,
  type Results,
} from './words.js'

/**
 * The most characters for all failures. A character has up to 3 bytes, and GitHub rejects a step
 * summary of more than 1 MiB.
 */
const mostForFailures = 200_000

/** The longest text in characters. A longer text is cut. */
const longestBlock = 5_000

export function markdown(report: Report): string {
  const failures = bySeverity(unexpected(report.scenarios))
  const results = resultsById(report)
  const notes = [...caveats(report), ...staleInWords(report), ...exportHint(failures)]
  return [
    `## ${headline(report)}\n\n`,
    ...notes.map((note) => `> **Note** ${inline(note)}\n\n`),
    `| | |\n| --- | --- |\n`,
    `| Scenarios | ${inline(scenarioCounts(report))} |\n`,
    `| Rules | ${inline(ruleCountsInWords(report))} |\n`,
    `| Target | ${inline(targetInWords(report))} |\n\n`,
    failuresText(failures),
    '<details>\n<summary>Every rule that was judged</summary>\n\n',
    ...sectionsOf(judged(report.rules)).map(({ title, rules }) =>
      [
        `### ${inline(title)}\n\n`,
        `| Rule | Verdict | Scenarios | Statement |\n| --- | --- | ---: | --- |\n`,
        `${rules.map((rule) => ruleRow(rule, results)).join('')}\n`,
      ].join(''),
    ),
    '</details>\n',
  ].join('')
}

/** Returns as many failures as fit, and the number of failures left out. */
function failuresText(failures: readonly ScenarioResult[]): string {
  let text = ''
  for (const [index, failure] of failures.entries()) {
    const next = failureText(failure)
    if (text.length + next.length > mostForFailures) {
      const rest = failures.length - index
      return `${text}… and ${rest} more failures, which are in the JSON and HTML reports.\n\n`
    }
    text += next
  }
  return text
}

function failureText(result: ScenarioResult): string {
  const { verdict, title, rule, id, findings, repro } = result
  const shown = relevantExchange(result)
  const why = [...reasonOf(result), ...findings.map(({ message }) => message)]
  return [
    '<details>',
    `<summary>${marks[verdict]} ${verdict}: ${html(title)}</summary>\n`,
    `> ${inline(ruleById[rule].quote)}\n>\n> ${inline(placeOf(rule))}\n`,
    `${code(id)}\n`,
    ...why.map((message) => fence(message.slice(0, longestBlock))),
    ...(shown === undefined || shown.isRelevant ? [] : ['The last exchange:\n']),
    ...(shown === undefined ? [] : [fence(exchangeText(shown.exchange), 'http')]),
    // A long script is left out, because a cut script would do something else.
    ...(repro === undefined || repro.length > longestBlock ? [] : [fence(repro, 'sh')]),
    '</details>\n\n',
  ].join('\n')
}

const exchangeText = ({ request, response, failure }: RecordedExchange) =>
  [
    `> ${request.method} ${request.target}`,
    ...deliberateHeaders(request),
    ...bodyOf(request).split('\n'),
    '',
    response === undefined ? (failure ?? 'no answer') : `< ${response.status}`,
    ...(response === undefined ? [] : bodyOf(response).split('\n')),
  ].join('\n')

const ruleRow = (rule: RuleResult, results: Results) => {
  const { id, verdict, scenarios, quote } = rule
  return `| ${code(id)} | ${marks[verdict]} ${ruleInWords(rule, results)} | ${scenarios.length} | ${inline(quote)} |\n`
}

/** Returns a code block. Its fence is longer than any series of backticks in the text. */
function fence(text: string, language = 'text'): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${ticks}${language}\n${printableLines(text)}\n${ticks}\n`
}

const longestRun = (text: string) =>
  Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))

/** Formats an id as code. Ids contain no backticks. */
const code = (id: string) => `\`${printable(id)}\``

const html = (text: string) =>
  printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Escapes text for one line of Markdown. */
const inline = (text: string) => html(text.replace(/\s+/g, ' ')).replace(/[\\`*_[\]~|#@]/g, '\\$&')
