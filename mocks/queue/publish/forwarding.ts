// The headers that a message has from its publish request.

import type { Request } from '../../http/message.js'
import type { With } from '../state.js'
import {
  headerLines,
  headerMap,
  isOfConnection,
  isOneOf,
  type HeaderLine,
  type HeaderMap,
} from '../request/headers.js'
import type { MessageSettings } from './settings.js'

type Queue = With<{ forwarding: typeof forwarding }>

export const forwarding = (queue: Queue) => ({
  /**
   * Returns the headers of a message or of a callback (rules `queue.forward.*`,
   * `queue.*callback.forward-prefix-stripped`). If a name occurs twice, the later header replaces
   * the earlier.
   */
  headers(request: Request, settings: MessageSettings, type: string | undefined): HeaderMap {
    return {
      ...headerMap(queue.forwarding.others(request, settings)),
      ...headerMap(type === undefined ? [] : [['Content-Type', type]]),
      ...headerMap(queue.forwarding.named(settings)),
    }
  },

  /** Returns the content type of the publish request (rule `queue.publish.content-type`). */
  contentType: ({ headers }: Request): string | undefined => headers['content-type'],

  /**
   * Returns the headers that the publish request names for forwarding (rule
   * `queue.forward.prefix-stripped`).
   */
  // Headers of the connection are dropped and not refused, because workflow clients forward all
  // headers they received.
  named: ({ forward }: MessageSettings): readonly HeaderLine[] =>
    forward.filter(([name]) => !isOfConnection(name)),

  /** Returns the other headers to forward (rule `queue.forward.all-headers`). */
  others({ headers, rawHeaders }: Request, { forwardAll }: MessageSettings): readonly HeaderLine[] {
    if (!forwardAll) return []
    const dropped = ['authorization', ...(headers.connection ?? '').split(/\s*,\s*/)]
    const prefix = queue.dialect.headerPrefix.toLowerCase()
    return headerLines(rawHeaders).filter(
      ([name]) =>
        !isOfConnection(name) && !isOneOf(dropped, name) && !name.toLowerCase().startsWith(prefix),
    )
  },
})
