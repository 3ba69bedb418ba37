// Parts that several mistakes of a queue server have in common.

import type { Queue } from '../../queue/queue.js'

/** A value that the type rightly forbids: some mistakes are answers of the wrong shape. */
export const forbidden = (value: unknown) => value as never

/** Destinations of which the URLs are changed by a server that parses them. */
export const destinations =
  (queue: Queue, change: (url: URL) => void): Queue['destination'] =>
  (request) => {
    const destination = queue.destination(request)
    if (destination.kind === 'name') return destination
    const url = new URL(destination.url)
    change(url)
    return { kind: 'url', url: url.href }
  }
