// The messages that requests in the journal published.

import type { Entry } from './feed.ts'

interface Result {
  readonly messageId?: string
  readonly deduplicated?: boolean
}

interface Published {
  readonly ids: readonly string[]
  /** True if the publish was a duplicate. The ids are then those of the first publish. */
  readonly isDuplicate: boolean
}

const NONE: Published = { ids: [], isDuplicate: false }

/** Returns the ids in the response to a publish. */
export function publishedIn({ kind, method, status = 0, responseBody }: Entry): Published {
  if (kind !== 'queue' || method === 'GET' || status >= 300 || !responseBody) return NONE
  if (!responseBody.includes('"messageId"')) return NONE
  try {
    const results = [JSON.parse(responseBody) as Result | readonly (Result | Result[])[]].flat(2)
    return {
      ids: results.flatMap(({ messageId }) => messageId ?? []),
      isDuplicate: results.some(({ deduplicated }) => deduplicated),
    }
  } catch {
    return NONE
  }
}

/** Returns the request that published a message first. */
export const publisherOf = (messageId: string, entries: readonly Entry[]): Entry | undefined =>
  entries.find((entry) => {
    if (!entry.responseBody?.includes(messageId)) return false
    const { ids, isDuplicate } = publishedIn(entry)
    return !isDuplicate && ids.includes(messageId)
  })
