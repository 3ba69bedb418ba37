// The two that are measured beside each other: each accepts a message and delivers it over HTTP.

import { Worker } from 'bullmq'
import { request } from 'undici'
import { startQueue } from '../../mocks/index.js'
import type { Reachable } from './servers.js'

/** The names that both ends of BullMQ go by. */
export const JOBS = 'deliveries'

export interface Job {
  readonly url: string
  readonly body: string
}

/** The mock, on a clock that is not turned. */
export async function mockDeliverer(): Promise<Reachable> {
  const { url, token } = await startQueue({ clock: 'real' })
  return { port: Number(new URL(url).port), token }
}

/** A worker of BullMQ that does with a job what the mock does with a message. */
export async function bullmqDeliverer(redisPort: number): Promise<Reachable> {
  const worker = new Worker<Job>(
    JOBS,
    async ({ data: { url, body } }) => {
      const { statusCode, body: answer } = await request(url, { method: 'POST', body })
      await answer.dump()
      if (statusCode >= 300) throw new Error(`answered ${statusCode}`)
    },
    { connection: { host: '127.0.0.1', port: redisPort }, concurrency: 64 },
  )
  await worker.waitUntilReady()
  return { port: redisPort, token: '' }
}
