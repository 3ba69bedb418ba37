// The tokens that a run comes by: which of them open the KV database now, and all of them for the
// reports to leave out.

import type { Abilities, KvTokens } from '../provider/provider.js'
import { redactorOf, type Redactor } from '../report/redact.js'

export interface TokenBook {
  /** The abilities that give tokens; each token is known here from then on. */
  readonly abilities: Pick<Abilities, 'readOnlyToken' | 'resetPassword'>
  /** Keeps a token out of the reports, under the name of a variable. */
  readonly keep: (variable: string, token: string) => void
  /** Of all tokens that are known by now. */
  readonly redactor: () => Redactor
  /** The token that opens the KV database now. */
  readonly kvToken: () => string | undefined
  /** After a reset of the password: brings back the tokens that there were before. */
  readonly restore: () => Promise<void>
}

/** A book with the tokens a run begins with, by their variables. */
export function tokenBook(
  { readOnlyToken, resetPassword }: Pick<Abilities, 'readOnlyToken' | 'resetPassword'>,
  initial: Readonly<Record<string, string>>,
): TokenBook {
  const known: Record<string, string[]> = {}
  for (const [variable, token] of Object.entries(initial)) known[variable] = [token]
  let redactor = redactorOf(known)
  let before: KvTokens | undefined
  let now: KvTokens | undefined

  function keep(variable: string, token: string): void {
    if (known[variable]?.includes(token)) return
    known[variable] = [...(known[variable] ?? []), token]
    redactor = redactorOf(known)
  }

  function adopt(tokens: KvTokens): KvTokens {
    keep('SVC_KV_TOKEN', tokens.token)
    if (tokens.readOnlyToken !== undefined) keep('SVC_KV_READONLY_TOKEN', tokens.readOnlyToken)
    now = tokens
    return tokens
  }

  const currentReadOnly = readOnlyToken && (async () => now?.readOnlyToken ?? readOnlyToken())
  const token = initial['SVC_KV_TOKEN']
  return {
    abilities: {
      ...(currentReadOnly && {
        async readOnlyToken() {
          const token = await currentReadOnly()
          keep('SVC_KV_READONLY_TOKEN', token)
          return token
        },
      }),
      ...(resetPassword &&
        token !== undefined && {
          async resetPassword(wanted?: KvTokens) {
            before ??= { token, readOnlyToken: await readOnlyToken?.() }
            return adopt(await resetPassword(wanted))
          },
        }),
    },
    keep,
    redactor: () => redactor,
    kvToken: () => now?.token ?? token,
    async restore() {
      if (before === undefined || now?.token === before.token || !resetPassword) return
      // Where that fails, the new ones go on.
      await resetPassword(before).then(adopt, () => {})
    },
  }
}
