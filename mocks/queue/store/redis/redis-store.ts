// The state of the queue, on Redis. Several processes may share it.

import type { OrderedQueue } from '../../queues/ordered-queue.js'
import type { UrlGroup } from '../../groups/group-body.js'
import type { Message } from '../../message.js'
import type { FlowState, Store } from '../store.js'
import { bytesOf, type Bytes } from '../../../kv/reply.js'
import {
  createDeadLetters,
  createEarlyEvents,
  createEvents,
  createFailedMessages,
  createFirsts,
  createHistory,
  createNamed,
  createSchedules,
  createWaiters,
} from './collections.js'
import { openConnection, type ConnectionOptions, type StoreConnection } from './connection.js'
import { createMessages } from './messages.js'
import { readRow } from './row.js'
import { createRuns } from './runs.js'
import { Transaction, type Act, type Ask, type Table } from './transaction.js'

export interface RedisStore extends Pick<StoreConnection, 'onWake' | 'close' | 'clock'> {
  readonly store: Store
}

/** The number of tries of a transaction that conflicts with others. */
const TRIES = 1000

/** The number of sequence numbers that a process takes at once. */
const NUMBERS = 1000

/** Connects to the store. Rejects with a clear message if Redis cannot be used. */
export async function openRedisStore(options: ConnectionOptions): Promise<RedisStore> {
  const connection = await openConnection(options)
  const { owner, channel, clock } = connection
  // A virtual clock waits for the replies of Redis. The connection ends each wait for a reply, so no reply counts as hanging.
  const ask: Ask = (commands) => clock.busy(connection.ask(commands), { mayHang: false })
  const act: Act = (...action) => clock.busy(connection.act(...action), { mayHang: false })
  const actTimed = (...action: Parameters<Act>) =>
    clock.busy(connection.actTimed(...action), { mayHang: false })
  const lease = String(options.lease)
  /** The claims of this process, by message id. */
  const claims = new Map<string, Bytes>()
  /** True if Redis may have claimed messages for this process and the reply was lost. */
  let isUnsure = false
  let lastClaim: Promise<unknown> = Promise.resolve()
  let [nextNumber, endOfNumbers] = [0, 0]

  async function next(): Promise<number> {
    if (nextNumber === endOfNumbers) {
      const [end] = await ask([['INCRBY', 'numbers', String(NUMBERS)]])
      endOfNumbers = Number(end) + 1
      nextNumber = endOfNumbers - NUMBERS
    }
    return nextNumber++
  }

  async function claim(now: number, limit: number): Promise<readonly Message[]> {
    if (isUnsure) await act('give-back', owner, ...claims.values())
    isUnsure = true
    const taken = (await actTimed('claim', owner, String(now), String(limit), lease)) as Bytes[]
    isUnsure = false
    const messages: Message[] = []
    for (let n = 0; n < taken.length; n += 3) {
      const { item } = readRow<Message>(taken[n + 2]!)
      claims.set(item!.id, taken[n + 1]!)
      messages.push(item!)
    }
    return messages
  }

  const claiming = {
    // One claim at a time, so that no claim gives back the messages of another.
    claim(now: number, limit: number): Promise<readonly Message[]> {
      const taken = lastClaim.then(() => claim(now, limit))
      lastClaim = taken.catch(() => {})
      return taken
    },

    async nextDue(): Promise<number | undefined> {
      const [due, lease] = (await actTimed('soonest', owner)) as readonly [Bytes, Bytes]
      const next = Math.min(
        due === '' ? Infinity : Number(due),
        lease === '' ? Infinity : clock.now() + Number(lease),
      )
      return next === Infinity ? undefined : next
    },

    async flowState(key: string, now: number): Promise<FlowState | undefined> {
      const state = (await act('state', bytesOf(key), String(now))) as Bytes
      return state === '' ? undefined : (JSON.parse(state) as FlowState)
    },

    heldUp: async (key: string, now: number): Promise<number> =>
      Number(await act('held', bytesOf(key), String(now))),
  }

  function partsOf(transaction: Transaction) {
    const runs = createRuns(transaction)
    return {
      messages: { ...createMessages(transaction, claims), ...claiming },
      firsts: createFirsts(transaction),
      history: createHistory(transaction),
      queues: createNamed(transaction, queuesTable),
      failedMessages: createFailedMessages(transaction),
      schedules: createSchedules(transaction),
      deadLetters: createDeadLetters(transaction, (runKey) => runs.release(runKey)),
      groups: createNamed(transaction, groupsTable),
      runs,
      events: createEvents(transaction),
      waiters: createWaiters(transaction),
      earlyEvents: createEarlyEvents(transaction),
    }
  }

  const whole = {
    isTransactional: true,
    next,
    // Redis limits its own memory. It refuses a change that does not fit.
    fits: async () => true,
    async clear(): Promise<void> {
      claims.clear()
      await act('clear')
    },
  }

  /** Views that no transaction uses. They are used again, because a view has many objects. */
  const idle: View[] = []

  function createView(): View {
    const transaction = new Transaction({ ask, act, owner })
    const store: Store = {
      ...whole,
      ...partsOf(transaction),
      atomically: (inner) => inner(store),
    }
    return { transaction, store }
  }

  async function atomically<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const view = idle.pop() ?? createView()
    try {
      for (let tries = 0; tries < TRIES; tries++) {
        view.transaction.begin(tries > 0)
        const result = await work(view.store)
        if (await commit(view.transaction)) return result
      }
    } finally {
      idle.push(view)
    }
    throw new Error(`a change of the queue conflicted with others ${TRIES} times`)
  }

  async function commit(transaction: Transaction): Promise<boolean> {
    const { operations, ended } = transaction
    if (operations.length === 0) return true
    if ((await act('commit', owner, channel, ...operations)) !== 1) return false
    for (const [id, claim] of ended) if (claims.get(id) === claim) claims.delete(id)
    return true
  }

  /** Returns the parts of the store with each operation as a transaction of its own. */
  function alone(): ReturnType<typeof partsOf> {
    const parts = Object.entries(partsOf(new Transaction({ ask, act, owner }))).map(
      ([part, operations]) => {
        const called = Object.keys(operations).map((name) => {
          const call = (...args: readonly unknown[]) =>
            atomically((store) =>
              (store[part as keyof typeof store] as unknown as Operations)[name]!(...args),
            )
          return [name, call] as const
        })
        return [part, Object.fromEntries(called)] as const
      },
    )
    return Object.fromEntries(parts) as unknown as ReturnType<typeof partsOf>
  }

  return {
    store: { ...whole, ...alone(), atomically },
    clock,
    onWake: connection.onWake,
    close: () => connection.close(),
  }
}

/** A store whose changes are those of a transaction. */
interface View {
  readonly transaction: Transaction
  readonly store: Store
}

type Operations = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>

const queuesTable: Table<OrderedQueue> = { name: 'queues', keyOf: ({ name }) => name }
const groupsTable: Table<UrlGroup> = { name: 'groups', keyOf: ({ name }) => name }
