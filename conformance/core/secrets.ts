// Stores the tokens of a run, which reports must not contain.

import { redactorOf } from '../report/redact.js'

export type Secrets = ReturnType<typeof secrets>

export function secrets() {
  const tokens: Record<string, string[]> = {}
  let redactor = redactorOf(tokens)
  return {
    /** Removes a token from all reports. The reports show the name of the variable instead. */
    keep(this: void, variable: string, token: string) {
      if (tokens[variable]?.includes(token)) return
      tokens[variable] = [...(tokens[variable] ?? []), token]
      redactor = redactorOf(tokens)
    },
    redactor: () => redactor,
  }
}
