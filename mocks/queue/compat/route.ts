// Routes for existing clients that are not in the contract.

import type { Request } from '../../http/message.js'
import type { Queue } from '../queue.js'
import type { Operation } from '../route.js'

export type OutsideOperation = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /v2/${string}`

type Parameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never

/** The context of a route that is not in the contract. The query may have any key. */
export interface OutsideContext<O extends string> {
  readonly queue: Queue
  readonly request: Request
  readonly path: { readonly [Name in Parameters<O>]: string }
  readonly query: Readonly<Record<string, string | undefined>>
}

type OutsideRoute<O extends string> = (context: OutsideContext<O>) => unknown

/**
 * Declares routes that are not in the contract. A route that is in the contract does not compile
 * here.
 */
export const outsideRoutes = <O extends OutsideOperation>(routes: {
  readonly [Each in O]: Each extends Operation ? never : OutsideRoute<Each>
}) => routes
