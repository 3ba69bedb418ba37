// What of the exchanges of others is not to be told: their tokens are known only by where they stand.

import type { Dialect } from '#generated/dialects.js'
import type { Interface } from '#generated/rules.js'
import { textOf, type Exchange, type HeaderLines } from '../wire/exchange.js'
import { redactorOf, type Redactor } from '../report/redact.js'

export type Secrets = ReturnType<typeof secretsOf>

/** A shorter one stands in too many words: it is hidden only where it stands as a token. */
const shortest = 6
/** A longer one, and those beyond the first so many, are not looked for: each is in dozens of forms. */
const longest = 1_000
const mostLearnt = 20

const hiddenValue = '<hidden>'
const secretHeader = /authorization|cookie|token|secret|password|api-?key|signature/i

/** What carries a password, and may be answered with a token. */
const secretCommand = /\b(resttoken|setuser)\b/i

/** Begins with the tokens that are known, by the environment variable that holds each. */
export function secretsOf(dialect: Dialect, known: Readonly<Record<string, string>>) {
  const secrets: Record<string, readonly string[]> = Object.fromEntries(
    Object.entries(known).map(([variable, token]) => [variable, [token]]),
  )
  const keys = { kv: dialect.kvTokenKey, queue: dialect.queueTokenKey }
  const isKey = (key: string) => Object.values(keys).includes(key)
  let learnt = 0
  let redactor: Redactor | undefined

  const isKnown = (token: string) => Object.values(secrets).some((each) => each.includes(token))

  /** The tokens of a request, wherever either interface takes one. */
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
    /** Keeps the tokens of a request in mind. */
    learn(of: Interface, target: string, headers: HeaderLines) {
      for (const token of tokensIn(target, headers)) {
        if (learnt === mostLearnt || token.length > longest || isKnown(token)) continue
        const variable = `SVC_${of.toUpperCase()}_TOKEN`
        secrets[variable] = [...(secrets[variable] ?? []), token]
        learnt++
        redactor = undefined
      }
    },
    /** A request target without what is secret by where it stands. */
    visible: visibleTarget,
    /** The exchange without what is secret by where it stands, unless it is known as a token. */
    hidden(exchange: Exchange): Exchange {
      const { request } = exchange
      // Of a token that is not looked for it cannot be known where else it stands.
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
    /** Of all tokens that have been seen by now. */
    redactor: () => (redactor ??= redactorOf(secrets)),
  }
}

/** Whether the bodies of an exchange are secret, and whatever quotes them. */
export const saysSecrets = ({ request }: Exchange): boolean =>
  secretCommand.test(request.target) || secretCommand.test(textOf(request))

/** What follows the first question mark. */
const queryOf = (target: string) => target.split('?').slice(1).join('?')

const credentialsOf = (value: string) => value.replace(/^\S+\s+/, '').trim()
