// Checks the words that reports show: ids, titles and names of scenarios and faults.

import { problemsOf, type Problem } from '../generate/problem.js'
import type { Check, Files } from './check.js'

interface Kind {
  /** The files that define them, and the file that exports them all. */
  readonly in: RegExp
  readonly index: string
  /** The maximum length of a title, in characters. */
  readonly longest: number
}

const scenario: Kind = {
  in: /^conformance\/\w+\/scenarios\//,
  index: 'conformance/index.ts',
  longest: 72,
}
const fault: Kind = { in: /^mocks\/faults\//, index: 'mocks/faults/index.ts', longest: 60 }

interface Titled {
  readonly id: string
  readonly title: string
}

const ID = /^(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*$/

/** Words that open a sentence without naming its subject, such as `What a run returns`. */
const RIDDLE = /^(what|whatever|whether|how|who|whoever|where|which|why|that|of|in)\b/i

/** Expressions that are hard to understand, or that name a thing in a second way, with a better one. */
const AVOIDED: readonly (readonly [RegExp, string])[] = [
  [/\bflow control key/i, 'flow-control key'],
  [/\bdead[ -]letter queue (entry|entries|message)/i, 'DLQ entry'],
  [/\btime-outs?\b/i, 'timeout'],
  [/\bquery param\b/i, 'query parameter'],
  [/(?<!-)\bretriggers?\b/i, 're-trigger'],
  [/\bturns? the clock\b/i, 'advance the clock'],
  [/\b(is|be|are) told\b/i, 'receive, or read'],
  [/\bas often as\b/i, 'the number'],
  [/\b(goes on with|comes of|so many times)\b/i, 'continue, result in, or the number'],
]

/** Returns a check of ids and titles. The id of a scenario is the part after its rule. */
export const titles =
  (scenarios: readonly Titled[], faults: readonly Titled[]): Check =>
  (files) =>
    [scenario, fault].flatMap((kind) =>
      (kind === scenario ? scenarios : faults).flatMap(({ id, title }) =>
        [
          ...(ID.test(id.slice(id.indexOf('/') + 1))
            ? []
            : ['the id must be kebab-case of at most 40 characters']),
          ...(title.length > kind.longest
            ? [`the title must have at most ${kind.longest} characters, and has ${title.length}`]
            : []),
          ...wordsOf(title),
        ].map((message) => problemAt(files, kind, title, `${id}: ${message}`)),
      ),
    )

function wordsOf(text: string): readonly string[] {
  const riddle = RIDDLE.exec(text)
  return [
    ...(riddle ? [`name the subject instead of opening with '${riddle[0]}'`] : []),
    ...AVOIDED.flatMap(([avoided, better]) => {
      const match = avoided.exec(text)
      return match ? [`write ${better} instead of '${match[0]}'`] : []
    }),
  ]
}

/** Returns a problem at the line that contains the title, if one does. */
function problemAt(files: Files, kind: Kind, title: string, message: string): Problem {
  const [path, text] = [...files].find(
    ([path, text]) => kind.in.test(path) && text.includes(title),
  ) ?? [kind.index, '']
  const line = text.slice(0, Math.max(text.indexOf(title), 0)).split('\n').length
  return problemsOf(path)(line, message)
}
