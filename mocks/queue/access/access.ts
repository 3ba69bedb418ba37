// Who may ask: where a token stands in a request, and which tokens are good.

import { splitTarget, type Request } from '../../http/message.js'
import { queryPairs } from '../request/query.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import { DEVELOPMENT_TOKEN } from '../deliver/signature.js'

export interface Access {
  /** The token of `Authorization: Bearer <TOKEN>` (rule `queue.authentication.bearer`). */
  tokenFromHeader(request: Request): string | undefined
  /** The token of the query (rule `queue.authentication.query-token-on-publish`). */
  tokenFromQuery(request: Request): string | undefined
  accepts(token: string): boolean
  /** Whether a request has the development token, and no other that is good. */
  isDevelopment(request: Request): boolean
  /** Refuses whoever has no good token (rule `queue.authentication.required`). */
  authenticate(request: Request, where: { readonly queryToken: boolean }): void
}

export const access: Access & ThisType<Queue> = {
  tokenFromHeader: ({ headers }) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1],

  tokenFromQuery({ target }) {
    return queryPairs(splitTarget(target).query).find(
      ({ key }) => key === this.dialect.queueTokenKey,
    )?.value
  },

  accepts(token) {
    return token === this.token || (this.dialect.name === 'upstash' && token === DEVELOPMENT_TOKEN)
  },

  isDevelopment(request) {
    const token = this.tokenFromHeader(request) ?? this.tokenFromQuery(request)
    return token === DEVELOPMENT_TOKEN && token !== this.token
  },

  authenticate(request, { queryToken }) {
    const token =
      this.tokenFromHeader(request) ?? (queryToken ? this.tokenFromQuery(request) : undefined)
    if (token === undefined || !this.accepts(token)) {
      refuse(401, token === undefined ? 'the token is missing' : 'the token is not known')
    }
  },
}
