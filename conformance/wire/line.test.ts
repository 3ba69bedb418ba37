import { describe, expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { answerTo, type Answer, type Arrival } from './answer.js'
import { textOf, type Exchange } from './exchange.js'
import { lineTo } from './line.js'
import type { RequestSpec, Target } from './target.js'

/** A target that keeps what it is sent, and answers when it is told to. */
function slowTarget() {
  const sent: { spec: RequestSpec; signal: AbortSignal; answer: () => void }[] = []
  const opened: { spec: RequestSpec; signal: AbortSignal; answer: Answer; arrival: Arrival }[] = []
  const target: Target = {
    basePath: '/base',
    close() {},
    open(spec, signal) {
      const hangUp = () => arrival.end({ failure: 'aborted' })
      const { answer, arrival } = answerTo({ ...spec, headers: [], body: Buffer.alloc(0) }, hangUp)
      opened.push({ spec, signal, answer, arrival })
      return answer
    },
    send: (spec, signal) =>
      new Promise<Exchange>((resolve) => {
        const request = { ...spec, headers: [], body: Buffer.alloc(0) }
        const answered = { request, status: 200, headers: [], body: Buffer.alloc(0), durationMs: 1 }
        sent.push({ spec, signal, answer: () => resolve(answered) })
      }),
  }
  return { target, sent, opened }
}

const lineOf = (target: Target, deadline: AbortSignal) =>
  lineTo({ target, token: 'token' }, dialects.svc, deadline, 60_000)

test('an answer is recorded', async () => {
  const { target, sent } = slowTarget()
  const line = lineOf(target, new AbortController().signal)
  const asked = line.wire.send('GET', '/get/k', [])
  sent[0]!.answer()

  expect(await asked).toMatchObject({ status: 200 })
  expect(line.exchanges).toEqual([await asked])
})

test('the record is in the order of what was sent, whatever is answered first', async () => {
  const { target, sent } = slowTarget()
  const line = lineOf(target, new AbortController().signal)
  const asked = ['/a', '/b', '/c'].map((path) => line.wire.send('GET', path, []))
  sent[1]!.answer()
  await asked[1]
  expect(line.exchanges.map(({ request }) => request.target)).toEqual(['/b'])

  sent[0]!.answer()
  await asked[0]
  expect(line.exchanges.map(({ request }) => request.target)).toEqual(['/a', '/b'])
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

test('each request waits for its turn, and is not sent where that comes too late', async () => {
  const { target, sent } = slowTarget()
  const deadline = new AbortController()
  const turns: (() => void)[] = []
  const turn = () => new Promise<void>((resolve) => turns.push(resolve))
  const side = { target, token: 'token' }
  const line = lineTo(side, dialects.svc, deadline.signal, 60_000, turn)
  const asked = ['/a', '/b'].map((path) => line.wire.send('GET', path, []))
  expect(sent).toHaveLength(0)

  turns[0]!()
  await new Promise(setImmediate)
  expect(sent.map(({ spec }) => spec.target)).toEqual(['/a'])
  sent[0]!.answer()
  expect(await asked[0]).toMatchObject({ status: 200 })

  deadline.abort(new Error('over'))
  turns[1]!()
  expect(await asked[1]).toMatchObject({ failure: 'expected an answer to GET /b, got none: over' })
  expect(sent).toHaveLength(1)
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

describe('a stream', () => {
  const beginning = { status: 200, headers: [['Content-Type', 'text/event-stream'] as const] }

  test('is recorded where it was opened, with what had come of it when it was closed', async () => {
    const { target, sent, opened } = slowTarget()
    const line = lineOf(target, new AbortController().signal)
    const opening = line.wire.open('POST', '/monitor', [])
    const asked = line.wire.send('GET', '/get/k', [])
    sent[0]!.answer()
    await asked
    opened[0]!.arrival.begin(beginning)
    const stream = await opening
    opened[0]!.arrival.more(Buffer.from('data: a\n\n'))
    line.closeStreams()
    opened[0]!.arrival.more(Buffer.from('data: b\n\n'))

    expect(line.exchanges).toEqual([stream, await asked])
    expect(stream).toMatchObject({ status: 200, closed: true, failure: undefined })
    expect(textOf(stream)).toBe('data: a\n\n')
  })

  test('does not keep a line from being idle', async () => {
    const { target } = slowTarget()
    const line = lineOf(target, new AbortController().signal)
    void line.wire.open('POST', '/monitor', [])

    await line.idle(60_000)
  })

  test('that had not begun when it was closed has no answer', async () => {
    const { target } = slowTarget()
    const line = lineOf(target, new AbortController().signal)
    const opening = line.wire.open('POST', '/monitor', [])
    line.closeStreams()

    expect(await opening).toMatchObject({
      status: 0,
      closed: false,
      failure: 'expected an answer to POST /monitor, got none: it was not waited for any more',
    })
  })

  test('is not opened after the deadline, nor once the streams were closed', async () => {
    const { target, opened } = slowTarget()
    const late = lineOf(target, AbortSignal.abort(new Error('over')))
    const closed = lineOf(target, new AbortController().signal)
    closed.closeStreams()

    expect((await late.wire.open('POST', '/monitor', [])).failure).toMatch(/got none: over$/)
    expect((await closed.wire.open('POST', '/monitor', [])).failure).toMatch(/is over$/)
    expect(opened).toEqual([])
  })
})
