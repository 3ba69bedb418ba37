// Checks for paths of one machine.

import { problemsOf } from '../generate/problem.js'
import type { Check } from './check.js'

const traces = [
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
]

export const leftovers: Check = (files) =>
  [...files].flatMap(([path, text]) =>
    traces
      .filter((trace) => trace.in.test(path))
      .flatMap((trace) =>
        text.split('\n').flatMap((line, index) => {
          const match = trace.text.exec(line)
          return match ? [problemsOf(path)(index + 1, `${match[0]} ${trace.message}`)] : []
        }),
      ),
  )
