import { on, once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const collector = new URL('../../../build/scripts/cli/mock/collector.js', import.meta.url).href

/** A program that creates 64 MiB of garbage and then posts its memory usage repeatedly. */
const program = `
const { parentPort } = require('node:worker_threads')
import(${JSON.stringify(collector)}).then(({ collectWhenIdle }) => {
  collectWhenIdle()
  let garbage = Array.from({ length: 64 }, () => Buffer.allocUnsafeSlow(2 ** 20))
  parentPort.postMessage(process.memoryUsage().arrayBuffers)
  garbage = undefined
  setInterval(() => parentPort.postMessage(process.memoryUsage().arrayBuffers), 100)
})`

test('an idle thread returns memory that it no longer uses', async () => {
  const worker = new Worker(program, { eval: true })
  const [most] = (await once(worker, 'message')) as [number]
  expect(most).toBeGreaterThan(64 * 2 ** 20)

  for await (const [bytes] of on(worker, 'message') as AsyncIterable<[number]>)
    if (bytes < 2 ** 20) break
  await worker.terminate()
}, 20_000)
