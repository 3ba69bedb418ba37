// The URL groups there are: how they come to be, change and go.

import { randomUUID } from 'node:crypto'
import type { Clock } from '../../clock.js'
import type { Safety } from '../../safety.js'
import type { EndpointSelector } from './group-body.js'
import type { Endpoint, Group } from './group.js'
import { checkHeaders } from '../request/header-limits.js'
import { linesOf, type HeaderMap } from '../request/headers.js'
import { refuse } from '../refusal.js'
import type { Sender } from '../deliver/sender.js'
import type { Store } from '../store/store.js'
import { weightOf } from '../structures/weight.js'
import { refuseBytes } from '../publish/admission.js'

/** Wherever a group is named, its id will do (rule `queue.group.published-by-id`). */
export interface Groups {
  /** The group of that name, or else the one of that id. */
  find(nameOrId: string): Promise<Group | undefined>
  /** All there are, in the order of their names. */
  all(): Promise<readonly Group[]>
  /** Adds endpoints; there is a group of that name from then on. One known by URL or name is replaced. */
  addEndpoints(nameOrId: string, endpoints: readonly Endpoint[]): Promise<void>
  /** Removes the endpoints that any of the selectors fits. Without endpoints there is no group. */
  removeEndpoints(nameOrId: string, selectors: readonly EndpointSelector[]): Promise<void>
  /** Sees that a group of that name has these endpoints and no others; without any it is gone. */
  set(name: string, endpoints: readonly Endpoint[]): Promise<Group | undefined>
  /** Sets default headers (rule `queue.group.default-headers-apply`). */
  setHeaders(nameOrId: string, headers: HeaderMap): Promise<void>
  remove(nameOrId: string): Promise<void>
}

interface GroupsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly sender: Sender
  readonly safety: Safety
}

/** A publish makes as many messages. */
const MOST_ENDPOINTS = 10_000

/** What a change makes of a group. */
type Changed = Pick<Group, 'endpoints' | 'headers'>

export function createGroups({ store, clock, sender, safety }: GroupsOptions): Groups {
  const { groups } = store
  const find = async (nameOrId: string) =>
    (await groups.get(nameOrId)) ?? (await groups.byId(nameOrId))

  /** Changes a group as it is by then; `change` is asked again when another one came first. */
  async function change(
    nameOrId: string,
    change: (group: Group | undefined) => Changed,
  ): Promise<Group | undefined> {
    for (;;) {
      const group = await find(nameOrId)
      const { endpoints, headers } = change(group)
      if (endpoints.length === 0) {
        if (group === undefined || (await groups.remove(group))) return undefined
        continue
      }
      if (endpoints.length > MOST_ENDPOINTS) {
        refuse(400, `endpoints: expected at most ${MOST_ENDPOINTS}, got ${endpoints.length}`)
      }
      const now = clock.now()
      const changed: Group = {
        ...(group ?? { id: newId(), name: groupName(nameOrId), createdAt: now }),
        endpoints,
        headers,
        updatedAt: now,
        version: (group?.version ?? 0) + 1,
      }
      const bytes = weightOf(changed) - weightOf(group)
      if (bytes > 0 && !(await store.fits(bytes, now))) refuseBytes(bytes, safety)
      if (await groups.put(changed)) return changed
    }
  }

  function refuseUncallable(endpoints: readonly Endpoint[]): void {
    for (const [index, { url }] of endpoints.entries()) {
      const objection = sender.objection(url)
      if (objection !== undefined) refuse(400, `endpoints[${index}]: ${objection}`)
    }
  }

  return {
    find,
    all: () => groups.all(),

    async addEndpoints(nameOrId, added) {
      refuseUncallable(added)
      await change(nameOrId, ({ endpoints, headers }: Changed = none) => {
        if (endpoints.length + added.length === 0) refuse(400, 'endpoints: expected one at least')
        return { endpoints: withEndpoints(endpoints, added), headers }
      })
    },

    async removeEndpoints(nameOrId, selectors) {
      await change(nameOrId, (group = noGroup(nameOrId)) => ({
        ...group,
        endpoints: withoutSelected(group.endpoints, selectors),
      }))
    },

    async set(name, wanted) {
      refuseUncallable(wanted)
      const endpoints = withEndpoints(none.endpoints, wanted)
      return change(name, ({ headers }: Pick<Changed, 'headers'> = none) => ({
        endpoints,
        headers,
      }))
    },

    async setHeaders(nameOrId, headers) {
      await change(nameOrId, (group = noGroup(nameOrId)) => {
        const all = withoutEmpty({ ...group.headers, ...headers })
        checkHeaders(linesOf(all), safety)
        return { ...group, headers: all }
      })
    },

    async remove(nameOrId) {
      await change(nameOrId, (group = noGroup(nameOrId)) => ({ ...group, endpoints: [] }))
    },
  }
}

/** What there is of a group before it is one. */
const none: Changed = { endpoints: [], headers: {} }

export const noGroup = (nameOrId: string): never =>
  refuse(404, `there is no URL group "${nameOrId}"`)

const newId = () => `grp_${randomUUID().replaceAll('-', '')}`

const groupName = (name: string): string =>
  /^[\w.-]+$/.test(name)
    ? name
    : refuse(
        400,
        `the name of a group: expected letters, digits, "-", "_" and ".", got "${name}"`,
      )

/** The endpoints with more, each in the place of those that have its URL or its name. */
function withEndpoints(
  endpoints: readonly Endpoint[],
  added: readonly Endpoint[],
): readonly Endpoint[] {
  const all = new Set<Endpoint>()
  const byUrl = new Map<string, Endpoint>()
  const byName = new Map<string | undefined, Endpoint>()
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

/** The endpoints that none of the selectors fits. */
function withoutSelected(
  endpoints: readonly Endpoint[],
  selectors: readonly EndpointSelector[],
): readonly Endpoint[] {
  const keyOf = (url?: string, name?: string) => JSON.stringify([url, name])
  const selected = new Set(selectors.map(({ url, name }) => keyOf(url, name)))
  const isSelected = ({ url, name }: Endpoint) =>
    selected.has(keyOf(url)) ||
    (name !== undefined && (selected.has(keyOf(url, name)) || selected.has(keyOf(undefined, name))))
  return endpoints.filter((endpoint) => !isSelected(endpoint))
}

const withoutEmpty = (headers: HeaderMap): HeaderMap =>
  Object.fromEntries(Object.entries(headers).filter(([, values]) => values.length > 0))
