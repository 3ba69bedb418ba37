// Encodes large replies one after the other, because encoding one keeps all other requests waiting.

import { stopwatch } from '../clock.js'
import { turnsAfter, turnsOfLoop } from './backends/door.js'
import { sizeOf } from './backends/reply-size.js'
import { ReplyError, type Reply } from './reply.js'
import type { Soon } from '../soon.js'

/** The number of bytes from which a reply is large. */
const LARGE = 2 ** 20

export type LargeReplies = ReturnType<typeof createLargeReplies>

/** Returns the queue of large replies. Together they may have `most` bytes. */
export function createLargeReplies(most: number, now: () => number = stopwatch) {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  return {
    /**
     * Encodes replies: at once if they are small. Large ones wait for those before them, and for the
     * requests that arrived meanwhile. Throws a ReplyError if too many bytes wait.
     */
    encode<T>(replies: readonly Reply[], encoded: () => T): Soon<T> {
      const bytes = sizeOf(replies)
      if (bytes < LARGE) return encoded()
      if (waiting > 0 && waiting + bytes > most)
        throw new ReplyError(
          `OOM the replies that wait to be sent have more than ${most} bytes; the commands ran`,
        )
      waiting += bytes
      const result = last.then(() => {
        const begin = now()
        try {
          return { value: encoded(), milliseconds: now() - begin }
        } finally {
          waiting -= bytes
        }
      })
      last = result.then(
        async ({ milliseconds }) => turnsOfLoop(4 + turnsAfter(milliseconds)),
        () => undefined,
      )
      return result.then(({ value }) => value)
    },
  }
}
