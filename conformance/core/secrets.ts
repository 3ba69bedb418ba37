// The tokens that a run comes by, for its reports to leave out.

import { redactorOf, type Redactor } from '../report/redact.js'

export interface Secrets {
  /** Keeps a token out of the reports, under the name of a variable. */
  readonly keep: (variable: string, token: string) => void
  /** Of all tokens that are known by now. */
  readonly redactor: () => Redactor
}

export function secrets(): Secrets {
  const known: Record<string, string[]> = {}
  let redactor = redactorOf(known)
  return {
    keep(variable, token) {
      if (known[variable]?.includes(token)) return
      known[variable] = [...(known[variable] ?? []), token]
      redactor = redactorOf(known)
    },
    redactor: () => redactor,
  }
}
