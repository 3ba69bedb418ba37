// Measures the mock over HTTP in comparison with a bare node:http handler. Servers and clients run
// in separate processes.

import { inChild, startChild } from './child.js'
import { load } from './load.js'
import { inTurns, median, ratio } from './measure.js'
import { printTable, times, whole } from './print.js'
import { bareServer, kvMock } from './servers.js'

const ROUNDS = 7
const ROUND = 800
const BATCH = 100

const requests = [
  { what: 'POST /', path: '/', body: ['GET', 'k'], commands: 1, goal: '≥ 0.85 ×' },
  {
    what: `POST /pipeline of ${BATCH}`,
    path: '/pipeline',
    body: Array.from({ length: BATCH }, (_, i) =>
      i % 2 === 0 ? ['SET', `key:${i}`, `value:${i}`] : ['GET', `key:${i - 1}`],
    ),
    commands: BATCH,
    goal: '≥ 150 000/s',
  },
] as const

export async function http(): Promise<void> {
  const servers = new URL('./servers.js', import.meta.url)
  const bare = await startChild(servers, bareServer)
  const mock = await startChild(servers, kvMock)
  const rows: string[][] = []
  for (const { what, path, body, commands, goal } of requests) {
    /** The processor time per request of each server, one value per round. */
    const cpu = { bare: [] as number[], mock: [] as number[] }
    const perSecond = (server: typeof bare, times: number[]) => async () => {
      const before = await server.cpu()
      const requested = { ...server.result, path, body: JSON.stringify(body) }
      const { count, perSecond } = await inChild(
        new URL('./load.js', import.meta.url),
        load,
        requested,
        ROUND,
      )
      times.push(((await server.cpu()) - before) / count)
      return perSecond
    }
    const rates = await inTurns(ROUNDS, {
      bare: perSecond(bare, cpu.bare),
      mock: perSecond(mock, cpu.mock),
    })
    for (const each of ['bare', 'mock'] as const) {
      rows.push([
        `${what}, ${each === 'bare' ? 'bare node:http' : 'the mock'}`,
        whole(median(rates[each]) * commands),
        times(ratio(rates[each], rates.bare)),
        (median(cpu[each]) * 1000).toFixed(1),
        times(ratio(cpu[each], cpu.bare)),
        each === 'mock' ? goal : '',
      ])
    }
  }
  bare.stop()
  mock.stop()
  printTable(
    'Over HTTP',
    ['', 'commands/s', 'beside bare', 'processor µs a request', 'beside bare', 'goal'],
    rows,
  )
}
