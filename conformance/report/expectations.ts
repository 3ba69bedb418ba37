// Reads and writes lists of known failures, expected or flaky.

import { didYouMean, didYouMeanPattern } from '../core/did-you-mean.js'
import { hasFailure, sentenceOf } from './run-specific.js'
import { counted } from './counted.js'
import {
  isOfSlowTarget,
  type Expectation,
  type Expectations,
  type Report,
  type ScenarioResult,
} from './report.js'
import { fits } from '../core/select.js'
import { UsageError } from '../core/usage-error.js'

export const noExpectations: Expectations = { failing: [], flaky: [] }

/**
 * Parses a list of known failures. Each line contains a pattern, a space and a reason, which may begin
 * with `until 2027-01-31:`. Skips empty lines and lines that begin with `#`. Throws a `UsageError` that
 * contains `file` and the line.
 */
export function parseExpectations(text: string, file: string): readonly Expectation[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const words = line.trim()
    if (words === '' || words.startsWith('#')) return []
    if (/^-(\s|$)/.test(words))
      throw new UsageError(
        `${file}:${index + 1}: this is an entry in YAML; name the file .yaml or .yml, or write the pattern, a space and the reason`,
      )
    return [expectation(entryIn(words), `${file}:${index + 1}`)]
  })
}

/** Returns the parts of a line. */
function entryIn(words: string): Expectation {
  const [, pattern = '', until, reason = ''] =
    /^(\S+)\s*(?:until (\d[\d-]*):\s*)?(.*)$/.exec(words) ?? []
  return { pattern, ...(until !== undefined && { until }), reason }
}

/** Reads a list of known failures from parsed YAML. Each entry is `{ pattern, until?, reason }`. */
export function expectationsOf(value: unknown, file: string): readonly Expectation[] {
  if (!Array.isArray(value))
    throw new UsageError(`${file}: expected a list of entries with a pattern and a reason`)
  return value.map((entry: unknown, index) => expectation(entry, `${file}: entry ${index + 1}`))
}

function expectation(entry: unknown, where: string): Expectation {
  const { pattern, reason, until } = (entry ?? {}) as Partial<Record<keyof Expectation, unknown>>
  if (typeof pattern !== 'string' || pattern === '')
    throw new UsageError(
      `${where}: the pattern is missing; write a scenario's id, with "*" for any part of it`,
    )
  if (typeof reason !== 'string' || reason.trim() === '')
    throw new UsageError(`${where}: "${pattern}" has no reason; say why its failure is accepted`)
  const [name, text] = [pattern, reason].map(({ length }, index) => length > longest[index]!)
  if (name || text)
    throw new UsageError(
      `${where}: the ${name ? 'pattern' : 'reason'} is too long; is this a list of known failures?`,
    )
  const mistyped = Object.keys(entry as object).find((key) => didYouMean(key, ['until']) !== '')
  if (mistyped !== undefined && until === undefined)
    throw new UsageError(`${where}: "${pattern}" has "${mistyped}"; did you mean until?`)
  if (until !== undefined && !isDate(until))
    throw new UsageError(
      `${where}: "${pattern}" has until ${JSON.stringify(until)}; write a date such as 2027-01-31`,
    )
  return { pattern, ...(until !== undefined && { until }), reason: reason.trim() }
}

const isDate = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00Z`).toJSON()?.slice(0, 10) === value

/** Returns true if the last day of an entry is over, in UTC. */
const isExpired = ({ until }: Expectation, at: Date): boolean =>
  until !== undefined && at.toISOString().slice(0, 10) > until

/** The longest pattern and the longest reason of a list, in characters. */
const longest = [500, 50_000]

const failed = ({ verdict }: Pick<ScenarioResult, 'verdict'>) =>
  verdict === 'violated' || verdict === 'blocked'

/**
 * Returns the result. If a list contains its failure, the result is marked as expected, unless the last
 * day of the entry is over `at` this time.
 */
export function expect<R extends ScenarioResult>(
  result: R,
  { failing, flaky }: Expectations,
  at: Date = new Date(),
): R {
  if (!failed(result)) return result
  const known = [...failing, ...flaky].find(
    (entry) => fits(entry.pattern, result.id) && !isExpired(entry, at),
  )
  return known === undefined ? result : { ...result, expected: true, reason: known.reason }
}

/**
 * Returns one message for each outdated entry of a list: entries that match none of `ids`, entries whose
 * last day is over `at` this time, and entries for scenarios that now pass. `ids` are the ids of all
 * scenarios, even of those that did not run.
 */
export function staleExpectations(
  results: readonly ScenarioResult[],
  { failing, flaky }: Expectations,
  ids: readonly string[],
  at: Date = new Date(),
): readonly string[] {
  const unmatchedIn = (option: string, entries: readonly Expectation[]) =>
    entries
      .filter(({ pattern }) => !ids.some((id) => fits(pattern, id)))
      .map(({ pattern }, index) => {
        const hint = index < mostHints ? didYouMeanPattern(pattern, ids) : ''
        return `"${pattern}" in ${option} matches no scenario${hint}; correct or remove it`
      })
  const unmatched = [
    ...unmatchedIn('--known-failing', failing),
    ...unmatchedIn('--known-flaky', flaky),
  ]
  const notFailed = new Set(results.filter((each) => !failed(each)).map(({ id }) => id))
  // Entries of one scenario each are one message, because their advice is the same.
  const over = failing.filter(
    ({ pattern }) =>
      results.some(({ id, verdict }) => id === pattern && verdict === 'passed') &&
      ids.every((id) => id === pattern || !fits(pattern, id)),
  )
  const together =
    over.length < 2
      ? []
      : [
          `${over.length} scenarios pass, though --known-failing lists them as failing: ${firstOf(over.map(({ pattern }) => pattern))}; remove them, or list them with --known-flaky if they fail only sometimes`,
        ]
  const passing = failing.flatMap((entry) => {
    if (together.length > 0 && over.includes(entry)) return []
    const { pattern } = entry
    const isOver = ids.every((id) => notFailed.has(id) || !fits(pattern, id))
    const whatToDo = `${isOver ? 'remove it' : 'narrow it to what fails'}, or list it with --known-flaky if it fails only sometimes`
    const passed = results.filter(({ id, verdict }) => verdict === 'passed' && fits(pattern, id))
    const [first, ...more] = passed.map(({ id }) => id)
    if (first === undefined) return []
    return more.length === 0
      ? [`${first} passes, though "${pattern}" lists it as failing; ${whatToDo}`]
      : [
          `"${pattern}" lists ${passed.length} scenarios as failing that pass, such as ${[first, ...more].slice(0, mostExamples).join(', ')}; ${whatToDo}`,
        ]
  })
  const expiredIn = (option: string, entries: readonly Expectation[]) =>
    entries
      .filter((entry) => isExpired(entry, at))
      .flatMap(({ pattern, until }) => {
        const count = results.filter((each) => failed(each) && fits(pattern, each.id)).length
        return count === 0
          ? []
          : [
              `"${pattern}" in ${option} was accepted until ${until}, and ${counted(count, 'scenario still fails', 'scenarios still fail')}; correct the target, or give the entry a later date`,
            ]
      })
  const expired = [...expiredIn('--known-failing', failing), ...expiredIn('--known-flaky', flaky)]
  return [...unmatched, ...expired, ...together, ...passing]
}

/** The most ids in one message. */
const mostExamples = 3

/** The most suggestions, because each is compared with all ids. */
const mostHints = 20

function firstOf(ids: readonly string[]): string {
  const more = ids.length - mostExamples
  return more <= 0 ? ids.join(', ') : `${ids.slice(0, mostExamples).join(', ')} and ${more} more`
}

/** An entry of a list of known failures, and the number of scenarios that failed as it says. */
export interface KnownFailures extends Expectation {
  readonly isFlaky: boolean
  readonly count: number
}

/** Returns the entries that explain failures of a run, in the order of the lists. */
export function knownFailures({ scenarios, expectations }: Report): readonly KnownFailures[] {
  const { failing, flaky } = expectations ?? noExpectations
  const entries = [
    ...failing.map((entry) => ({ ...entry, isFlaky: false })),
    ...flaky.map((entry) => ({ ...entry, isFlaky: true })),
  ]
  const counts = new Map<Expectation, number>()
  for (const { id, expected } of scenarios) {
    const entry = expected === true && entries.find(({ pattern }) => fits(pattern, id))
    if (entry) counts.set(entry, (counts.get(entry) ?? 0) + 1)
  }
  return entries.flatMap((entry) => {
    const count = counts.get(entry)
    return count === undefined ? [] : [{ ...entry, count }]
  })
}

/** A known failure whose sentence is no longer the reason in the list. */
export interface ChangedFailure {
  readonly id: string
  /** The reason in the list. */
  readonly before: string
  readonly after: string
}

/**
 * Returns the known failures that fail in another way than their entry says. Ignores reasons without
 * the sentence of a failure. A reason may have a note before or after it.
 */
export function changedFailures({
  scenarios,
  expectations,
}: Pick<Report, 'scenarios' | 'expectations'>): readonly ChangedFailure[] {
  const { failing, flaky } = expectations ?? noExpectations
  const reasons = new Map([...failing, ...flaky].map((each) => [each.pattern, each.reason]))
  return scenarios.flatMap(({ id, expected, findings }) => {
    const before = reasons.get(id)
    if (expected !== true || before === undefined || !sentence.test(before)) return []
    const after = sentenceOf({ findings })
    return hasFailure(before, after) ? [] : [{ id, before, after }]
  })
}

/** The form of a reason that `expectationsAfter` wrote, perhaps with a note before it. */
const sentence = /\bexpected .*, got /

/**
 * Returns the reason for an entry whose scenario fails with `after`: the old reason, but with the new
 * sentence if it contains the sentence of another failure. Keeps a note before the sentence, without
 * the name of a row such as `a+b:` at its end. A ticket such as `BUG-17:` is no such name.
 */
function reasonNow(before: string | undefined, after: string): string {
  if (before === undefined) return after
  if (!sentence.test(before) || hasFailure(before, after)) return before
  const [begin = ''] = /^.*?\bexpected /.exec(after) ?? []
  const at = begin === '' ? -1 : before.indexOf(begin)
  const note =
    at < 0
      ? before.slice(0, before.search(sentence)).replace(/(?!#?(?:[A-Z]+-)?\d+:)(?<!\S)\S+: $/, '')
      : before.slice(0, at)
  return `${note}${after}`
}

/**
 * Returns the new list of known failures after a run. The list contains all failures, with the reasons
 * of `known` or else reasons that do not differ between runs, and the entries of `known` for scenarios
 * that were not executed.
 */
export function expectationsAfter(
  results: readonly ScenarioResult[],
  known: readonly Expectation[] = [],
  ids: readonly string[] = [],
): readonly Expectation[] {
  const judged = new Set(
    results.filter(({ verdict }) => verdict !== 'not-applicable').map(({ id }) => id),
  )
  const open = ids.filter((id) => !judged.has(id))
  const kept = known.filter(({ pattern }) => open.some((id) => fits(pattern, id)))
  const failures = results
    .filter((each) => failed(each) && !kept.some(({ pattern }) => fits(pattern, each.id)))
    .map((each) => {
      const { reason, until } = known.find(({ pattern }) => fits(pattern, each.id)) ?? {}
      return {
        pattern: each.id,
        ...(until !== undefined && { until }),
        reason: reasonNow(reason, sentenceOf(each)),
      }
    })
  return [...kept, ...failures]
}

/** The failures of a slow or broken connection, which may not occur in the next run. */
const transient =
  /timed out|got none (within|before the time)|ECONN(RESET|REFUSED|ABORTED)|EPIPE|socket hang up/

/** Returns a sentence if failures of a written list may not occur in the next run. */
export function transientHint(results: readonly ScenarioResult[]): string | undefined {
  const isTransient = ({ findings }: ScenarioResult) =>
    findings.some((finding) => isOfSlowTarget(finding) || transient.test(finding.message))
  const [first, ...more] = results.filter((each) => failed(each) && isTransient(each))
  return (
    first &&
    `${more.length + 1} of these may be due to a slow connection, such as ${first.id}; run again, or list them with --known-flaky.`
  )
}

/** Describes how a list changed, for example `12 entries: 10 kept, 2 new, 1 removed`. */
export function changeInWords(
  before: readonly Expectation[],
  after: readonly Expectation[],
): string {
  const patternsOf = (entries: readonly Expectation[]) =>
    new Set(entries.map((each) => each.pattern))
  const [old, now] = [patternsOf(before), patternsOf(after)]
  const kept = [...now].filter((pattern) => old.has(pattern)).length
  const entries = counted(now.size, 'entry', 'entries')
  return `${entries}: ${kept} kept, ${now.size - kept} new, ${old.size - kept} removed`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

/** Formats a list of known failures in the format of `parseExpectations`. */
export const inLines = (entries: readonly Expectation[]): string =>
  entries.map((entry) => `${inLine(entry)}\n`).join('')

const inLine = ({ pattern, until, reason }: Expectation) =>
  `${pattern} ${until === undefined ? '' : `until ${until}: `}${oneLine(reason)}`

/**
 * Returns the lines of a list after a run. Keeps comments, empty lines and the lines of entries that
 * stay. New entries come last.
 */
export function inEditedLines(text: string, entries: readonly Expectation[]): string {
  const left = new Map(entries.map((entry) => [entry.pattern, entry]))
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const kept = lines.flatMap((line) => {
    const words = line.trim()
    if (words === '' || words.startsWith('#')) return [line]
    const entry = entryIn(words)
    const now = left.get(entry.pattern)
    if (now === undefined) return []
    left.delete(entry.pattern)
    return [inLine(now) === inLine(entry) ? line : inLine(now)]
  })
  const added = [...left.values()].map(inLine)
  return [...kept, ...added].map((line) => `${line}\n`).join('')
}

/** Formats a list of known failures in YAML, in the format of `expectationsOf`. */
export const inYaml = (entries: readonly Expectation[]): string =>
  entries.length === 0
    ? '[]\n'
    : entries
        .map(
          ({ pattern, until, reason }) =>
            `- pattern: ${JSON.stringify(pattern)}\n${until === undefined ? '' : `  until: ${until}\n`}  reason: ${JSON.stringify(reason)}\n`,
        )
        .join('')

/** Formats the result of `expectationsAfter` in the format of `parseExpectations`. */
export const writeExpectations = (...after: Parameters<typeof expectationsAfter>): string =>
  inLines(expectationsAfter(...after))
