// Measures what the suite costs: a run in a new process, and the same run again in one that has compiled
// its code, in comparison with as many requests that need nothing else.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setMaxListeners } from 'node:events'
import { performance } from 'node:perf_hooks'
import { dialects } from '#generated/dialects.js'
import { run, scenarios, select, mockProvider } from '../../conformance/index.js'
import { openTarget } from '../../conformance/wire/target.js'
import { embeddedMock } from '../cli/test/embedded-mock.js'
import { printTable, times, whole } from './print.js'

/** The runs in one process. The last one has compiled code. */
const runs = 4

/** The requests that the suite sends at the same time. */
const atOnce = 16

interface Measured {
  readonly milliseconds: number
  /** The requests of the suite, and the deliveries to it. */
  readonly exchanges: number
}

const selections = {
  'the quick selection': select(scenarios, { quick: true }),
  'all scenarios': scenarios,
}

/** Runs scenarios against a new embedded mock. */
async function measured(selected: typeof scenarios): Promise<Measured> {
  const begin = performance.now()
  let exchanges = 0
  const count = () => (exchanges += 1)
  const channels = ['http.client.request.start', 'http.server.request.start']
  for (const each of channels) subscribe(each, count)
  const { kv, queue, declared, close } = await embeddedMock(dialects.svc)
  const provider = { ...(await mockProvider(queue.url)), ...declared, name: 'mock' }
  await run({ kv, queue, provider, embedded: true, scenarios: selected })
  await close()
  for (const each of channels) unsubscribe(each, count)
  return { milliseconds: performance.now() - begin, exchanges }
}

/** Sends PING to a new mock, in as many loops as a run has. Returns the milliseconds. */
async function pings(requests: number): Promise<number> {
  const mock = await embeddedMock(dialects.svc)
  const target = openTarget(mock.kv.url)
  const headers = [['Authorization', `Bearer ${mock.kv.token}`]] as const
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent++)
      await target.send({ method: 'GET', target: '/ping', headers }, signal)
  }
  const loops = (count: number) => Promise.all(Array.from({ length: atOnce }, () => send(count)))
  await loops(50)
  const begin = performance.now()
  await loops(Math.ceil(requests / atOnce))
  const milliseconds = performance.now() - begin
  target.close()
  await mock.close()
  return milliseconds
}

export async function suite(): Promise<void> {
  const rows: string[][] = []
  for (const [name, selected] of Object.entries(selections)) {
    const all: Measured[] = []
    for (let round = 0; round < runs; round++) all.push(await measured(selected))
    const [first, last] = [all[0]!, all.at(-1)!]
    const plain = await pings(first.exchanges)
    rows.push([
      name,
      whole(first.exchanges),
      `${(first.milliseconds / 1000).toFixed(1)} s`,
      `${(last.milliseconds / 1000).toFixed(1)} s`,
      times(first.milliseconds / plain),
      times(last.milliseconds / plain),
    ])
  }
  printTable(
    'The suite beside as many PING requests to the mock',
    ['selection', 'requests', 'first run', `run ${runs}`, 'first / PING', `run ${runs} / PING`],
    rows,
  )
}
