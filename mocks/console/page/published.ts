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

/** Returns the errors of a publish that was refused, or of the refused items of a batch. */
export function refusalsIn({ kind, method, url, status = 0, responseBody = '' }: Entry): string[] {
  const [, verb] = /^\/v2\/(publish|enqueue|batch|trigger)\b/.exec(url) ?? []
  if (kind !== 'queue' || method === 'GET' || verb === undefined) return []
  if (status >= 400) return [responseBody]
  if (verb !== 'batch' || !responseBody.includes('"error"')) return []
  try {
    const results = (JSON.parse(responseBody) as { readonly error?: string }[]).flat()
    return results.flatMap(({ error }) => error ?? [])
  } catch {
    return []
  }
}

/** The text in the response to a publish of a duplicate. */
export const DUPLICATE = '"deduplicated":true'

/** Returns the request that published a message first. */
export const publisherOf = (messageId: string, entries: readonly Entry[]): Entry | undefined =>
  entries.find((entry) => {
    if (!entry.responseBody?.includes(messageId)) return false
    const { ids, isDuplicate } = publishedIn(entry)
    return !isDuplicate && ids.includes(messageId)
  })
