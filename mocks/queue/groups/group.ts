import type { HeaderMap } from '../request/headers.js'

export interface GroupEndpoint {
  readonly url: string
  /** The name of the endpoint, unique in the group. */
  readonly name?: string
}

/** A URL group (rule `queue.group.fields`). It has at least one endpoint. Times are Unix milliseconds. */
export interface UrlGroup {
  readonly id: string
  /** The name of the group, unique in the queue. */
  readonly name: string
  readonly endpoints: readonly GroupEndpoint[]
  /** The default headers (rule `queue.group.default-headers-apply`). */
  readonly headers: HeaderMap
  readonly createdAt: number
  readonly updatedAt: number
}
