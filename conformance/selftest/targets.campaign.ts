// Runs the built command against servers that try to break it. Prints the exit code of each run, its
// seconds, those of a processor, the MB of memory and of the largest report. TARGETS is a part of the
// names of the servers to use, PATTERN selects scenarios.

import { availableParallelism, loadavg } from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMock, type Mock } from '../../mocks/index.js'
import { listen } from '../proxy/listen.js'
import { runCommand, withReports, type Ended } from './hostile/child.js'
import { hostileAnswers, startHostileTarget } from './hostile/targets.js'

vi.setConfig({ testTimeout: 400_000 })

/** The limits of one run. */
const most = { seconds: 60, megabytes: 1_000, reportMegabytes: 20 }

const token = 'a-token-that-no-other-host-may-see'

let mock: Mock
let elsewhere: Awaited<ReturnType<typeof listen>>
let seenElsewhere = 0
beforeAll(async () => {
  mock = await startMock({ kvToken: token, queueToken: token })
  elsewhere = await listen('127.0.0.1', 0, (socket) => {
    seenElsewhere++
    socket.destroy()
  })
})
afterAll(async () => {
  await mock.close()
  await elsewhere.close()
})

const names = Object.keys(hostileAnswers('')).filter((name) =>
  name.includes(process.env['TARGETS'] ?? ''),
)

function mustBeBounded(what: string, ended: Ended, codes: readonly number[]): void {
  const { code, seconds, busySeconds, megabytes, reportMegabytes } = ended
  const figures = [seconds, busySeconds, megabytes, reportMegabytes].map((each) =>
    each.toFixed(1).padStart(7),
  )
  console.log(`${what.padEnd(60)} exit ${code} ${figures.join(' ')}`)
  expect(codes, ended.output).toContain(code)
  expect(busySeconds).toBeLessThan(most.seconds)
  if (!isBusy()) expect(seconds).toBeLessThan(most.seconds)
  expect(megabytes).toBeLessThan(most.megabytes)
  expect(reportMegabytes).toBeLessThan(most.reportMegabytes)
  expect(seenElsewhere).toBe(0)
}

/** Runs a verb against both interfaces. The first `passed` requests to each get correct responses. */
async function against(
  name: string,
  passed: number,
  use: (env: Readonly<Record<string, string>>) => Promise<Ended>,
): Promise<Ended> {
  const answer = hostileAnswers(elsewhere.origin)[name]!
  const kv = await startHostileTarget(answer, { original: mock.kv.url, passed })
  const queue = await startHostileTarget(answer, { original: mock.queue.url, passed })
  try {
    return await use({
      SVC_KV_URL: kv.url,
      SVC_QUEUE_URL: queue.url,
      SVC_KV_TOKEN: token,
      SVC_QUEUE_TOKEN: token,
    })
  } finally {
    await kv.close()
    await queue.close()
  }
}

const mostMs = 1_000 * 5 * most.seconds

/** True if other processes have the processors. The time of a run is then only printed. */
const isBusy = () => loadavg()[0]! > availableParallelism()

const patterns = process.env['PATTERN']?.split(' ') ?? []

/** The servers whose first response is valid HTTP and JSON. */
const wholeAnswers = [
  'a string of 4 MB',
  'a million digits',
  'control characters',
  '1,000 headers',
  'a million keys',
  'an array of 4 MB',
  'two answers to each request',
  'two different lengths',
  'answers of other requests',
  'large deliveries',
  'deliveries without end',
]

/** The requests that the checks before a run need. */
const checks = 15

test.each(names)('test: %s', async (name) => {
  const run = (env: Readonly<Record<string, string>>) =>
    withReports((reports) => runCommand(['test', ...patterns, ...reports], env, mostMs))
  mustBeBounded(`test, ${name}`, await against(name, 0, run), [1, 3])
})

test.each(names)('test: %s, after the checks', async (name) => {
  const run = (env: Readonly<Record<string, string>>) =>
    withReports((reports) => runCommand(['test', ...patterns, ...reports], env, mostMs))
  mustBeBounded(`test after the checks, ${name}`, await against(name, checks, run), [1, 3])
})

/** A client that sends a request to each interface, and waits 2 s for its response. */
const client = `
setTimeout(() => process.exit(), 10_000)
for (const [url, path] of [[process.env.SVC_KV_URL, '/get/a'], [process.env.SVC_QUEUE_URL, '/v2/logs']])
  await fetch(url + path, { redirect: 'manual', signal: AbortSignal.timeout(2_000) })
    .then((response) => response.text())
    .catch(() => {})
process.exit()
`

test.each(names)('proxy: %s', async (name) => {
  const command = ['--', process.execPath, '--input-type=module', '--eval', client]
  const run = (env: Readonly<Record<string, string>>) =>
    withReports((reports) => runCommand(['proxy', ...reports, ...command], env, mostMs))
  const ended = await against(name, 0, run)
  mustBeBounded(`proxy, ${name}`, ended, wholeAnswers.includes(name) ? [0, 1, 3] : [1, 3])
})

test.each(names)('doctor: %s', async (name) => {
  const run = (env: Readonly<Record<string, string>>) => runCommand(['doctor'], env, mostMs)
  mustBeBounded(`doctor, ${name}`, await against(name, 0, run), [0, 3])
})
