// What a route outside the document is. Existing clients ask for operations that the document does
// not have; nothing judges them, so what they answer is ours to say.

import type { Request } from '../../http/message.js'
import type { Queue } from '../queue.js'
import type { Operation } from '../route.js'

/** For example `'GET /v2/topics/{group-name}'`. */
export type OutsideOperation = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /v2/${string}`

/** The names of a path's parameters. */
type Parameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never

/** What such a route is given: as those of the document, but for its query, which may have any key. */
export interface OutsideContext<O extends string> {
  readonly queue: Queue
  readonly request: Request
  readonly path: { readonly [Name in Parameters<O>]: string }
  readonly query: Readonly<Record<string, string | undefined>>
}

/** Answers 200 with the body it returns, without one where that is `undefined`, or refuses. */
type OutsideRoute<O extends string> = (context: OutsideContext<O>) => unknown

/** Routes that the document does not have: one that it has does not compile. */
export const outsideRoutes = <O extends OutsideOperation>(routes: {
  readonly [Each in O]: Each extends Operation ? never : OutsideRoute<Each>
}) => routes
