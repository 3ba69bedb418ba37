import type { HeaderMap } from '../request/headers.js'

export interface GroupEndpoint {
  readonly url: string
  /** The name of the endpoint, unique in the group. */
  readonly name?: string
}

/** A URL group. A group has at least one endpoint. Times are Unix milliseconds. */
export interface UrlGroup {
  readonly id: string
  /** The name of the group, unique in the queue. */
  readonly name: string
  readonly endpoints: readonly GroupEndpoint[]
  /** The default headers (rule `queue.group.default-headers-apply`). */
  readonly headers: HeaderMap
  readonly createdAt: number
  readonly updatedAt: number
  /** The version of the group: 1 for a new group, incremented by each change. */
  readonly version: number
}

/** A group in the form that the contract defines (rule `queue.group.fields`). */
export type ShownGroup = Omit<UrlGroup, 'version'>

export const shownGroup = (group: UrlGroup): ShownGroup => {
  const { id, name, endpoints, headers, createdAt, updatedAt } = group
  return { id, name, endpoints, headers, createdAt, updatedAt }
}
