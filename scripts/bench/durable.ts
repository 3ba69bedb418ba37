// Measures a queue on Redis that stores many delayed messages: the memory of Redis for each message,
// and the time that a mock process takes to start.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { startQueue } from '../../mocks/index.js'
import { askRedis, startRedisServer } from '../../mocks/kv/redis/server.js'
import { median } from './measure.js'
import { printTable, whole } from './print.js'
import { cli } from './start-up.js'

const MESSAGES = 100_000
const BATCH = 500

/** Returns the number of bytes that Redis has allocated. */
async function usedMemory(redis: string): Promise<number> {
  const [info] = (await askRedis(redis, ['INFO', 'memory'])) as [string]
  return Number(/^used_memory:(\d+)/m.exec(info)![1])
}

/** Stores messages that are due in a day. Returns the messages per second. */
async function store(redis: string, name: string): Promise<number> {
  const { url, token, close } = await startQueue({ clock: 'real', store: { redis, name } })
  const message = {
    destination: 'http://127.0.0.1:9/hook',
    headers: { 'Svc-Delay': '1d', 'Content-Type': 'application/json' },
    body: JSON.stringify({ order: 'a'.repeat(80) }),
  }
  const headers = { authorization: `Bearer ${token}` }
  const body = JSON.stringify(Array.from({ length: BATCH }, () => message))
  const begin = performance.now()
  for (let count = 0; count < MESSAGES; count += BATCH) {
    const response = await fetch(`${url}/v2/batch`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(await response.text())
    await response.arrayBuffer()
  }
  const seconds = (performance.now() - begin) / 1000
  await close()
  return MESSAGES / seconds
}

/** Measures the milliseconds from process start to the ready line. */
async function readyAfter(redis: string, name: string): Promise<number> {
  const begin = performance.now()
  const ports = ['--kv-port', '0', '--queue-port', '0']
  const args = [cli, 'mock', ...ports, '--json', '--queue-store', redis, '--queue-name', name]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const time = performance.now() - begin
  child.kill()
  await once(child, 'close')
  return time
}

export async function durable(): Promise<void> {
  const server = await startRedisServer()
  try {
    const before = await usedMemory(server.url)
    const perSecond = await store(server.url, 'full')
    const bytes = (await usedMemory(server.url)) - before
    const times: Record<'empty' | 'full', number[]> = { empty: [], full: [] }
    for (let round = 0; round < 7; round++) {
      for (const name of ['empty', 'full'] as const) {
        times[name].push(await readyAfter(server.url, name))
      }
    }
    printTable(
      `${whole(MESSAGES)} delayed messages with a body of 92 bytes on Redis`,
      ['', 'measured'],
      [
        ['messages stored per second, in batches of 500', whole(perSecond)],
        ['bytes of Redis per message', whole(bytes / MESSAGES)],
        ['ms to the ready line of a mock with them, median', whole(median(times.full))],
        ['ms to the ready line without messages, median', whole(median(times.empty))],
      ],
    )
  } finally {
    await server.close()
  }
}
