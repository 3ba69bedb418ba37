// Types of the routes for the operations in the contract, and of others for existing clients.

import type { paths } from '#generated/queue.types.js'
import type { Request } from '../http/message.js'
import type { Queue } from './queue.js'

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace'

type OperationsOf<Path extends keyof paths> = {
  [M in Method]: paths[Path][M] extends object ? `${Uppercase<M>} ${Path}` : never
}[Method]

/** The name of an operation in the contract, for example `'GET /v2/workflows/dlq/{dlqId}'`. */
export type Operation = { [Path in keyof paths]: OperationsOf<Path> }[keyof paths]

type Definition<O extends Operation> = O extends `${infer M} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<M> & Method]
  : never

type PathOf<D> = D extends { parameters: { path: infer P } }
  ? { readonly [K in keyof P]: string }
  : object

type QueryOf<D> = D extends { parameters: { query?: infer Q } }
  ? { readonly [K in keyof NonNullable<Q>]?: string | undefined }
  : object

/** The body of a successful response, or `undefined` if the response has no body. */
type BodyOf<D> = D extends { responses: infer R }
  ? R[keyof R & (200 | '2XX')] extends { content: { 'application/json': infer Body } }
    ? Body
    : undefined
  : never

/**
 * The context of a route. Path parameters are decoded, except a parameter that takes the rest of
 * the path.
 */
export interface Context<O extends Operation> {
  readonly queue: Queue
  readonly request: Request
  readonly path: PathOf<Definition<O>>
  readonly query: QueryOf<Definition<O>>
}

/** A response with a status other than 200. */
export class OtherStatus<Body> {
  readonly status: number
  readonly body: Body
  constructor(status: number, body: Body) {
    this.status = status
    this.body = body
  }
}

/** Returns the body of a 200 response, or an `Answer` with another status. Throws to refuse the request. */
export type Route<O extends Operation> = (
  context: Context<O>,
) => Answered<BodyOf<Definition<O>>> | Promise<Answered<BodyOf<Definition<O>>>>

type Answered<Body> = Body | OtherStatus<Body>

export type Routes = { readonly [O in Operation]: Route<O> }

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
