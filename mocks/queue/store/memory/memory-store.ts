// The store in memory.

import { defaultSafety } from '../../../safety.js'
import type { UrlGroup } from '../../groups/group-body.js'
import type { OrderedQueue } from '../../queues/ordered-queue.js'
import { createAgenda } from '../../structures/agenda.js'
import type { Firsts, Store } from '../store.js'
import { CountedMap, createLedger, type Ledger } from './ledger.js'
import { createMessages } from './messages.js'
import { createNamed, createSchedules, type Part } from './named.js'
import {
  createDeadLetters,
  createEarlyEvents,
  createEvents,
  createFailedMessages,
  createHistory,
  createRuns,
  createWaiters,
} from './workflows.js'

/** The content of a store as data, by part. It shares its items, which never change. */
export interface SavedStore {
  readonly sequence: number
  readonly parts: { readonly [name: string]: unknown }
}

/** A store whose content can be saved and loaded. */
export interface MemoryStore extends Store {
  /** Returns the content. A message whose attempt is in progress is saved as waiting. */
  save(): SavedStore
  /** Adds saved content. The store is empty before. Throws a RangeError for data of another form. */
  load(saved: SavedStore): void
}

/** Creates a store of at most `limit` bytes. Only data of accepted messages may exceed the limit. */
export function createMemoryStore(limit = defaultSafety.queueBytes): MemoryStore {
  const ledger = createLedger(limit)
  const firsts = createFirsts(ledger)
  const runs = createRuns(ledger)
  const parts = {
    messages: createMessages(ledger),
    firsts,
    history: createHistory(ledger),
    queues: createNamed(ledger, ({ name }: OrderedQueue) => name),
    failedMessages: createFailedMessages(ledger),
    schedules: createSchedules(ledger),
    deadLetters: createDeadLetters(ledger, runs.release),
    groups: createNamed(ledger, ({ name }: UrlGroup) => name),
    runs,
    events: createEvents(ledger),
    waiters: createWaiters(ledger),
    earlyEvents: createEarlyEvents(ledger),
  } satisfies Readonly<{ [name: string]: Part<unknown> }>
  const saveable = Object.entries(parts as Readonly<{ [name: string]: Part<unknown> }>)
  let sequence = 0
  return {
    ...parts,
    next: async () => ++sequence,

    async fits(bytes: number, now: number): Promise<boolean> {
      firsts.forget(now)
      return ledger.fits(bytes)
    },

    isTransactional: false,
    atomically<T>(work: (store: Store) => Promise<T>): Promise<T> {
      return work(this)
    },

    save: () => ({
      sequence,
      parts: Object.fromEntries(saveable.map(([name, part]) => [name, part.save()])),
    }),

    load(saved) {
      for (const [name, part] of saveable) {
        const content = saved.parts[name]
        if (content === undefined)
          throw new RangeError(`queue.parts.${name}: expected its content, got nothing`)
        try {
          part.load(content)
        } catch (cause) {
          const { message } = cause as Error
          throw new RangeError(`queue.parts.${name}: cannot be loaded: ${message}`, { cause })
        }
      }
      // The numbers of this process go on, because ids contain them.
      sequence = Math.max(sequence, saved.sequence)
    },

    async clear(): Promise<void> {
      for (const each of Object.values(parts)) each.clear()
    },
  }
}

/** The ids of the first publish with a key, which count until a time. */
interface First {
  readonly ids: readonly string[]
  readonly until: number
}

function createFirsts(ledger: Ledger) {
  const kept = new CountedMap<First>(ledger.account())
  const agenda = createAgenda<string>()

  function forget(now: number): void {
    for (let entry = agenda.take(now); entry; entry = agenda.take(now)) kept.delete(entry.item)
  }

  function add(key: string, first: First): void {
    kept.set(key, first)
    agenda.add(first.until, key)
  }

  return {
    forget,

    async keep(key, ids, { now, until }): Promise<readonly string[] | undefined> {
      forget(now)
      const first = kept.get(key)
      if (first !== undefined) return first.ids
      add(key, { ids, until })
      return undefined
    },

    save: () => Array.from(kept),
    load: (saved: readonly (readonly [string, First])[]) =>
      saved.forEach(([key, first]) => add(key, first)),

    clear() {
      kept.clear()
      agenda.clear()
    },
  } satisfies Firsts & Record<string, unknown>
}
