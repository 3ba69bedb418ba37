// Who may ask: where a token stands in a request, and which tokens are good.

import { splitTarget, type Request } from '../http/message.js'
import { queryPairs } from './query.js'
import type { Queue } from './queue.js'
import { refuse } from './refusal.js'

export interface Access {
  /** The token of `Authorization: Bearer <TOKEN>` (rule `queue.authentication.bearer`). */
  tokenFromHeader(request: Request): string | undefined
  /** The token of the query (rule `queue.authentication.query-token-on-publish`). */
  tokenFromQuery(request: Request): string | undefined
  accepts(token: string): boolean
  /** Refuses whoever has no good token (rule `queue.authentication.required`). */
  authenticate(request: Request, where: { readonly queryToken: boolean }): void
}

/**
 * The fixed public token of clients in development mode. They cannot be given another one, so the
 * mock takes it wherever it speaks their dialect; the documents' own dialect knows of no such token.
 */
const DEVELOPMENT_TOKEN = 'eyJVc2VySUQiOiJkZWZhdWx0VXNlciIsIlBhc3N3b3JkIjoiZGVmYXVsdFBhc3N3b3JkIn0='

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

  authenticate(request, { queryToken }) {
    const token =
      this.tokenFromHeader(request) ?? (queryToken ? this.tokenFromQuery(request) : undefined)
    if (token === undefined || !this.accepts(token)) {
      refuse(401, token === undefined ? 'the token is missing' : 'the token is not known')
    }
  },
}
