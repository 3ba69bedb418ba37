// What a publish to a URL group is: one to each of its endpoints, with the group's default headers.

import { requestOf, type Request } from '../../http/message.js'
import type { Group } from './group.js'
import { checkHeaders } from '../request/header-limits.js'
import { headerMap, isOneOf, linesOf, type HeaderLine, type HeaderMap } from '../request/headers.js'
import type { Instructions, Message } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { PublishResult } from '../publish/publish.js'

export interface GroupPublishing {
  /**
   * Publishes to every endpoint (rule `queue.group.fans-out-to-every-endpoint`); one result for each,
   * in the order of the endpoints (rule `queue.group.answers-an-array`). The start of a workflow run
   * that is published to a group starts none: existing clients start one at its workflow's own URL.
   */
  publishToGroup(group: Group, request: Request): Promise<PublishResult[]>
  /** One message for each endpoint, none of which is accepted yet. */
  groupMessages(group: Group, instructions: Instructions): readonly Message[]
  /** The request as if the group's default headers were its own, where it has not got them. */
  withDefaults(request: Request, group: Group): Request
  /** The default headers that a request does not have itself (rule `queue.group.default-headers-apply`). */
  missingDefaults(request: Request, group: Group): readonly HeaderLine[]
  /** Sets default headers of a group, once they are known to be such as a publish may have. */
  setDefaultHeaders(nameOrId: string, headers: HeaderMap): Promise<void>
}

export const groupPublishing: GroupPublishing & ThisType<Queue> = {
  async publishToGroup(group, request) {
    const publication = this.publication(this.withDefaults(request, group))
    return this.acceptOnce(publication, this.groupMessages(group, publication.instructions))
  },

  groupMessages({ name: topicName, endpoints }, instructions) {
    return endpoints.map(({ url, name: endpointName }) => {
      const objection = this.sender.objection(url)
      if (objection !== undefined) refuse(400, `an endpoint of ${topicName}: ${objection}`)
      return this.message(url, { ...instructions, topicName, endpointName })
    })
  },

  withDefaults(request, group) {
    const lines = this.missingDefaults(request, group)
    const joined = Object.entries(headerMap(lines)).map(
      ([name, values]) => [name.toLowerCase(), values.join(', ')] as const,
    )
    return {
      ...request,
      headers: { ...request.headers, ...Object.fromEntries(joined) },
      rawHeaders: [...request.rawHeaders, ...lines.flat()],
    }
  },

  missingDefaults(request, { headers }) {
    const own = [
      ...Object.keys(request.headers),
      // A query key is as good as a header.
      ...this.given(request).map(({ name }) => this.dialect.headerPrefix + name),
    ]
    return linesOf(headers).filter(([name]) => !isOneOf(own, name))
  },

  async setDefaultHeaders(nameOrId, headers) {
    const lines = linesOf(headers)
    checkHeaders(lines, this.safety)
    const rawHeaders = lines.flat()
    this.settings(this.given({ ...requestOf('POST', '/'), rawHeaders }))
    await this.groups.setHeaders(nameOrId, headers)
  },
}
