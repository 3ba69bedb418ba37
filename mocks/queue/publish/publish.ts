// Publishes one message to a URL or an API, or one message to each endpoint of a URL group.

import type { Request } from '../../http/message.js'
import type { Publication } from '../message.js'
import type { PublishResult, messages } from '../messages/messages.js'
import type { With } from '../state.js'
import type { apis } from '../deliver/apis.js'
import type { fanOut } from '../groups/fan-out.js'
import type { groups } from '../groups/groups.js'
import type { refusedSteps } from '../runs/refused-steps.js'
import type { runs } from '../runs/runs.js'
import type { deduplication } from './deduplication.js'
import type { reading } from './reading.js'

type Queue = With<{
  reading: typeof reading
  messages: typeof messages
  publish: typeof publish
  deduplication: typeof deduplication
  groups: typeof groups
  fanOut: typeof fanOut
  apis: typeof apis
  runs: typeof runs
  refusedSteps: typeof refusedSteps
}>

export const publish = (queue: Queue) => ({
  /** Publishes a request. Returns one result, or one result per endpoint for a URL group. */
  take(request: Request): Promise<PublishResult | PublishResult[]> {
    return queue.refusedSteps.watch(request, async () => {
      const destination = queue.reading.destination(request)
      const group =
        destination.kind === 'name' ? await queue.groups.find(destination.name) : undefined
      return group
        ? queue.fanOut.publish(group, request)
        : queue.publish.send(queue.reading.publication(request))
    })
  },

  /** Accepts a publish request for delivery (rule `queue.publish.delivers-to-destination`). */
  async send(publication: Publication): Promise<PublishResult> {
    const { destination, instructions } = publication
    const url =
      destination.kind === 'name'
        ? queue.apis.destination(destination.name, instructions)
        : queue.messages.callable(destination.url)
    const ofRun = queue.runs.publish(publication, url)
    if (ofRun) return ofRun

    const message = queue.messages.create(url, instructions)
    const [result] = await queue.deduplication.acceptOnce(publication, [message])
    return result!
  },

  /**
   * Returns the status of the response (rules `queue.publish.status` and
   * `queue.deduplication.status`).
   */
  status(result: PublishResult | PublishResult[]): number {
    const results = Array.isArray(result) ? result : [result]
    return results.some(({ deduplicated }) => deduplicated) ? 202 : 200
  },
})
