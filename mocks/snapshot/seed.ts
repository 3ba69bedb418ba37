// Seeds: data that a mock has from its start, in the form of the requests that create it.

import { didYouMean } from '../did-you-mean.js'
import { Refusal } from '../http/refusal.js'

/** A command as an array of its words. */
export type SeedCommand = readonly (string | number)[]

/** A message to publish. */
export interface SeedMessage {
  /** The URL, the name of a URL group or of an API, as in `POST /v2/publish/{destination}`. */
  readonly destination: string
  /** The name of an ordered queue, as in `POST /v2/enqueue/{queue}/{destination}`. */
  readonly queue?: string | undefined
  /** The headers, which include settings such as `Svc-Delay`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** A text, or a value that is sent as JSON. */
  readonly body?: unknown
  readonly bodyBase64?: string | undefined
}

/** Data for a mock. The items of each list are added in order. */
export interface Seed {
  /**
   * The time of a mock with a virtual clock: Unix milliseconds, a `Date`, or a text such as
   * `'2027-01-31T09:00:00Z'`.
   */
  readonly now?: number | string | Date | undefined
  readonly kv?:
    | {
        /** ACL users, as in `POST /__mock/kv/acl-users`. */
        readonly users?: readonly object[] | undefined
        readonly commands?: readonly SeedCommand[] | undefined
      }
    | undefined
  readonly queue?:
    | {
        /** URL groups, as in `POST /__mock/queue/groups`. */
        readonly groups?: readonly object[] | undefined
        /** Ordered queues, as in `POST /v2/queues`. */
        readonly queues?: readonly object[] | undefined
        /** Schedules: a message and its `cron`. */
        readonly schedules?: readonly (SeedMessage & { readonly cron: string })[] | undefined
        readonly messages?: readonly SeedMessage[] | undefined
        /** Workflow runs in a state, as in `POST /__mock/queue/runs`. */
        readonly runs?: readonly object[] | undefined
      }
    | undefined
}

/** Adds one item of a list. Rejects with a `Refusal` whose message names the field and what was expected. */
export type AddItem = (item: unknown) => Promise<void>

/** The lists of an interface in the order in which they are added. */
export type SeedLists = Readonly<{ [list: string]: AddItem }>

/** The lists by interface, and a function that sets the time. */
export interface SeedTarget {
  readonly lists: Readonly<{ [name: string]: SeedLists }>
  /** Sets the time. Returns false for a clock that is not virtual. */
  readonly setTime: (now: number) => boolean
}

/** Adds the data of a seed. Rejects with a RangeError that has the path in the seed. */
export async function addSeed(seed: unknown, { lists, setTime }: SeedTarget): Promise<void> {
  const members = membersAt('', seed, ['now', ...Object.keys(lists)])
  const { now } = members
  if (now !== undefined && !setTime(timeOf(now)))
    throw new RangeError('now: expected a mock with a virtual clock (--clock virtual)')
  for (const [name, adders] of Object.entries(lists)) {
    if (members[name] === undefined) continue
    const given = membersAt(name, members[name], Object.keys(adders))
    for (const [list, add] of Object.entries(adders))
      await addAll(`${name}.${list}`, given[list], add)
  }
}

function timeOf(now: unknown): number {
  if (typeof now === 'number' || typeof now === 'string' || now instanceof Date) {
    const time = new Date(now).getTime()
    if (Number.isInteger(time)) return time
  }
  return refuse('now', 'Unix milliseconds or a time such as "2027-01-31T09:00:00Z"', now)
}

async function addAll(path: string, items: unknown, add: AddItem): Promise<void> {
  if (items === undefined) return
  if (!Array.isArray(items)) refuse(path, 'an array', items)
  for (const [index, item] of (items as readonly unknown[]).entries()) {
    try {
      await add(item)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const isField = /^\w[\w.[\]]*: /.test(error.message)
      throw new RangeError(`${path}[${index}]${isField ? '.' : ': '}${error.message}`, {
        cause: error,
      })
    }
  }
}

function membersAt(path: string, value: unknown, known: readonly string[]) {
  const where = path === '' ? 'the seed' : path
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(where, 'an object', value)
  for (const name of Object.keys(value))
    if (!known.includes(name))
      throw new RangeError(
        `${where}: there is no "${name}"${didYouMean(name, known)}: expected some of ${known.join(', ')}`,
      )
  return value as Readonly<{ [name: string]: unknown }>
}

function refuse(path: string, expected: string, value: unknown): never {
  throw new RangeError(`${path}: expected ${expected}, got ${JSON.stringify(value)}`)
}
