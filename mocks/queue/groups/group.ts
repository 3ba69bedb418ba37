// What a URL group is: a name for endpoints, and the headers that a publish to it has by default.

import type { HeaderMap } from '../request/headers.js'

/** One place that a publish to the group reaches. */
export interface Endpoint {
  readonly url: string
  /** No other endpoint of the group has it. */
  readonly name?: string
}

/** A group; moments in Unix milliseconds. It has endpoints: without one it does not exist. */
export interface Group {
  readonly id: string
  /** No other group has it. */
  readonly name: string
  readonly endpoints: readonly Endpoint[]
  /** The default headers (rule `queue.group.default-headers-apply`). */
  readonly headers: HeaderMap
  readonly createdAt: number
  readonly updatedAt: number
  /** 1 for a new group, and one more with each change. */
  readonly version: number
}

/** A group as its owner sees it (rule `queue.group.fields`). */
export type ShownGroup = Omit<Group, 'version'>

export const shownGroup = (group: Group): ShownGroup => {
  const { id, name, endpoints, headers, createdAt, updatedAt } = group
  return { id, name, endpoints, headers, createdAt, updatedAt }
}
