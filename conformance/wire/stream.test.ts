import { describe, expect, test } from 'vitest'
import { answerTo } from './answer.js'
import { deadlineAfter } from './deadline.js'
import { textOf } from './exchange.js'
import { readStream } from './stream.js'

const request = { method: 'POST', target: '/base/monitor', headers: [], body: Buffer.alloc(0) }
const spec = { method: 'POST', target: '/monitor' }

/** Returns a stream and functions that create its response. */
function streamOf({ deadline = new AbortController().signal, milliseconds = 30_000 } = {}) {
  const { answer, arrival } = answerTo(request, () => {})
  const stream = readStream(spec, answer, { milliseconds, deadline })
  return {
    stream,
    begin: (type = 'text/event-stream; charset=utf-8') =>
      arrival.begin({ status: 200, headers: [['content-type', type]] }),
    more: (text: string) => arrival.more(Buffer.from(text)),
    end: arrival.end,
  }
}

describe('an answer has begun', () => {
  test('with its head, if it is a stream', async () => {
    const { stream, begin } = streamOf()
    begin()
    await stream.begun()

    expect(stream).toMatchObject({ status: 200, failure: undefined, closed: false })
  })

  test('with its end, if it is no stream', async () => {
    const { stream, begin, more, end } = streamOf()
    const begun = stream.begun().then(() => textOf(stream))
    begin('application/json')
    more('{"error":')
    more('"ERR"}')
    end('whole')

    expect(await begun).toBe('{"error":"ERR"}')
  })

  test('with its first event, if it has another media type', async () => {
    const { stream, begin, more } = streamOf()
    begin('text/plain')
    more('data: a\n\n')
    await stream.begun()

    expect((await stream.next()).data).toBe('a')
  })

  test('or has a failure after the deadline, which closing does not change', async () => {
    const { signal } = deadlineAfter(20)
    const { stream } = streamOf({ deadline: signal, milliseconds: 1 })
    await stream.begun()
    stream.close()

    expect(stream).toMatchObject({
      status: 0,
      closed: false,
      overdue: true,
      failure:
        'expected an answer to POST /monitor, got none: timed out after 20 ms (limit: --timeout)',
    })
  })
})

test('events are read in order, before and after they are received', async () => {
  const { stream, begin, more } = streamOf()
  begin()
  more('data: a\n\ndata: b\n\nda')
  expect((await stream.next()).data).toBe('a')
  expect((await stream.next()).data).toBe('b')
  const third = stream.next()
  more('ta: c\n')
  more('\n')

  expect(await third).toMatchObject({ data: 'c', lines: ['data: c'] })
  expect(textOf(await third)).toBe('c')
  expect(textOf(stream)).toBe('data: a\n\ndata: b\n\ndata: c\n\n')
})

test('events that do not match are skipped, and later ones kept', async () => {
  const { stream, begin, more } = streamOf()
  begin()
  more('data: a\n\n')
  const found = stream.next(({ data }) => data.startsWith('mine'))
  more('data: b\n\ndata: mine 1\n\ndata: c\n\n')

  expect((await found).data).toBe('mine 1')
  expect((await stream.next()).data).toBe('c')
})

test('each event has its own timeout', async () => {
  const { stream, begin, more } = streamOf({ milliseconds: 20 })
  begin()
  more('data: late\n')
  expect((await stream.next()).failure).toBe(
    'expected another event of POST /monitor, got none: timed out after 20 ms (limit: --timeout); ' +
      'the stream stopped at ["data: late"]',
  )

  more('\n')
  expect((await stream.next()).data).toBe('late')
})

test('events need no blank line, if none follows the first one', async () => {
  const { stream, begin, more } = streamOf()
  begin()
  more('data: "OK"\ndata: 1\n')
  expect((await stream.next()).data).toBe('"OK"')
  expect(await stream.next()).toMatchObject({ data: '1', lines: ['data: 1'] })
  more('data: 2\n: comment\ndata: 3\n')
  expect((await stream.next()).data).toBe('2')
  expect((await stream.next()).data).toBe('3')
})

test('a first line that comes in two parts is waited for', async () => {
  const { stream, begin, more } = streamOf({ milliseconds: 400 })
  begin()
  more('data: "O')
  expect((await stream.next()).failure).toContain('timed out after 400 ms')
  more('K"\n')
  expect((await stream.next()).data).toBe('"OK"')
})

test('the end of a stream ends its first event', async () => {
  const { stream, begin, more, end } = streamOf()
  begin()
  more('data: a\n')
  end('whole')
  expect((await stream.next()).data).toBe('a')
})

test('waiting for an event ends at the deadline', async () => {
  const deadline = new AbortController()
  const { stream, begin } = streamOf({ deadline: deadline.signal })
  begin()
  const event = stream.next()
  deadline.abort(new Error('the run was interrupted'))

  expect(await event).toMatchObject({
    failure: expect.stringMatching(/got none: the run was interrupted$/) as unknown,
    overdue: true,
  })
})

test.each([
  ['whole' as const, 'the stream had ended', false],
  [{ failure: 'aborted' }, 'aborted', false],
  ['closed' as const, 'the stream was closed', true],
])('a stream that ended (%j) keeps its events', async (how, why, closed) => {
  const { stream, begin, more, end } = streamOf()
  begin()
  more('data: a\n\n')
  if (how === 'closed') stream.close()
  else end(how)

  expect((await stream.next()).data).toBe('a')
  expect((await stream.next()).failure).toMatch(new RegExp(`got none: ${why}$`))
  expect(stream).toMatchObject({ status: 200, failure: undefined, closed })
})
