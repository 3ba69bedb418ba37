// The tokens of a run, which reports must not contain.

import { redactorOf } from '../report/redact.js'

export type Secrets = ReturnType<typeof secrets>

export function secrets() {
  const known: Record<string, string[]> = {}
  let redactor = redactorOf(known)
  return {
    /** Keeps a token out of all reports, which show the variable's name instead. */
    keep(this: void, variable: string, token: string) {
      if (known[variable]?.includes(token)) return
      known[variable] = [...(known[variable] ?? []), token]
      redactor = redactorOf(known)
    },
    /** Returns a redactor for all tokens so far. */
    redactor: () => redactor,
  }
}
