// Hides secrets of clients. They are recognized only by their position in a request, for example in
// the `Authorization` header.

import type { Dialect } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import { textOf, type Exchange, type HeaderLines } from '../wire/exchange.js'
import { redactorOf, type Redactor } from '../report/redact.js'

export type Secrets = ReturnType<typeof secretsOf>

/**
 * The shortest token in characters that is hidden everywhere. A shorter token is part of too many
 * words, so it is hidden only where requests carry tokens.
 */
const shortest = 6
/**
 * The longest token in characters, and the most tokens, that are hidden everywhere. Other tokens
 * are hidden only where requests carry tokens, because the search for all forms of a token is slow.
 */
const longest = 1_000
const mostLearnt = 20

const hiddenValue = '<hidden>'
const secretHeader = /authorization|cookie|token|secret|password|api-?key|signature/i

/** Commands that contain a password or return a token. */
const secretCommand = /\b(resttoken|setuser)\b/i

/** Creates a store of secrets. `known` contains the first tokens by environment variable. */
export function secretsOf(dialect: Dialect, known: Readonly<Record<string, string>>) {
  const secrets: Record<string, readonly string[]> = Object.fromEntries(
    Object.entries(known).map(([variable, token]) => [variable, [token]]),
  )
  const keys = { kv: dialect.kvTokenKey, queue: dialect.queueTokenKey }
  const isKey = (key: string) => Object.values(keys).includes(key)
  let learnt = 0
  let redactor: Redactor | undefined

  const isKnown = (token: string) => Object.values(secrets).some((each) => each.includes(token))

  /** Returns the tokens of a request, wherever either interface accepts them. */
  const tokensIn = (target: string, headers: HeaderLines): readonly string[] =>
    [
      ...headers
        .filter(([name]) => name.toLowerCase() === 'authorization')
        .map(([, value]) => credentialsOf(value)),
      ...[...new URLSearchParams(queryOf(target))].flatMap(([key, value]) =>
        isKey(key) ? [value] : [],
      ),
    ].filter((token) => token.length >= shortest)

  const visibleHeaders = (headers: HeaderLines): HeaderLines =>
    headers.map(([name, value]) =>
      secretHeader.test(name) && !isKnown(credentialsOf(value))
        ? [name, hiddenValue]
        : [name, value],
    )

  const visibleTarget = (target: string) => {
    const shown = target.replace(/(\b(?:resttoken|setuser)\b).*/i, `$1/${hiddenValue}`)
    const query = queryOf(shown)
    const visible = query.split('&').map((pair) => {
      const [key = '', ...value] = pair.split('=')
      return value.length > 0 && isKey(key) && !isKnown(value.join('='))
        ? `${key}=${hiddenValue}`
        : pair
    })
    return shown.slice(0, shown.length - query.length) + visible.join('&')
  }

  return {
    learn(of: Interface, target: string, headers: HeaderLines) {
      for (const token of tokensIn(target, headers)) {
        if (learnt === mostLearnt || token.length > longest || isKnown(token)) continue
        const variable = `SVC_${of.toUpperCase()}_TOKEN`
        secrets[variable] = [...(secrets[variable] ?? []), token]
        learnt++
        redactor = undefined
      }
    },
    visible: visibleTarget,
    /** Hides the secrets of an exchange, except stored tokens, which the redactor replaces. */
    hidden(exchange: Exchange): Exchange {
      const { request } = exchange
      // If a token is not hidden everywhere, the bodies may contain it, so they are hidden
      // completely.
      const isSecret =
        saysSecrets(exchange) || !tokensIn(request.target, request.headers).every(isKnown)
      const visibleBody = (body: Uint8Array) => (isSecret ? Buffer.from(hiddenValue) : body)
      return {
        ...exchange,
        headers: visibleHeaders(exchange.headers),
        body: visibleBody(exchange.body),
        request: {
          ...request,
          target: visibleTarget(request.target),
          headers: visibleHeaders(request.headers),
          body: visibleBody(request.body),
        },
      }
    },
    redactor: () => (redactor ??= redactorOf(secrets)),
  }
}

/** Returns true if the bodies of an exchange may contain secrets. */
export const saysSecrets = ({ request }: Exchange): boolean =>
  secretCommand.test(request.target) || secretCommand.test(textOf(request))

/** Returns the text after the first question mark. */
const queryOf = (target: string) => target.split('?').slice(1).join('?')

const credentialsOf = (value: string) => value.replace(/^\S+\s+/, '').trim()
