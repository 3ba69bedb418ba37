// Reads rules.yaml and finds its quotes in the contract document.

import type { Interface, Rule as GeneratedRule } from '#generated/rules.js'
import { placesOf, type Fragment, type DocumentLine, type QuotePosition } from './document.js'
import type { Problem } from './problem.js'
import { readYaml } from './yaml.js'

export const interfaces: readonly Interface[] = ['kv', 'queue']

/** A rule as the generated module has it. Its id is not generated yet. */
export type Rule = Omit<GeneratedRule, 'id'> & { readonly id: string }

export interface RulesFile {
  /** The rules, in the order of the contract document. */
  readonly rules: readonly Rule[]
  /** The text of the contract that is quoted, by rules or as descriptive text. */
  readonly quoted: readonly Span[]
  readonly problems: readonly Problem[]
}

export interface Span extends QuotePosition {
  readonly quote: string
}

/** A rule as written in rules.yaml. */
interface WrittenRule extends Fragment {
  readonly id: string
  readonly level: Rule['level']
  readonly also?: readonly (string | Fragment)[]
  readonly choice?: string
  readonly untestable?: string
}

/** Checks of an entry, and the messages for failed checks. */
const mistakes: readonly (readonly [is: (entry: WrittenRule) => boolean, message: string])[] = [
  [({ level }) => level !== 'must' && level !== 'open', 'level is neither must nor open'],
  [
    ({ level, choice }) => level === 'open' && choice === undefined,
    'is open without a choice: say what the mock does there, and why',
  ],
  [
    ({ level, untestable }) => level !== 'must' && untestable !== undefined,
    'is untestable without being a must: an open point is only observed, so drop untestable',
  ],
  [
    ({ choice = '.', untestable = '.' }) => !isText(choice) || !isText(untestable),
    'has an empty choice or untestable: write a sentence or drop it',
  ],
  [
    (entry) => Object.keys(entry).some((key) => !keys.includes(key)),
    'has a key that means nothing: use id, quote, level, under, also, choice, untestable',
  ],
]
const keys = ['id', 'quote', 'level', 'under', 'also', 'choice', 'untestable']
const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/** Reads the rules of one interface. Invalid rules are left out and reported in `problems`. */
export function readRules(
  of: Interface,
  text: string,
  document: readonly DocumentLine[],
): RulesFile {
  const file = `spec/${of}/rules.yaml`
  const yaml = readYaml(text)
  const problems: Problem[] = yaml.errors.map((error) => ({ file, ...error }))
  const quoted: Span[] = []
  const ids = new Set<string>()
  const form = new RegExp(`^${of}(\\.[a-z0-9]+(-[a-z0-9]+)*){2}$`)

  const complain = (path: readonly (string | number)[], message: string) =>
    problems.push({ file, line: yaml.lineOf(path), message })

  /** Finds the position of a quoted text. Reports a problem if there is not exactly one. */
  const locate = (
    path: readonly (string | number)[],
    owner: string,
    written: string | Fragment,
  ) => {
    const fragment = typeof written === 'string' ? { quote: written } : written
    const places = isText(fragment.quote) ? placesOf(fragment, document) : []
    const [place] = places
    if (place === undefined || places.length > 1) {
      complain(path, `${owner}: ${misplaced(fragment, places, document)}`)
      return undefined
    }
    quoted.push({ quote: fragment.quote, ...place })
    return place
  }

  const { rules: entries = [], descriptive = [] } = yaml.data as {
    readonly rules?: readonly WrittenRule[]
    readonly descriptive?: readonly (string | Fragment)[]
  }
  const rules = entries.flatMap((entry, index): Rule[] => {
    const { id, quote, level, choice, untestable } = entry
    const at = ['rules', index] as const
    if (!form.test(id))
      complain(at, `${id} is no rule id: write ${of}.topic.statement in kebab-case`)
    if (ids.has(id)) complain(at, `${id} is taken: give every rule an id of its own`)
    ids.add(id)
    for (const [is, message] of mistakes) if (is(entry)) complain(at, `${id} ${message}`)
    const place = locate(at, id, entry)
    entry.also?.forEach((each, nth) => locate([...at, 'also', nth], id, each))
    if (place === undefined) return []
    const { heading, number: line } = place.line
    const reasons = { ...(choice && { choice }), ...(untestable && { untestable }) }
    return [{ id, interface: of, heading, line, quote, level, ...reasons }]
  })
  descriptive.forEach((each, nth) => locate(['descriptive', nth], 'descriptive', each))

  return { rules: rules.toSorted((one, other) => one.line - other.line), quoted, problems }
}

/** Returns the reason why a quoted text has no position or several. */
function misplaced(
  { quote, under }: Fragment,
  places: readonly QuotePosition[],
  document: readonly DocumentLine[],
): string {
  if (!isText(quote)) return 'there is no quote: copy the words of contract.md that state it'
  if (places.length > 0) {
    const headings = new Set(places.map(({ line }) => line.heading))
    const stands = `"${quote}" stands ${places.length} times in contract.md`
    return headings.size === places.length
      ? `${stands}: say with under which is meant, one of ${list(headings)}`
      : `${stands}: quote more of the line`
  }
  const elsewhere = placesOf({ quote }, document)[0]
  return elsewhere === undefined
    ? `"${quote}" is not in contract.md: copy words of one line exactly`
    : `"${quote}" is not under "${under}": it stands under "${elsewhere.line.heading}"`
}

const list = (words: Iterable<string>) => [...words].map((word) => `"${word}"`).join(', ')
