// Rules for web pages. They are necessary because a browser sends requests to loopback for any
// page. A page that knows the token could use the mock.

import { isControl } from '../control.js'
import type { IsOwnHost } from './hosts.js'
import { json, type Request, type Response, type Middleware } from './message.js'
import { isDevelopmentToken } from '../tokens.js'

export interface PageRules {
  readonly isOwnHost: IsOwnHost
  /** True if the mock has control routes. */
  readonly controls: boolean
  /** True if web pages of any origin may use the mock. Pages with a development token stay refused. */
  readonly cors: boolean
  readonly tokenOf: (head: Request) => string | undefined
}

/**
 * Refuses web pages of other sites with 403. Without rules it refuses nothing: a request without a
 * socket comes from no page.
 */
export const refuseForeignPages =
  (rules: PageRules | undefined): Middleware =>
  ({ request }, next) => {
    const reason = rules && reasonAgainst(request, rules)
    return reason === undefined ? next() : forbidden(reason)
  }

function reasonAgainst(head: Request, rules: PageRules): string | undefined {
  const { host, origin, 'sec-fetch-site': site } = head.headers
  if (rules.controls && isControl(head)) {
    // A client that sends no Host header is not a browser.
    if (host === undefined || rules.isOwnHost(host)) return undefined
    return (
      `the routes below /__mock answer no host of the name ${host}: ` +
      'use localhost, or list the name with --control-host'
    )
  }
  if (origin === undefined && site === undefined) return undefined
  if (!isForeign(head, rules)) return undefined
  const page = origin === undefined ? 'a web page of another site' : `a web page of ${origin}`
  if (!rules.cors) return `${page} may not use this mock, unless --cors lets pages use it`
  const token = rules.tokenOf(head)
  if (token === undefined || !isDevelopmentToken(token)) return undefined
  return (
    `${page} may not use a development token, which is the same on every machine: ` +
    'choose tokens with --kv-token, --kv-readonly-token and --queue-token'
  )
}

/** Returns true if the request comes from a page of another server. */
function isForeign(
  { headers: { host = '', origin, 'sec-fetch-site': site = 'none' } }: Request,
  { isOwnHost }: PageRules,
): boolean {
  const isOwn = (scheme: string) => origin === `${scheme}://${host}` && isOwnHost(host)
  const isElsewhere = origin !== undefined && !isOwn('http') && !isOwn('https')
  return isElsewhere || (site !== 'none' && site !== 'same-origin')
}

/** Returns a 403 response. Every page may read it, because it contains no secrets. */
const forbidden = (reason: string): Response =>
  json(403, { error: `ERR ${reason}` }, { 'access-control-allow-origin': '*' })
