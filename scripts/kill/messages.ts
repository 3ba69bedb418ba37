// The kinds of messages that the campaign publishes, and the responses of their destinations.

import { setTimeout as pause } from 'node:timers/promises'
import type { Delivered } from './receiver.js'

interface Kind {
  readonly name: string
  /** The percentage of the messages. */
  readonly share: number
  /** The settings of a message. `url` is the receiver, `n` the number of the message. */
  readonly headers: (url: string, n: number) => Readonly<Record<string, string>>
  /** The paths that must be delivered after the message was accepted. */
  readonly expects: (n: number) => readonly string[]
}

const quick = { 'svc-retry-delay': '200' }

/** The number of flow-control keys. Key `k` allows `k + 2` attempts at once. */
const KEYS = 4

const parallelismOf = (key: number): number => key + 2

const kinds: readonly Kind[] = [
  {
    name: 'plain',
    share: 40,
    headers: () => ({}),
    expects: (n) => [`/plain/${n}`],
  },
  {
    name: 'delayed',
    share: 20,
    headers: (_, n) => ({ 'svc-delay': `${1 + (n % 4)}s` }),
    expects: (n) => [`/delayed/${n}`],
  },
  {
    name: 'retried',
    share: 10,
    headers: () => ({ ...quick, 'svc-retries': '2' }),
    expects: (n) => [`/retried/${n}`],
  },
  {
    name: 'reported',
    share: 10,
    headers: (url, n) => ({ 'svc-callback': `${url}/callback/${n}` }),
    expects: (n) => [`/reported/${n}`, `/callback/${n}`],
  },
  {
    name: 'failing',
    share: 5,
    headers: (url, n) => ({
      ...quick,
      'svc-retries': '1',
      'svc-failure-callback': `${url}/failure/${n}`,
    }),
    expects: (n) => [`/failure/${n}`],
  },
  {
    name: 'limited',
    share: 15,
    headers: (_, n) => ({
      'svc-flow-control-key': `key-${n % KEYS}`,
      'svc-flow-control-value': `parallelism=${parallelismOf(n % KEYS)}`,
    }),
    expects: (n) => [`/limited/${n}`],
  },
]

/** Returns the kind of message number `n`. Of 100 messages each kind has its share. */
export function kindOf(n: number): Kind {
  // Steps of 37 mix the kinds, because 37 and 100 have no common divisor.
  let place = (n * 37) % 100
  return kinds.find(({ share }) => (place -= share) < 0)!
}

/** Creates the destinations of the messages. */
export function createDestinations() {
  const inProgress = new Map<number, number>()
  const most = new Map<number, number>()

  /** Works on a message with a flow-control key, and counts the attempts of the key at once. */
  async function limited(n: number): Promise<number> {
    const key = n % KEYS
    const count = (inProgress.get(key) ?? 0) + 1
    inProgress.set(key, count)
    most.set(key, Math.max(count, most.get(key) ?? 0))
    await pause(5 + (n % 10))
    inProgress.set(key, inProgress.get(key)! - 1)
    return 200
  }

  return {
    /** Returns the status of the response to a delivery. */
    async respond({ path, headers }: Delivered): Promise<number> {
      const [, kind, number] = path.split('/')
      const n = Number(number)
      if (kind === 'limited') return limited(n)
      if (kind === 'failing') return 500
      return kind === 'retried' && Number(headers['svc-retried']) < 1 + (n % 2) ? 500 : 200
    },

    /** The most attempts of each key at once, and the number that the key allows. */
    parallelism: () =>
      Array.from(most, ([key, count]) => ({ key, count, allowed: parallelismOf(key) })),
  }
}
