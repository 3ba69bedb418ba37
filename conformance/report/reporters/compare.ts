// Writes one HTML page that shows implementations side by side: the verdicts by rule and heading, and
// their observations. A cell opens its findings and exchanges.

import { compareScript, compareStyle, script, style } from '#generated/page.js'
import { ruleById } from '#generated/rules.js'
import {
  comparedSections,
  failuresIn,
  isDifferent,
  totalsOf,
  type Cell,
  type ComparedObservation,
  type ComparedRule,
  type ComparedSection,
  type Comparison,
  type Implementation,
} from '../compare.js'
import { cut } from '../clip.js'
import { counted } from '../counted.js'
import { isFailure, type Report, type ScenarioResult } from '../report.js'
import { exchangePieces, packedPieces } from './html/evidence.js'
import { inline, quoted } from './html/inline.js'
import { markup, type Markup } from './html/markup.js'
import { noScript, pageOf, search } from './html/shell.js'
import { chart, countsOf, filterBar, label, verdicts } from './html/verdicts.js'
import { relevantExchange } from './relevant-exchange.js'
import { ended, marks } from './words.js'

/** The most bytes of a page. Its evidence has what its tables leave, but not more than `mostPacked`. */
const mostBytes = 1_900_000

/** The most characters of the packed evidence. */
const mostPacked = 900_000

/** The most bytes of the tables. */
const mostInTables = 1_500_000

/** The longest observations in characters, the best first. */
const longestObservations = [160, 60, 20]

/** The longest finding in characters. */
const longestFinding = 1_000

/** The most failures of a cell with their exchanges, and the longest bodies, the best first. */
const attempts = [
  { most: 5, longest: 2_000 },
  { most: 1, longest: 400 },
  { most: 0, longest: 50 },
]

const interfaces = { kv: 'Key-value', queue: 'Queue' }

/** Returns the page. `tool` wrote it. */
export function comparePage(comparison: Comparison, tool: Report['tool']): string {
  const { implementations, observations, unknown } = comparison
  const rules = comparison.rules.filter(isRowOf)
  const sections = comparedSections({ rules })
  const cells = cellsOf(rules)
  const counts = countsOfRows(rules)
  const different = rules.filter(({ differs }) => differs).length
  const points = observations.filter(isDifferent).length
  const title = `${implementations.length} implementations compared`
  const mainWith = (longest: number) => markup`<section id="implementations">
<h2>Implementations <span class="count">${implementations.length}</span></h2>
${implementations.map((each, index) => implementationItem(each, totalsOf({ rules })[index]!))}</section>
${noScript}
<section id="rules">
<h2>Rules <span class="count">${rules.length}</span></h2>
<p class="quiet">${counts.map(({ verdict, meaning }) => markup`<span class="key">${label(verdict)}: ${meaning}</span> `)}</p>
<p class="quiet">A heading has the number of conforming rules of those that were judged. A cell opens its findings and exchanges; the arrow keys go from cell to cell.</p>
${filterBar(counts, markup`<label><input type="checkbox" id="differences"> Differences only ${different} + ${points}</label>\n`)}
<table class="${columnsOf(implementations)}">
<thead><tr><th scope="col">Rule</th>${implementations.map(columnHead)}</tr></thead>
${sections.map((section) => sectionBody(section, cells.indexOf))}</table>
</section>
<section id="observations">
<h2>Observations <span class="count">${observations.length}</span></h2>
<p class="quiet">The contract leaves these points open. Each value has the letters of the implementations that have it.</p>
${observationSections(observations, implementations, longest)}</section>
${unknown.length > 0 && markup`<p class="hint">Rules of another version of the tool, which are not compared: ${unknown.join(', ')}.</p>`}`
  let main = mainWith(longestObservations[0]!)
  for (const longest of longestObservations.slice(1))
    if (Buffer.byteLength(main.markup) > mostInTables) main = mainWith(longest)
  return pageOf({
    title,
    tool,
    style: style + compareStyle,
    script: script + compareScript,
    top: markup`<header><div>
<p>Comparison of conformance reports</p>
<h1>${title}</h1>
<p>${counted(rules.length, 'rule')}, ${different} with different verdicts; ${counted(observations.length, 'observation')}, ${points} with different values</p>
${caveatsOf(comparison).map((caveat) => markup`<p class="caveat">${caveat}</p>\n`)}</div></header>
<nav id="bar" aria-label="Sections"><div>
<span class="links"><a href="#implementations">implementations <b>${implementations.length}</b></a>
<a href="#rules">rules <b>${rules.length}</b></a>
<a href="#observations">observations <b>${observations.length}</b></a></span>
${search}
</div></nav>`,
    main,
    evidence: packedPieces(
      attempts.map(
        ({ most, longest }) =>
          () =>
            cells.pieces(most, longest),
      ),
      Math.min(mostPacked, mostBytes - Buffer.byteLength(main.markup)),
    ),
  })
}

/** Rules that the contract leaves open are in the table of observations, unless one of them failed. */
const isRowOf = ({ id, cells }: ComparedRule): boolean =>
  ruleById[id].level === 'must' || cells.some((cell) => failuresIn(id, cell).length > 0)

/** Returns a sentence about each report that is not of a whole run. */
export const caveatsOf = ({ implementations }: Comparison): readonly string[] => [
  ...implementations.flatMap(({ letter, name, incomplete }) =>
    incomplete === undefined
      ? []
      : [ended(`${letter} (${name}) is not a whole run: ${incomplete}`)],
  ),
  ...versionsOf(implementations),
]

/** Returns a sentence with the versions of the tool that wrote the reports, if they differ. */
function versionsOf(implementations: Comparison['implementations']): readonly string[] {
  const versions = [...new Set(implementations.map(({ report }) => report.tool.version))]
  if (versions.length < 2) return []
  const list = versions.map((version) => {
    const of = implementations.filter(({ report }) => report.tool.version === version)
    return `${version} (${of.map(({ letter }) => letter).join(' ')})`
  })
  return [`Scenarios may differ, because several versions wrote the reports: ${list.join(', ')}.`]
}

function implementationItem(
  { letter, name, report }: Implementation,
  { conforming, judged }: { readonly conforming: number; readonly judged: number },
): Markup {
  const { target, startedAt } = report
  const urls = [...new Set([target.kvUrl, target.queueUrl])].filter((url) => url !== undefined)
  return markup`<div class="implementation"><h3><b>${letter}</b> ${name}</h3>
<p>${conforming} of ${judged} judged rules conform</p>
${chart(countsOf(report.rules))}
<p class="quiet">${target.embedded === true ? 'the embedded mock' : urls.join(' and ')} · ${target.dialect} dialect, ${target.time} time · <time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time></p></div>
`
}

/** The class of a table with a column, or a letter, for each implementation. */
const columnsOf = ({ length }: Comparison['implementations']) =>
  length > 6 ? 'columns-many' : 'columns-few'

const columnHead = ({ letter, name }: Implementation): Markup =>
  markup`<th scope="col"><b>${letter}</b><span class="name"> ${name}</span></th>`

/** Counts rules by the verdicts in their cells. A rule counts once for each of its verdicts. */
const countsOfRows = (rules: readonly ComparedRule[]) =>
  verdicts
    .map(([verdict, meaning]) => ({
      verdict,
      meaning,
      count: rules.filter(({ cells }) => cells.some((cell) => cell.verdict === verdict)).length,
    }))
    .filter(({ count }) => count > 0)

type IndexOf = (rule: ComparedRule, index: number) => number

function sectionBody(
  { interface: of, heading, rules, counts }: ComparedSection,
  indexOf: IndexOf,
): Markup {
  return markup`<tbody class="section"><tr class="heading"><th scope="rowgroup"><span class="quiet">${interfaces[of]}</span> ${inline(heading)}</th>${counts.map(({ conforming, judged }) => markup`<td>${judged > 0 && `${conforming}/${judged}`}</td>`)}</tr>
${rules.map((rule) => ruleRow(rule, indexOf))}</tbody>
`
}

function ruleRow(rule: ComparedRule, indexOf: IndexOf): Markup {
  const { id, cells, differs } = rule
  const present = [...new Set(cells.map(({ verdict }) => verdict))].join(' ')
  return markup`<tr class="rule" id="${id}" data-verdict="${present}"${!differs && markup` data-same`}><th scope="row">${quoted(ruleById[id].quote)} <code>${id}</code></th>${cells.map((cell, index) => cellOf(cell, indexOf(rule, index)))}</tr>
`
}

/** The script adds the words of the verdict, because a page may have 10,000 cells. */
function cellOf({ verdict, results }: Cell, index: number): Markup {
  if (results.length === 0) return markup`<td></td>`
  return markup`<td><button class="${verdict}" value="${index}">${marks[verdict]}</button></td>`
}

/** Numbers the cells. Cells with the same passed scenarios share their number. */
function cellsOf(rules: readonly ComparedRule[]) {
  const numbers = new Map<Cell, number>()
  const numbered: (readonly [ComparedRule, Cell])[] = []
  for (const rule of rules) {
    const shared = new Map<string, number>()
    for (const cell of rule.cells) {
      const isPlain = cell.results.every(({ verdict }) => verdict === 'passed')
      const key = isPlain ? cell.results.map(({ id }) => id).join(' ') : undefined
      const number = (key !== undefined ? shared.get(key) : undefined) ?? numbered.length
      if (number === numbered.length) numbered.push([rule, cell])
      if (key !== undefined) shared.set(key, number)
      numbers.set(cell, number)
    }
  }
  return {
    indexOf: ({ cells }: ComparedRule, index: number): number => numbers.get(cells[index]!)!,
    pieces: (most: number, longest: number) =>
      numbered.map(([{ id }, cell]) => cellPieces(id, cell, most, longest)),
  }
}

function cellPieces(
  rule: ComparedRule['id'],
  cell: Cell,
  most: number,
  longest: number,
): readonly Markup[] {
  const failures = failuresIn(rule, cell)
  const others = cell.results.filter((each) => !failures.includes(each))
  return [
    ...failures.flatMap((each, index) => failurePieces(each, index, most, longest)),
    ...others.map(
      ({ verdict, title, reason }) =>
        markup`<p class="${verdict}">${inline(title)}${reason !== undefined && markup` <span class="quiet">${reason}</span>`}</p>`,
    ),
  ]
}

function failurePieces(
  result: ScenarioResult,
  index: number,
  most: number,
  longest: number,
): readonly Markup[] {
  const { verdict, title, findings, reason, expected } = result
  const shown = index < most ? relevantExchange(result) : undefined
  const sentences = [
    ...findings.map(({ message }) => message),
    ...(reason === undefined || (findings.length > 0 && expected !== true) ? [] : [reason]),
  ]
  return [
    markup`<details class="failure"${index === 0 && markup` open`}><summary>${label(isFailure(verdict) ? verdict : 'blocked', expected === true ? 'known failure' : verdict)} ${inline(title)}</summary>`,
    ...sentences.map(
      (text) => markup`<samp>${cut(text, Math.min(longest, longestFinding))}</samp>`,
    ),
    ...(shown === undefined ? [] : exchangePieces(shown.exchange, true, longest)),
    ...(result.exchanges.length > 0 && shown === undefined
      ? [markup`<p class="quiet">The JSON report has the exchanges.</p>`]
      : []),
    markup`</details>`,
  ]
}

function observationSections(
  observations: readonly ComparedObservation[],
  implementations: readonly Implementation[],
  longest: number,
): Markup {
  const columns = columnsOf(implementations)
  const sections = new Map<string, ComparedObservation[]>()
  for (const each of observations) {
    const { interface: of, heading } = ruleById[each.rule]
    const title = `${of} ${heading}`
    sections.set(title, [...(sections.get(title) ?? []), each])
  }
  return markup`${[...sections.values()].map((own) => {
    const { interface: of, heading } = ruleById[own[0]!.rule]
    return markup`<section class="section"><h3><span class="quiet">${interfaces[of]}</span> ${inline(heading)}</h3>
<table class="points ${columns}"><thead class="unseen"><tr><th scope="col">Observation</th><th scope="col">Values</th></tr></thead><tbody>
${own.map((each) => observationRow(each, implementations, longest))}</tbody></table></section>
`
  })}`
}

function observationRow(
  observation: ComparedObservation,
  implementations: readonly Implementation[],
  longest: number,
): Markup {
  const { scenario, title, what, values } = observation
  return markup`<tr class="point" id="${scenario}:${what}"${!isDifferent(observation) && markup` data-same`}><th scope="row">${what} <span class="quiet">${inline(title)}</span></th><td>${values.map(({ value, of }) => markup`<div><span class="who">${of.map((index) => implementations[index]!.letter).join(' ')}</span><code>${cut(textOf(value), longest)}</code></div>`)}</td></tr>
`
}

/** Returns an observed value as text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')
