import { describe, expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { answerTo, type PartialResponse, type Arrival } from './answer.js'
import { textOf, type Exchange } from './exchange.js'
import { lineTo } from './line.js'
import type { RequestSpec, Target } from './target.js'
import { exchangeOf } from './testing.js'

/** Returns a target that records requests and responds when the test calls `answer`. */
function slowTarget() {
  const sent: { spec: RequestSpec; signal: AbortSignal; answer: () => void }[] = []
  const opened: { answer: PartialResponse; arrival: Arrival }[] = []
  const requestOf = (spec: RequestSpec) => ({ ...spec, headers: [], body: Buffer.alloc(0) })
  const target: Target = {
    basePath: '/base',
    close() {},
    open(spec) {
      const hangUp = () => arrival.end({ failure: 'aborted' })
      const { answer, arrival } = answerTo(requestOf(spec), hangUp)
      opened.push({ answer, arrival })
      return answer
    },
    send: (spec, signal) =>
      new Promise<Exchange>((resolve) => {
        const answer = () => resolve(exchangeOf({ request: requestOf(spec) }))
        sent.push({ spec, signal, answer })
      }),
  }
  return { target, sent, opened }
}

const { signal: forever } = new AbortController()
const lineOf = (target: Target, deadline = forever) =>
  lineTo({ target, token: 'token' }, dialects.svc, deadline, 60_000)

test('exchanges are recorded in the order of sending', async () => {
  const { target, sent } = slowTarget()
  const line = lineOf(target)
  const answers = ['/a', '/b', '/c'].map((path) => line.wire.send('GET', path, []))
  for (const index of [1, 0]) {
    sent[index]!.answer()
    await answers[index]
  }

  expect(line.exchanges).toEqual([await answers[0], await answers[1]])
})

test('a request whose turn comes after the deadline is not sent', async () => {
  const { target, sent } = slowTarget()
  const deadline = new AbortController()
  const turns: (() => void)[] = []
  const turn = () => new Promise<void>((resolve) => turns.push(resolve))
  const side = { target, token: 'token' }
  const line = lineTo(side, dialects.svc, deadline.signal, 60_000, turn)
  const answers = ['/a', '/b'].map((path) => line.wire.send('GET', path, []))
  expect(sent).toHaveLength(0)

  turns[0]!()
  await new Promise(setImmediate)
  sent[0]!.answer()
  expect(await answers[0]).toMatchObject({ status: 200 })

  deadline.abort(new Error('over'))
  turns[1]!()
  expect(await answers[1]).toMatchObject({
    request: { target: '/base/b' },
    failure: 'expected an answer to GET /b, got none: over',
  })
  expect(sent).toHaveLength(1)
})

test('hanging up aborts the requests in flight', () => {
  const { target, sent } = slowTarget()
  const line = lineOf(target)
  void line.wire.send('GET', '/', [])
  line.hangUp()

  expect(sent[0]!.signal.aborted).toBe(true)
})

describe('a stream', () => {
  test('is recorded where it was opened, with the body received until it was closed', async () => {
    const { target, sent, opened } = slowTarget()
    const line = lineOf(target)
    const opening = line.wire.open('POST', '/monitor', [])
    const answer = line.wire.send('GET', '/get/k', [])
    sent[0]!.answer()
    await answer
    const { arrival } = opened[0]!
    arrival.begin({ status: 200, headers: [['Content-Type', 'text/event-stream']] })
    const stream = await opening
    arrival.more(Buffer.from('data: a\n\n'))
    line.closeStreams()
    arrival.more(Buffer.from('data: b\n\n'))

    expect(line.exchanges).toEqual([stream, await answer])
    expect(stream).toMatchObject({ status: 200, closed: true, failure: undefined })
    expect(textOf(stream)).toBe('data: a\n\n')
  })

  test('waits longer for an event if the target responds slowly', async () => {
    const { target, sent, opened } = slowTarget()
    const line = lineTo({ target, token: 'token' }, dialects.svc, forever, 1)
    const opening = line.wire.open('POST', '/monitor', [])
    opened[0]!.arrival.begin({ status: 200, headers: [['Content-Type', 'text/event-stream']] })
    const stream = await opening
    expect((await stream.next()).failure).toContain('timed out after 1 ms')

    const answer = line.wire.send('GET', '/get/k', [])
    await new Promise((resolve) => setTimeout(resolve, 20))
    sent[0]!.answer()
    await answer
    const timeout = /timed out after ([\d.]+) ms/.exec((await stream.next()).failure ?? '')
    expect(Number(timeout?.[1])).toBeGreaterThanOrEqual(4 * 19)
  })

  test('that is closed before its answer began has a failure', async () => {
    const line = lineOf(slowTarget().target)
    const opening = line.wire.open('POST', '/monitor', [])
    await line.idle(60_000)
    line.closeStreams()

    expect(await opening).toMatchObject({
      status: 0,
      closed: false,
      failure: 'expected an answer to POST /monitor, got none: the scenario stopped waiting',
    })
  })

  test('is not opened after the deadline or after the streams were closed', async () => {
    const { target, opened } = slowTarget()
    const late = lineOf(target, AbortSignal.abort(new Error('over')))
    const closed = lineOf(target)
    closed.closeStreams()

    expect((await late.wire.open('POST', '/monitor', [])).failure).toMatch(/got none: over$/)
    expect((await closed.wire.open('POST', '/monitor', [])).failure).toMatch(/has ended$/)
    expect(opened).toEqual([])
  })
})
