// Mock processes that share one queue, and that are killed and started again.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from '../free-port.js'
import { cli } from '../testing.js'
import { send, type Answer, type Sent } from './http.js'

export interface FleetOptions {
  /** The number of processes. */
  readonly size: number
  /** The URL of the Redis that stores the queue. */
  readonly redis: string
  readonly name: string
  /** The lease of a process in seconds. */
  readonly lease: number
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>

const token = 'the-token'

/** One of the processes. It keeps its port when it starts again. */
interface Member {
  readonly url: string
  child: ChildProcess
  isReady: boolean
}

const anyOf = <T>(items: readonly T[]): T | undefined =>
  items[Math.floor(Math.random() * items.length)]

/** Starts the processes. Resolves when all are ready. */
export async function startFleet({ size, redis, name, lease }: FleetOptions) {
  const members: Member[] = []
  let kills = 0
  let isClosed = false

  function spawnOn(port: number): ChildProcess {
    const ports = ['--kv-port', '0', '--queue-port', String(port), '--queue-token', token]
    const store = ['--queue-store', redis, '--queue-name', name, '--queue-lease', String(lease)]
    const args = [cli, 'mock', '--json', '--clock', 'real', ...ports, ...store]
    return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  }

  /** Waits for the ready line. A process that cannot reach Redis ends, and is started again. */
  async function ready(member: Member, port: number): Promise<void> {
    const { child } = member
    child.once('exit', () => {
      member.isReady = false
      if (isClosed) return
      member.child = spawnOn(port)
      void ready(member, port)
    })
    await once(createInterface(child.stdout!), 'line')
    member.isReady = member.child === child && child.signalCode === null
  }

  const starting = Array.from({ length: size }, async () => {
    const port = await freePort()
    const member = { url: `http://127.0.0.1:${port}`, child: spawnOn(port), isReady: false }
    members.push(member)
    await ready(member, port)
  })
  await Promise.all(starting)

  return {
    kills: () => kills,

    /**
     * Kills a random process with SIGKILL. It starts again. Spares the last process that is ready,
     * because on a slow machine a process may need longer to start than the time between two kills.
     */
    kill(): void {
      const ready = members.filter(({ isReady }) => isReady)
      if (ready.length < 2) return
      const victim = anyOf(ready)!
      victim.isReady = false
      victim.child.kill('SIGKILL')
      kills++
    },

    /** Sends a request to a random process. Rejects if no response arrives. */
    async ask(path: string, sent: Sent = {}): Promise<Answer> {
      const { url } = anyOf(members.filter(({ isReady }) => isReady)) ?? anyOf(members)!
      const headers = { authorization: `Bearer ${token}`, ...sent.headers }
      return send(url + path, { ...sent, headers })
    },

    async close(): Promise<void> {
      isClosed = true
      const ended = members.map(async ({ child }) => {
        if (child.kill('SIGKILL')) await once(child, 'exit')
      })
      await Promise.all(ended)
    },
  }
}
