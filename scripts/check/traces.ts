// Checks for paths of one machine, and for skipped tests and suppressed compiler errors.

import { problemsOf, type Problem } from '../generate/problem.js'
import { sourcesOf, type Check } from './check.js'

interface Trace {
  readonly in: RegExp
  readonly text: RegExp
  readonly message: string
}

const traces: readonly Trace[] = [
  {
    in: /./,
    text: /(?<![\w.])\/(root|home|tmp\/bash\w*)\//,
    message: 'is a path of one machine: write it relative to the repository',
  },
  {
    in: /^package-lock\.json$/,
    text: /"resolved": "https?:[^"]*"/,
    message:
      'ties the lockfile to one registry: leave it out (npm install --omit-lockfile-registry-resolved)',
  },
  {
    in: /\.ts$/,
    text: /\/[/*] *@ts-(ignore|nocheck)/,
    message: 'hides every error: write a type that fits, or @ts-expect-error with a reason',
  },
]

export const leftovers: Check = (files) =>
  [...files].flatMap(([path, text]) =>
    traces.filter((trace) => trace.in.test(path)).flatMap((trace) => found(path, text, trace)),
  )

function found(path: string, text: string, trace: Trace): readonly Problem[] {
  return text.split('\n').flatMap((line, index) => {
    const match = trace.text.exec(line)
    return match ? [problemsOf(path)(index + 1, `${match[0]} ${trace.message}`)] : []
  })
}

/** Reports skipped tests without a reason, and `as any`. */
export const switchedOff: Check = (files) =>
  sourcesOf(files).flatMap(({ path, lines, uses }) => {
    const problem = problemsOf(path)
    // The reason is a comment on the same line or the line before.
    const hasReason = (line: number) =>
      [lines[line - 1], lines[line - 2]].some((text) => /\/\/|\*\//.test(text ?? ''))
    return uses.flatMap(({ name, line }) => {
      if (/^(it|test|describe)\.only$/.test(name))
        return [problem(line, `${name} switches all other tests off: remove .only`)]
      if (/^(it|test|describe)\.(skip|todo)$/.test(name) && !hasReason(line))
        return [problem(line, `${name} has no reason: write it as a comment above`)]
      if (name === 'as any')
        return [problem(line, 'as any hides type errors: parse the value, or name its type')]
      return []
    })
  })
