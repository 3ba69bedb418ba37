// The tokens that a run comes by, for its reports to leave out.

import { redactorOf } from '../report/redact.js'

export type Secrets = ReturnType<typeof secrets>

export function secrets() {
  const known: Record<string, string[]> = {}
  let redactor = redactorOf(known)
  return {
    /** Keeps a token out of the reports, under the name of a variable. */
    keep(this: void, variable: string, token: string) {
      if (known[variable]?.includes(token)) return
      known[variable] = [...(known[variable] ?? []), token]
      redactor = redactorOf(known)
    },
    /** A redactor that removes every token known so far. */
    redactor: () => redactor,
  }
}
