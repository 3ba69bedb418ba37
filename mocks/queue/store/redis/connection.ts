// The connection of a process to its store: prefixes keys, runs the script, keeps the lease of the
// process and follows the wake-ups of other processes.

import { randomUUID } from 'node:crypto'
import { realClock, serverClock, type AlarmClock } from '../../../clock.js'
import { Unavailable, type Stop } from '../../../kv/backends/backend.js'
import { connectRedis } from '../../../kv/backends/redis.js'
import { parseRedisUrl } from '../../../kv/redis/url.js'
import { bytesOf, ReplyError, type Bytes, type Command, type Reply } from '../../../kv/reply.js'
import { StoreUnavailable } from '../store.js'
import { SCRIPT, SHA1 } from './script.js'
import type { Ask } from './transaction.js'

/** The version of the layout of the keys. A store with a newer layout is refused. */
const LAYOUT = 1

export interface ConnectionOptions {
  readonly url: string
  /** The name of the store. Processes with the same name on the same Redis share their messages. */
  readonly name: string
  /** The time after which the claims of a process that has died are given back, in milliseconds. */
  readonly lease: number
  /** True if the queue has a virtual clock, which only one process can have. */
  readonly isVirtual: boolean
  /** The clock of this process. */
  readonly clock: AlarmClock
  /** The time that Redis has for each reply, in milliseconds. */
  readonly replyMs?: number | undefined
  readonly warn?: ((sentence: string) => void) | undefined
}

export type StoreConnection = Awaited<ReturnType<typeof openConnection>>

const clock = realClock()

/** The pause before the next attempt to follow the wake-ups, in milliseconds. */
const PAUSE = 200

/** The pause before a change is tried again that Redis did not take, in milliseconds. */
const AGAIN = 1000

/** Connects. Rejects with a clear message if Redis cannot be used. */
export async function openConnection(options: ConnectionOptions) {
  const { url, name, lease, isVirtual, replyMs, warn, clock: local } = options
  const { place } = parseRedisUrl(url)
  const redis = await connectRedis(url, {
    ...(replyMs !== undefined && { ms: replyMs }),
    ...(warn && { warn }),
  }).catch((error: Error) => {
    if (!error.message.includes('refused the database')) throw error
    const advice = 'The queue needs a database of its own: name another Redis, or keep it in memory'
    throw new Error(`${error.message} ${advice}`, { cause: error })
  })
  const prefix = `{svc-queue:${bytesOf(name)}}:`
  const owner = randomUUID().slice(0, 8)
  const channel = `${prefix}wake`
  const listeners = new Set<() => void>()
  let isClosed = false
  let stopFollowing: Stop = () => {}

  function fail(error: unknown): never {
    if (!(error instanceof Unavailable || error instanceof ReplyError)) throw error
    const isAway = error instanceof Unavailable
    if (isAway && !isClosed) recovery.set(clock.after(PAUSE))
    const message = isAway ? reasonOf(error) : adviceOn(place, error.message)
    const back = new Promise<void>((resolve) => clock.alarm(resolve).set(clock.after(AGAIN)))
    throw new StoreUnavailable(message, back, { cause: error })
  }

  const ask: Ask = async (commands) => {
    const prefixed = commands.map(([name, key = '', ...rest]): Command => [
      name,
      prefix + key,
      ...rest,
    ])
    const replies = await redis.pipeline(prefixed).catch(fail)
    return replies.map((reply) => (reply instanceof ReplyError ? fail(reply) : reply))
  }

  /** Runs an action of the script. Loads the script if Redis does not have it. */
  async function act(action: Bytes, ...args: readonly Bytes[]): Promise<Reply> {
    const rest = ['1', prefix, action, ...args]
    try {
      let reply = await redis.execute(['EVALSHA', SHA1, ...rest])
      if (reply instanceof ReplyError && reply.message.startsWith('NOSCRIPT')) {
        reply = await redis.execute(['EVAL', SCRIPT, ...rest])
      }
      return reply instanceof ReplyError ? fail(reply) : reply
    } catch (error) {
      return fail(error)
    }
  }

  /** The clock of Redis. A virtual clock stays as it is. */
  const server = serverClock(local)

  /** Runs an action whose first reply is the time of Redis. Returns the other replies. */
  async function actTimed(action: Bytes, ...args: readonly Bytes[]): Promise<readonly Reply[]> {
    const sent = local.now()
    const [time, ...replies] = (await act(action, ...args)) as readonly Reply[]
    if (!isVirtual) server.learn(Number(time), sent, local.now())
    return replies
  }

  const wake = () => listeners.forEach((listener) => listener())

  async function follow(): Promise<void> {
    if (isClosed) return
    try {
      const stop = await redis.subscribe(channel, {
        next: ({ payload }) => payload !== owner && wake(),
        end: () => again.set(clock.after(PAUSE)),
      })
      if (isClosed) return stop()
      stopFollowing = stop
      await renew()
      // Messages may have become due while nobody told this process.
      wake()
    } catch {
      again.set(clock.after(PAUSE))
    }
  }
  const again = clock.alarm(() => void follow())

  async function renew(): Promise<void> {
    await actTimed('renew', owner, String(lease))
  }
  const renewal = clock.alarm(() => {
    renewal.set(clock.after(lease / 3))
    // A renewal that fails is made up for when the wake-ups are followed again.
    renew().catch(() => {})
  })

  // A change whose reply did not arrive may have been made, and nobody told this process of its messages.
  const recovery = clock.alarm(() => {
    renew().then(wake, () => isClosed || recovery.set(clock.after(AGAIN)))
  })

  async function checkLayout(): Promise<void> {
    const [, found] = await ask([
      ['SET', 'layout', String(LAYOUT), 'NX'],
      ['GET', 'layout'],
    ])
    if (Number(found) > LAYOUT) {
      throw new Error(
        `the queue "${name}" has layout ${String(Number(found))}, and this version knows ` +
          `layout ${LAYOUT}: use the newer version, or another name of the store`,
      )
    }
  }

  async function join(): Promise<void> {
    const other = await act('join', owner, String(lease), isVirtual ? 'virtual' : 'real')
    if (other === '') return
    throw new Error(
      `another process uses the queue "${name}", and a virtual clock ` +
        `allows only one: give one of them another name, or the real clock to both. A process ` +
        `that has died counts for ${lease / 1000} s`,
    )
  }

  try {
    await checkLayout()
    await join()
    await follow()
  } catch (error) {
    await redis.close()
    const { cause, message: why } = error as Error
    const message = cause instanceof Unavailable ? cause.reason : why
    throw new Error(`cannot use Redis at ${place} for the queue: ${message}`, { cause: error })
  }
  renewal.set(clock.after(lease / 3))

  return {
    owner,
    channel,
    ask,
    act,
    actTimed,
    clock: isVirtual ? local : server.clock,

    /** Calls `listener` when another process has changed the next due time, and after a loss. */
    onWake: (listener: () => void) => void listeners.add(listener),

    /** Gives back the claims of this process and disconnects. */
    async close(): Promise<void> {
      isClosed = true
      for (const alarm of [again, renewal, recovery]) alarm.set(Infinity)
      stopFollowing()
      await act('leave', owner, channel).catch(() => {})
      await redis.close()
    },
  }
}

/** Returns why Redis cannot be reached. */
const reasonOf = ({ reason, mayHaveRun }: Unavailable): string =>
  mayHaveRun ? `${reason}; the request may have been stored` : reason

/** Returns what Redis refused and what to do. */
function adviceOn(place: string, message: string): string {
  const [, advice] = ADVICE.find(([code]) => message.startsWith(code)) ?? []
  return `Redis at ${place} stored nothing: ${message}${advice ? `. ${advice}` : ''}`
}

const ADVICE: readonly (readonly [code: string, advice: string])[] = [
  ['OOM', 'Give it more memory with maxmemory, and keep maxmemory-policy noeviction'],
  ['READONLY', 'It is a replica: name its master'],
  ['MISCONF', 'It cannot write to its disk'],
  ['NOPERM', 'Allow its user all commands on the keys of the queue'],
]
