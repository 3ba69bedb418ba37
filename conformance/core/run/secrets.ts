// Stores the tokens of a run, which reports must not contain.

import { redactorOf } from '../../report/redact.js'

/**
 * The longest part of a token that is removed, in characters. A longer token fits in no header, and its
 * forms would need much memory.
 */
const longestToken = 4_096

export type Secrets = ReturnType<typeof secrets>

export function secrets() {
  const tokens: Record<string, string[]> = {}
  let redactor = redactorOf(tokens)
  return {
    /** Removes a token from all reports. The reports show the name of the variable instead. */
    keep(this: void, variable: string, whole: string) {
      const token = whole.slice(0, longestToken)
      if (tokens[variable]?.includes(token)) return
      tokens[variable] = [...(tokens[variable] ?? []), token]
      redactor = redactorOf(tokens)
    },
    redactor: () => redactor,
  }
}
