// The format of rules.yaml: reads it against its document, where every quote has one place.

import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml'
import { placesOf, type Fragment, type Line, type Place } from './document.js'
import { problemsOf, type Problem } from './problem.js'

export type Interface = 'kv' | 'queue'
export const interfaces: readonly Interface[] = ['kv', 'queue']

export interface Rule {
  readonly id: string
  readonly interface: Interface
  readonly heading: string
  /** In the document. */
  readonly line: number
  readonly quote: string
  readonly level: 'must' | 'open'
  readonly choice?: string
  readonly untestable?: string
}

export interface RulesFile {
  /** In the order of the document. */
  readonly rules: readonly Rule[]
  /** What is quoted anywhere in the file, rules and descriptive fragments alike. */
  readonly quoted: readonly (Fragment & Place)[]
  readonly problems: readonly Problem[]
}

const keys = ['id', 'quote', 'level', 'under', 'also', 'choice', 'untestable']

/** Reads the rules of one interface. What is wrong is left out and told in `problems`. */
export function readRules(
  of: Interface,
  yaml: string,
  document: readonly Line[],
  file = `spec/${of}/rules.yaml`,
): RulesFile {
  const lines = new LineCounter()
  const parsed = parseDocument(yaml, { lineCounter: lines })
  const problem = problemsOf(file)
  const problems = parsed.errors.map(({ pos, message }) =>
    problem(lines.linePos(pos[0]).line, message.split('\n')[0] ?? message),
  )
  const rules: Rule[] = []
  const quoted: (Fragment & Place)[] = []

  const complain = (node: unknown, message: string) => {
    const start = (node as Node | undefined)?.range?.[0] ?? 0
    problems.push(problem(lines.linePos(start).line, message))
  }
  const items = (node: unknown, what: string) => {
    if (isSeq(node)) return node.items
    if (node !== undefined) complain(node, `${what} is no list: write one`)
    return []
  }
  /** The place of a fragment, which must be one; a string stands for its own quote. */
  const locate = (node: unknown, fragment: unknown, owner: string): Place | undefined => {
    const { quote, under } = (
      typeof fragment === 'string' ? { quote: fragment } : (fragment ?? {})
    ) as Partial<Fragment>
    if (typeof quote !== 'string' || quote === '') {
      complain(node, `${owner} has no quote: add the words of contract.md that state it`)
      return undefined
    }
    const where = under === undefined ? {} : { under: String(under) }
    const places = placesOf({ quote, ...where }, document)
    const [place] = places
    if (place === undefined || places.length > 1) {
      complain(node, `${owner}: ${misplaced(quote, places, document)}`)
      return undefined
    }
    quoted.push({ quote, ...where, ...place })
    return place
  }

  const seen = new Set<string>()
  for (const node of items(parsed.get('rules', true), 'rules')) {
    const entry = (isMap(node) ? node.toJSON() : {}) as Record<string, unknown>
    const id = String(entry['id'])
    const place = locate(node, entry, id)
    const text = (key: string) => {
      const value = entry[key]
      if (value === undefined || (typeof value === 'string' && value.trim() !== ''))
        return value === undefined ? {} : { [key]: value.trim() }
      complain(node, `${id}: ${key} is no text: write a sentence or leave it out`)
      return {}
    }
    for (const key of Object.keys(entry))
      if (!keys.includes(key))
        complain(node, `${id}: unknown key ${key}: use one of ${keys.join(', ')}`)
    if (!new RegExp(`^${of}(\\.[a-z0-9]+(-[a-z0-9]+)*){2}$`).test(id))
      complain(node, `${id} is no rule id: write ${of}.topic.statement in kebab-case`)
    if (seen.has(id)) complain(node, `${id} is taken: every rule has an id of its own`)
    seen.add(id)
    const { level } = entry
    if (level !== 'must' && level !== 'open') {
      complain(node, `${id}: level is ${String(level)}: write must or open`)
      continue
    }
    if (level === 'open' && entry['choice'] === undefined)
      complain(node, `${id} is open without a choice: say what the mock does there and why`)
    if (level === 'open' && entry['untestable'] !== undefined)
      complain(node, `${id} is open and untestable: only a must rule is judged; drop untestable`)
    if (isMap(node))
      for (const other of items(node.get('also', true), `${id}: also`))
        locate(other, jsonOf(other), id)
    if (place === undefined) continue
    const { heading, number: line } = place.line
    const optional = { ...text('choice'), ...text('untestable') }
    rules.push({ id, interface: of, heading, line, quote: String(entry['quote']), level, ...optional })
  }
  for (const node of items(parsed.get('descriptive', true), 'descriptive'))
    locate(node, jsonOf(node), 'descriptive')

  rules.sort((one, other) => one.line - other.line)
  return { rules, quoted, problems }
}

const jsonOf = (node: unknown): unknown => (isMap(node) || isScalar(node) ? node.toJSON() : null)

function misplaced(quote: string, places: readonly Place[], document: readonly Line[]): string {
  const shown = `"${quote}"`
  if (places.length > 0) {
    const headings = [...new Set(places.map(({ line }) => line.heading))]
    return headings.length === places.length
      ? `${shown} stands under ${headings.map((each) => `"${each}"`).join(' and ')}: say which with under`
      : `${shown} stands ${places.length} times: quote more of the line`
  }
  const elsewhere = placesOf({ quote }, document)[0]
  return elsewhere === undefined
    ? `${shown} is not in contract.md: copy one line's words exactly`
    : `${shown} is not under that heading but under "${elsewhere.line.heading}"`
}
