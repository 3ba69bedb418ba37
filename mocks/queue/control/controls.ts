// Control routes of the queue. They change URL groups.

import type { ControlRoutes } from '../../control.js'
import { Refusal } from '../../http/refusal.js'
import { endpointsIn, type GroupEndpoint, type UrlGroup } from '../groups/group-body.js'
import type { Queue } from '../queue.js'

/**
 * Returns the routes of URL groups. `queue` returns the queue with the faults that are active now.
 */
export const groupControls = (queue: () => Queue): ControlRoutes => ({
  'GET /queue/groups': async () => ({ groups: await queue().groups.all() }),

  /**
   * Sets a group: `{"name": …, "endpoints": [url or {"url", "name"}]}`. An empty list deletes the
   * group.
   */
  async 'POST /queue/groups'({ input: { name, endpoints } }) {
    if (typeof name !== 'string') {
      throw new Refusal(400, `expected "name" to be a text, got ${JSON.stringify(name)}`)
    }
    return (await setGroup(queue(), name, endpoints as GivenEndpoints)) ?? {}
  },
})

/** The endpoints of a group, as URLs or as objects with a name. */
export type GivenEndpoints = readonly (string | GroupEndpoint)[]

/** Sets the endpoints of a group. An empty list deletes the group. */
export const setGroup = async (
  queue: Queue,
  name: string,
  endpoints: GivenEndpoints,
): Promise<UrlGroup | undefined> =>
  queue.unit((queue) => queue.groups.set(name, endpointsIn({ endpoints })))
