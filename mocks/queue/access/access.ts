// Authentication of requests.

import { splitTarget, type Request } from '../../http/message.js'
import { queryPairs } from '../request/query.js'
import type { With } from '../state.js'
import { refuse } from '../refusal.js'
import { DEVELOPMENT_TOKEN } from '../deliver/signature.js'

type Queue = With<{ access: typeof access }>

const missingToken = 'the token is missing: expected the header "Authorization: Bearer TOKEN"'

export const access = (queue: Queue) => ({
  /** Returns the token of `Authorization: Bearer <TOKEN>` (rule `queue.authentication.bearer`). */
  tokenFromHeader: ({ headers }: Request): string | undefined =>
    /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1],

  /**
   * Returns the token in the query of the request (rule
   * `queue.authentication.query-token-on-publish`).
   */
  tokenFromQuery({ target }: Request): string | undefined {
    return queryPairs(splitTarget(target).query).find(
      ({ key }) => key === queue.dialect.queueTokenKey,
    )?.value
  },

  accepts(token: string): boolean {
    return (
      token === queue.token || (queue.dialect.name === 'upstash' && token === DEVELOPMENT_TOKEN)
    )
  },

  /**
   * Returns true if the request has the development token and the token of this queue is another
   * one.
   */
  isDevelopment(request: Request): boolean {
    const token = queue.access.tokenFromHeader(request) ?? queue.access.tokenFromQuery(request)
    return token === DEVELOPMENT_TOKEN && token !== queue.token
  },

  /** Refuses a request without a valid token (rule `queue.authentication.required`). */
  authenticate(request: Request, { queryToken }: { readonly queryToken: boolean }): void {
    const token =
      queue.access.tokenFromHeader(request) ??
      (queryToken ? queue.access.tokenFromQuery(request) : undefined)
    if (token === undefined || !queue.access.accepts(token)) {
      refuse(401, token === undefined ? missingToken : 'the token is not valid')
    }
  },
})
