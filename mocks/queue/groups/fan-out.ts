// A publish to a URL group creates one message per endpoint, with the default headers of the group.

import { requestOf, type Request } from '../../http/message.js'
import type { UrlGroup } from './group-body.js'
import {
  checkHeaders,
  type HeaderLine,
  headerMap,
  type HeaderMap,
  isOneOf,
  linesOf,
} from '../request/headers.js'
import type { Instructions, Message } from '../message.js'
import type { With } from '../state.js'
import type { messages, PublishResult } from '../messages/messages.js'
import type { deduplication } from '../publish/deduplication.js'
import type { reading } from '../publish/reading.js'
import type { groups } from './groups.js'

type Queue = With<{
  reading: typeof reading
  messages: typeof messages
  deduplication: typeof deduplication
  groups: typeof groups
  fanOut: typeof fanOut
}>

export const fanOut = (queue: Queue) => ({
  /**
   * Publishes to every endpoint (rule `queue.group.fans-out-to-every-endpoint`). Returns one result
   * per endpoint (rule `queue.group.answers-an-array`). A publish to a group starts no workflow
   * run, because existing clients start runs at a URL.
   */
  async publish(group: UrlGroup, request: Request): Promise<PublishResult[]> {
    const publication = queue.reading.publication(queue.fanOut.withDefaults(request, group))
    return queue.deduplication.acceptOnce(
      publication,
      queue.fanOut.messages(group, publication.instructions),
    )
  },

  messages(
    { name: topicName, endpoints }: UrlGroup,
    instructions: Instructions,
  ): readonly Message[] {
    return endpoints.map(({ url, name: endpointName }) =>
      queue.messages.create(queue.messages.callable(url, `an endpoint of ${topicName}`), {
        ...instructions,
        topicName,
        endpointName,
      }),
    )
  },

  /** Adds the default headers for which the request has no value. */
  withDefaults(request: Request, group: UrlGroup): Request {
    const lines = queue.fanOut.missingDefaults(request, group)
    const joined = Object.entries(headerMap(lines)).map(
      ([name, values]) => [name.toLowerCase(), values.join(', ')] as const,
    )
    return {
      ...request,
      headers: { ...request.headers, ...Object.fromEntries(joined) },
      rawHeaders: [...request.rawHeaders, ...lines.flat()],
    }
  },

  /**
   * Returns the default headers that the request lacks (rule `queue.group.default-headers-apply`).
   */
  missingDefaults(request: Request, { headers }: UrlGroup): readonly HeaderLine[] {
    const own = [
      ...Object.keys(request.headers),
      // A setting in the query also replaces a default header.
      ...queue.reading.given(request).map(({ name }) => queue.dialect.headerPrefix + name),
    ]
    return linesOf(headers).filter(([name]) => !isOneOf(own, name))
  },

  /** Sets default headers. Refuses headers that a publish request may not have. */
  async setDefaultHeaders(nameOrId: string, headers: HeaderMap): Promise<void> {
    const lines = linesOf(headers)
    checkHeaders(lines)
    const rawHeaders = lines.flat()
    queue.reading.settings(queue.reading.given({ ...requestOf('POST', '/'), rawHeaders }))
    await queue.groups.setHeaders(nameOrId, headers)
  },
})
