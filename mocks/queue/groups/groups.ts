// The URL groups of a queue.

import { randomUUID } from 'node:crypto'
import type { EndpointSelector } from './group-body.js'
import type { GroupEndpoint, UrlGroup } from './group.js'
import { checkHeaders, type HeaderMap, linesOf } from '../request/headers.js'
import { refuse } from '../refusal.js'
import type { Queue } from '../queue.js'
import { weightOf } from '../structures/weight.js'
import { refuseBytes } from '../publish/admission.js'

/**
 * The maximum number of endpoints. The limit is necessary because one publish creates a message per
 * endpoint.
 */
const MOST_ENDPOINTS = 10_000

type Changed = Pick<UrlGroup, 'endpoints' | 'headers'>

/**
 * Functions of groups. A group id may replace the name of the group (rule
 * `queue.group.published-by-id`).
 */
export const groups = (queue: Queue) => ({
  async find(nameOrId: string): Promise<UrlGroup | undefined> {
    const { groups } = queue.store
    return (await groups.get(nameOrId)) ?? (await groups.byId(nameOrId))
  },

  /** Returns the group. Refuses the request with 404 if there is no such group. */
  async get(nameOrId: string): Promise<UrlGroup> {
    return (await queue.groups.find(nameOrId)) ?? noGroup(nameOrId)
  },

  all(): Promise<readonly UrlGroup[]> {
    return queue.store.groups.all()
  },

  /**
   * Adds endpoints. An added endpoint replaces one with the same URL or name. Creates the group if
   * necessary.
   */
  async addEndpoints(nameOrId: string, added: readonly GroupEndpoint[]): Promise<void> {
    queue.groups.refuseUncallable(added)
    await queue.groups.change(nameOrId, ({ endpoints, headers }: Changed = none) => {
      if (endpoints.length + added.length === 0) refuse(400, 'endpoints: expected at least one')
      return { endpoints: withEndpoints(endpoints, added), headers }
    })
  },

  /** Removes the selected endpoints. A group without endpoints is deleted. */
  async removeEndpoints(nameOrId: string, selectors: readonly EndpointSelector[]): Promise<void> {
    await queue.groups.change(nameOrId, (group = noGroup(nameOrId)) => ({
      ...group,
      endpoints: withoutSelected(group.endpoints, selectors),
    }))
  },

  /** Sets the endpoints of a group. An empty list deletes the group. */
  async set(name: string, wanted: readonly GroupEndpoint[]): Promise<UrlGroup | undefined> {
    queue.groups.refuseUncallable(wanted)
    const endpoints = withEndpoints([], wanted)
    return queue.groups.change(name, ({ headers }: Pick<Changed, 'headers'> = none) => ({
      endpoints,
      headers,
    }))
  },

  /** Sets default headers (rule `queue.group.default-headers-apply`). */
  async setHeaders(nameOrId: string, headers: HeaderMap): Promise<void> {
    await queue.groups.change(nameOrId, (group = noGroup(nameOrId)) => {
      const all = withoutEmpty({ ...group.headers, ...headers })
      checkHeaders(linesOf(all), queue.safety)
      return { ...group, headers: all }
    })
  },

  async remove(nameOrId: string): Promise<void> {
    await queue.groups.change(nameOrId, (group = noGroup(nameOrId)) => ({
      ...group,
      endpoints: [],
    }))
  },

  /**
   * Changes a group. Calls `change` again if another request changed the group at the same time.
   */
  async change(
    nameOrId: string,
    change: (group: UrlGroup | undefined) => Changed,
  ): Promise<UrlGroup | undefined> {
    for (;;) {
      const group = await queue.groups.find(nameOrId)
      const { endpoints, headers } = change(group)
      if (endpoints.length === 0) {
        if (group === undefined || (await queue.store.groups.remove(group))) return undefined
        continue
      }
      if (endpoints.length > MOST_ENDPOINTS) {
        refuse(400, `endpoints: expected at most ${MOST_ENDPOINTS}, got ${endpoints.length}`)
      }
      const now = queue.clock.now()
      const changed: UrlGroup = {
        ...(group ?? { id: newId(), name: groupName(nameOrId), createdAt: now }),
        endpoints,
        headers,
        updatedAt: now,
        version: (group?.version ?? 0) + 1,
      }
      const bytes = weightOf(changed) - weightOf(group)
      if (bytes > 0 && !(await queue.store.fits(bytes, now))) refuseBytes(bytes, queue.safety)
      if (await queue.store.groups.put(changed)) return changed
    }
  },

  refuseUncallable(endpoints: readonly GroupEndpoint[]): void {
    for (const [index, { url }] of endpoints.entries()) {
      const objection = queue.sender.objection(url)
      if (objection !== undefined) refuse(400, `endpoints[${index}]: ${objection}`)
    }
  },
})

const none: Changed = { endpoints: [], headers: {} }

const noGroup = (nameOrId: string): never => refuse(404, `there is no URL group "${nameOrId}"`)

const newId = () => `grp_${randomUUID().replaceAll('-', '')}`

const groupName = (name: string): string =>
  /^[\w.-]+$/.test(name)
    ? name
    : refuse(400, `the name of a group: expected letters, digits, "-", "_" and ".", got "${name}"`)

/** Adds endpoints to a list. An added endpoint replaces one with the same URL or name. */
function withEndpoints(
  endpoints: readonly GroupEndpoint[],
  added: readonly GroupEndpoint[],
): readonly GroupEndpoint[] {
  const all = new Set<GroupEndpoint>()
  const byUrl = new Map<string, GroupEndpoint>()
  const byName = new Map<string | undefined, GroupEndpoint>()
  for (const endpoint of [...endpoints, ...added]) {
    for (const other of [byUrl.get(endpoint.url), byName.get(endpoint.name)]) {
      if (other === undefined) continue
      all.delete(other)
      byUrl.delete(other.url)
      byName.delete(other.name)
    }
    all.add(endpoint)
    byUrl.set(endpoint.url, endpoint)
    if (endpoint.name !== undefined) byName.set(endpoint.name, endpoint)
  }
  return Array.from(all)
}

function withoutSelected(
  endpoints: readonly GroupEndpoint[],
  selectors: readonly EndpointSelector[],
): readonly GroupEndpoint[] {
  const keyOf = (url?: string, name?: string) => JSON.stringify([url, name])
  const selected = new Set(selectors.map(({ url, name }) => keyOf(url, name)))
  const isSelected = ({ url, name }: GroupEndpoint) =>
    selected.has(keyOf(url)) ||
    (name !== undefined && (selected.has(keyOf(url, name)) || selected.has(keyOf(undefined, name))))
  return endpoints.filter((endpoint) => !isSelected(endpoint))
}

const withoutEmpty = (headers: HeaderMap): HeaderMap =>
  Object.fromEntries(Object.entries(headers).filter(([, values]) => values.length > 0))
