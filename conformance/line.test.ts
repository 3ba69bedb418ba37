import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import type { Exchange } from './exchange.js'
import { lineTo } from './line.js'
import type { RequestSpec, Target } from './target.js'

/** A target that keeps what it is sent, and answers when it is told to. */
function slowTarget() {
  const sent: { spec: RequestSpec; signal: AbortSignal; answer: () => void }[] = []
  const target: Target = {
    basePath: '/base',
    close() {},
    send: (spec, signal) =>
      new Promise<Exchange>((resolve) => {
        const request = { ...spec, headers: [], body: Buffer.alloc(0) }
        const answered = { request, status: 200, headers: [], body: Buffer.alloc(0), durationMs: 1 }
        sent.push({ spec, signal, answer: () => resolve(answered) })
      }),
  }
  return { target, sent }
}

const lineOf = (target: Target, deadline: AbortSignal) =>
  lineTo({ target, token: 'token' }, dialects.svc, deadline)

test('an answer is recorded', async () => {
  const { target, sent } = slowTarget()
  const line = lineOf(target, new AbortController().signal)
  const asked = line.wire.send('GET', '/get/k', [])
  sent[0]!.answer()

  expect(await asked).toMatchObject({ status: 200 })
  expect(line.exchanges).toEqual([await asked])
})

test('nobody waits longer than the deadline, and the record says so', async () => {
  const { target } = slowTarget()
  const deadline = new AbortController()
  const line = lineOf(target, deadline.signal)
  const asked = line.wire.send('GET', '/get/k', [])
  deadline.abort(new Error('50 ms had passed'))

  expect(await asked).toMatchObject({
    request: { target: '/base/get/k' },
    failure: 'expected an answer to GET /get/k, got none: 50 ms had passed',
  })
  expect(line.exchanges).toHaveLength(1)
})

test('after the deadline nothing more is sent', async () => {
  const { target, sent } = slowTarget()
  const line = lineOf(target, AbortSignal.abort(new Error('over')))

  expect(await line.wire.send('GET', '/', [])).toMatchObject({ status: 0 })
  expect(sent).toEqual([])
})

test('a line is idle once all is answered, though nobody waited for it', async () => {
  const { target, sent } = slowTarget()
  const deadline = new AbortController()
  const line = lineOf(target, deadline.signal)
  const asked = line.wire.send('GET', '/', [])
  deadline.abort(new Error('over'))
  await asked
  let idle = false
  const waited = line.idle(60_000).then(() => (idle = true))

  expect(idle).toBe(false)
  sent[0]!.answer()
  await waited
})

test('hanging up breaks off what is still under way', () => {
  const { target, sent } = slowTarget()
  const line = lineOf(target, new AbortController().signal)
  void line.wire.send('GET', '/', [])
  line.hangUp()

  expect(sent[0]!.signal.aborted).toBe(true)
})
