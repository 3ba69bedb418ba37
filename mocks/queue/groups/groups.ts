// The URL groups of a queue.

import { randomUUID } from 'node:crypto'
import type { EndpointSelector, GroupEndpoint, UrlGroup } from './group-body.js'
import { checkHeaders, type HeaderMap, linesOf } from '../request/headers.js'
import { refuse } from '../refusal.js'
import type { With } from '../state.js'
import type { messages } from '../messages/messages.js'
import type { admission } from '../publish/admission.js'
import { byName } from '../structures/listed.js'
import { weightOf } from '../structures/bytes.js'

type Queue = With<{ messages: typeof messages; admission: typeof admission; groups: typeof groups }>

/**
 * The maximum number of endpoints. The limit is necessary because one publish creates a message per
 * endpoint.
 */
const MOST_ENDPOINTS = 10_000

/**
 * Functions of groups. A group id may replace the name of the group (rule
 * `queue.group.published-by-id`).
 */
export const groups = (queue: Queue) => ({
  async find(nameOrId: string): Promise<UrlGroup | undefined> {
    const { groups } = queue.store
    return (await groups.get(nameOrId)) ?? (await groups.all()).find(({ id }) => id === nameOrId)
  },

  /** Returns the group. Refuses the request with 404 if there is no such group. */
  get: async (nameOrId: string): Promise<UrlGroup> =>
    (await queue.groups.find(nameOrId)) ?? noGroup(nameOrId),

  /** Returns all groups, sorted by name. */
  all: async (): Promise<readonly UrlGroup[]> => (await queue.store.groups.all()).toSorted(byName),

  /**
   * Adds endpoints. An added endpoint replaces one with the same URL or name. Creates the group if
   * necessary.
   */
  async addEndpoints(nameOrId: string, added: readonly GroupEndpoint[]): Promise<void> {
    queue.groups.refuseUncallable(added)
    const { endpoints, headers } = (await queue.groups.find(nameOrId)) ?? none
    if (endpoints.length + added.length === 0) refuse(400, 'endpoints: expected at least one')
    await queue.groups.put(nameOrId, { endpoints: withEndpoints(endpoints, added), headers })
  },

  /** Removes the selected endpoints. A group without endpoints is deleted. */
  async removeEndpoints(nameOrId: string, selectors: readonly EndpointSelector[]): Promise<void> {
    const { endpoints, headers } = await queue.groups.get(nameOrId)
    await queue.groups.put(nameOrId, { endpoints: withoutSelected(endpoints, selectors), headers })
  },

  /** Sets the endpoints of a group. An empty list deletes the group. */
  async set(name: string, endpoints: readonly GroupEndpoint[]): Promise<UrlGroup | undefined> {
    queue.groups.refuseUncallable(endpoints)
    const { headers } = (await queue.groups.find(name)) ?? none
    return queue.groups.put(name, { endpoints: withEndpoints([], endpoints), headers })
  },

  /** Sets default headers (rule `queue.group.default-headers-apply`). */
  async setHeaders(nameOrId: string, changed: HeaderMap): Promise<void> {
    const { endpoints, headers: before } = await queue.groups.get(nameOrId)
    const headers = withoutEmpty({ ...before, ...changed })
    checkHeaders(linesOf(headers))
    await queue.groups.put(nameOrId, { endpoints, headers })
  },

  /** Deletes a group. Refuses the request if there is no such group, unless the dialect allows it. */
  async remove(nameOrId: string): Promise<void> {
    const group = await queue.groups.find(nameOrId)
    if (group !== undefined) await queue.store.groups.remove(group.name)
    else if (!queue.dialect.deletesAbsentGroups) noGroup(nameOrId)
  },

  /** Stores a group. Deletes it instead if it has no endpoints. */
  async put(
    nameOrId: string,
    { endpoints, headers }: Pick<UrlGroup, 'endpoints' | 'headers'>,
  ): Promise<UrlGroup | undefined> {
    const before = await queue.groups.find(nameOrId)
    if (endpoints.length === 0) {
      if (before) await queue.store.groups.remove(before.name)
      return undefined
    }
    if (endpoints.length > MOST_ENDPOINTS) {
      refuse(400, `endpoints: expected at most ${MOST_ENDPOINTS}, got ${endpoints.length}`)
    }
    const now = queue.clock.now()
    const group: UrlGroup = {
      ...(before ?? { id: newId(), name: groupName(nameOrId), createdAt: now }),
      endpoints,
      headers,
      updatedAt: now,
    }
    const bytes = weightOf(group) - weightOf(before)
    const store = () => queue.store.groups.put(group)
    await (bytes > 0 ? queue.admission.admit({ bytes }, store) : store())
    return group
  },

  refuseUncallable(endpoints: readonly GroupEndpoint[]): void {
    endpoints.forEach(({ url }, index) => queue.messages.callable(url, `endpoints[${index}]`))
  },
})

const none = { endpoints: [], headers: {} }

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
