// URL groups.

import type { HeaderMap } from '../request/headers.js'

export interface Endpoint {
  readonly url: string
  /** Unique in the group. */
  readonly name?: string
}

/** A group has at least one endpoint. Times are Unix milliseconds. */
export interface Group {
  readonly id: string
  /** Unique. */
  readonly name: string
  readonly endpoints: readonly Endpoint[]
  /** Rule `queue.group.default-headers-apply`. */
  readonly headers: HeaderMap
  readonly createdAt: number
  readonly updatedAt: number
  /** 1 for a new group, incremented by each change. */
  readonly version: number
}

/** Rule `queue.group.fields`. */
export type ShownGroup = Omit<Group, 'version'>

export const shownGroup = (group: Group): ShownGroup => {
  const { id, name, endpoints, headers, createdAt, updatedAt } = group
  return { id, name, endpoints, headers, createdAt, updatedAt }
}
