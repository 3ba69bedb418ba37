// Messages that the queue has accepted and that have not ended. The script claims them.

import type { FlowSettings } from '../../flow-control/limits.js'
import { selectorOf } from '../../lists/filters.js'
import { messageFilters, traitsOf, type MessageFilter } from '../../messages/message-filter.js'
import type { Message } from '../../message.js'
import type { Bytes } from '../../../kv/reply.js'
import { bytesOf } from '../../../kv/reply.js'
import { LeaseLost } from '../store.js'
import { encode, rowOf } from './row.js'
import type { Table, Transaction } from './transaction.js'

const messagesTable: Table<Message> = {
  name: 'messages',
  keyOf: ({ id }) => id,
  listings: ({ run }) => (run === undefined ? [] : [{ list: ofRun(run.runKey), member: '' }]),
}

const ofRun = (runKey: string): Bytes => `run-messages:${runKey}`

/** The settings of a flow-control key. The script reads them too. */
interface KeySettings extends FlowSettings {
  readonly key: string
}

const settingsTable: Table<KeySettings> = { name: 'flow-settings', keyOf: ({ key }) => key }

/** The messages as a transaction sees them. `claims` has the claims of this process by message id. */
export function createMessages(transaction: Transaction, claims: ReadonlyMap<string, Bytes>) {
  const seen = transaction.seen(messagesTable)
  const get = (id: string) => transaction.get(messagesTable, id)

  function endClaim(id: string): void {
    const claim = claims.get(id)
    if (claim !== undefined) transaction.ended.set(id, claim)
  }

  function put(message: Message): void {
    endClaim(message.id)
    const plan = encode(planOf(message))
    const row = rowOf(transaction.token(), message)
    transaction.change('message', bytesOf(message.id), plan, row)
    seen.set(message.id, message)
  }

  function remove(id: string): void {
    endClaim(id)
    transaction.change('unmessage', bytesOf(id))
    seen.set(id, undefined)
  }

  /** Returns the state of a message, which is empty while it waits. */
  async function stateOf(id: string): Promise<Bytes> {
    const own = claims.get(id)
    // Almost always the message is still claimed. If not, the transaction is repeated.
    const isExpected = own !== undefined && !transaction.isRepeated
    const state = isExpected
      ? own
      : ((await transaction.command('HGET', 'states', bytesOf(id))) ?? '')
    transaction.check('state', bytesOf(id), state as Bytes)
    return state as Bytes
  }

  /** Returns true if the message is there and not cancelled. */
  async function isKept(id: string): Promise<boolean> {
    if (seen.has(id) && seen.get(id) === undefined) return false
    const state = await stateOf(id)
    const own = claims.get(id)
    if (own !== undefined && state !== own && state !== cancelled(own)) {
      if ((await get(id)) === undefined) return false
      throw new LeaseLost(`the lease of ${id} has ended`)
    }
    if (own === undefined && (await get(id)) === undefined) return false
    return !state.startsWith('cancelled ')
  }

  return {
    add: async (message: Message): Promise<void> => put(message),

    async get(id: string): Promise<Message | undefined> {
      return get(id)
    },

    async remove(id: string): Promise<boolean> {
      const own = claims.get(id)
      if (own === undefined || transaction.isRepeated) {
        const state = await stateOf(id)
        const message = await get(id)
        if (message === undefined) return false
        if (own !== undefined && state !== own && state !== cancelled(own)) {
          throw new LeaseLost(`the lease of ${id} has ended`)
        }
      } else transaction.check('state', bytesOf(id), own)
      remove(id)
      return true
    },

    async replace(message: Message): Promise<boolean> {
      const stays = await isKept(message.id)
      if (stays) put(message)
      else remove(message.id)
      return stays
    },

    async takeOf(runKey: string): Promise<readonly Message[]> {
      const taken = await transaction.listed(messagesTable, ofRun(runKey))
      for (const { id } of taken) remove(id)
      return taken
    },

    async cancel(
      id: string,
    ): Promise<{ readonly message: Message; readonly isClaimed: boolean } | undefined> {
      const message = await get(id)
      if (message === undefined) return undefined
      const state = (await transaction.command('HGET', 'states', bytesOf(id))) as Bytes | null
      transaction.check('state', bytesOf(id), state ?? '')
      if (state?.startsWith('cancelled ')) return undefined
      if (state === null) remove(id)
      else transaction.change('cancel', bytesOf(id))
      return { message, isClaimed: state !== null }
    },

    async arrange(queueName: string, parallelism: number): Promise<void> {
      transaction.change('arrange', bytesOf(queueName), String(parallelism))
    },

    async select(filter: MessageFilter): Promise<readonly Message[]> {
      const selects = selectorOf(messageFilters, filter)
      const messages = await transaction.all(messagesTable)
      const chosen = messages.filter((message) => selects(traitsOf(message)))
      if (chosen.length === 0) return []
      const ids = chosen.map(({ id }) => bytesOf(id))
      const [states, plans] = await Promise.all(
        ['states', 'plans'].map((name) => transaction.command('HMGET', name, ...ids)),
      )
      const arrivalOf = (plan: Bytes | null) =>
        plan === null ? Infinity : (JSON.parse(plan) as { readonly a: number }).a
      return chosen
        .map((message, n) => ({
          message,
          isCancelled: (states as readonly (Bytes | null)[])[n]?.startsWith('cancelled '),
          arrival: arrivalOf((plans as readonly (Bytes | null)[])[n]!),
        }))
        .filter(({ isCancelled }) => !isCancelled)
        .sort((a, b) => a.arrival - b.arrival)
        .map(({ message }) => message)
    },

    async ready(now: number): Promise<number> {
      return (await transaction.command('ZCOUNT', 'ready', '-inf', String(now))) as number
    },

    async flowSettings(key: string): Promise<FlowSettings> {
      const stored = await transaction.get(settingsTable, key)
      if (stored === undefined) return { isPaused: false }
      const { isPaused, parallelism, rate, period } = stored
      return { isPaused, parallelism, rate, period }
    },

    async setFlow(key: string, changed: FlowSettings): Promise<void> {
      const { isPaused, parallelism, rate } = changed
      const isSet = isPaused || (parallelism ?? rate) !== undefined
      if (isSet) transaction.put(settingsTable, { ...changed, key })
      else await transaction.remove(settingsTable, key)
      transaction.change('line', bytesOf(key))
    },

    async resetRate(key: string, now: number): Promise<void> {
      transaction.change('reset', bytesOf(key), String(now))
    },
  }
}

const cancelled = (claim: Bytes): Bytes => claim.replace('claimed', 'cancelled')

/** Returns what the script needs to know of a message. */
const planOf = ({ nextDeliveryTime, flowControl, queueName, run }: Message) => ({
  d: nextDeliveryTime,
  ...(flowControl && {
    f: flowControl.key,
    p: flowControl.parallelism,
    r: flowControl.rate,
    t: flowControl.period,
  }),
  q: queueName,
  u: run?.runKey,
})
