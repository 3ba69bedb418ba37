// The two ways beside the header of the client: a token that is none, and one in the query.

import { segment, type KvClient } from './world.js'

/** Nobody's token. */
export const strangerToken = 'not-a-token-of-this-database'

/** The query that carries a token. */
export const inQuery = ({ tokenKey }: KvClient, token: string): string =>
  `${tokenKey}=${segment(token)}`
