// Keeps the command `mock` with its default options under mixed load, and checks that its memory stops
// to grow.
//
// SOAK_MINUTES is the duration, by default 15. With SOAK_HEAP=1 each minute ends with a garbage
// collection and shows the heap after it, which makes the resident memory smaller than without.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startLoad, type Target } from './soak/load.js'
import { cli } from './testing.js'

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 15)
/** The minutes after which everything with a bound has reached it. */
const WARM = MINUTES / 3
/** The growth that the noise of the garbage collector can explain, in MB. */
const MOST_GROWTH = 20
const SAMPLES_PER_MINUTE = 12

/** Prints the heap of the thread of the mock each minute. */
const PROBE = `
import { isMainThread } from 'node:worker_threads'
import { writeSync } from 'node:fs'
const print = () => {
  gc()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  writeSync(2, 'heap ' + [heapUsed, external, arrayBuffers].map((n) => (n / 1e6).toFixed(1)).join(' ') + '\\n')
}
if (!isMainThread) setInterval(print, 60_000).unref()`

const probe =
  process.env['SOAK_HEAP'] === undefined
    ? []
    : ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(PROBE)}`]

it(`uses no more memory after ${MINUTES} minutes than after ${WARM}`, async () => {
  const ports = ['--kv-port', '0', '--queue-port', '0']
  const mock = spawn(process.execPath, [...probe, cli, 'mock', '--json', ...ports], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void mock.kill())
  let heap = ''
  createInterface(mock.stderr).on('line', (line) => {
    if (line.startsWith('heap ')) heap = line
    else console.log(line)
  })
  const [ready] = (await once(createInterface(mock.stdout), 'line')) as [string]
  const load = await startLoad(JSON.parse(ready) as Target)

  const resident = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${mock.pid!}/status`, 'utf8'))![1]) / 1000
  const megabytes: number[] = []
  for (let minute = 1; minute <= MINUTES; minute++) {
    const samples: number[] = []
    for (let n = 0; n < SAMPLES_PER_MINUTE; n++) {
      await pause(60_000 / SAMPLES_PER_MINUTE)
      samples.push(resident())
    }
    // The mock keeps the lowest value. The others have garbage that is not collected yet.
    megabytes.push(Math.min(...samples))
    const { requests, deliveries } = load.counts()
    console.log(
      `minute ${minute}: ${Math.min(...samples).toFixed(0)} to ${Math.max(...samples).toFixed(0)} MB, ${requests} requests, ${deliveries} deliveries ${heap}`,
    )
  }
  await load.close()
  console.log([...load.failures].slice(0, 10).join('\n'))
  expect(mock.exitCode).toBe(null)
  const growth = megabytes[MINUTES - 1]! - megabytes[Math.round(WARM) - 1]!
  console.log(`growth since minute ${Math.round(WARM)}: ${growth.toFixed(1)} MB`)
  expect(growth).toBeLessThanOrEqual(MOST_GROWTH)
})
