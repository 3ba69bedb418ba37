import { expect, test } from 'vitest'
import { answerTo } from './answer.js'
import { textOf, type HeaderLines } from './exchange.js'
import { readStream } from './stream.js'

const request = { method: 'POST', target: '/base/monitor', headers: [], body: Buffer.alloc(0) }
const spec = { method: 'POST', target: '/monitor' }

/** A stream whose answer a test makes, read with patience until `deadline`, and half a minute a time. */
function streamOf(deadline = new AbortController().signal, milliseconds = 30_000) {
  const { answer, arrival } = answerTo(request, () => {})
  const stream = readStream(spec, answer, { milliseconds, deadline })
  const head = (type: string): { status: number; headers: HeaderLines } => ({
    status: 200,
    headers: [['content-type', type]],
  })
  return {
    stream,
    begin: (type = 'text/event-stream; charset=utf-8') => arrival.begin(head(type)),
    more: (text: string) => arrival.more(Buffer.from(text)),
    end: arrival.end,
  }
}

test('a stream has begun with its head', async () => {
  const { stream, begin } = streamOf()
  const begun = stream.begun()
  begin()
  await begun

  expect(stream).toMatchObject({ status: 200, failure: undefined, closed: false })
})

test('an answer that is no stream has begun when it is whole', async () => {
  const { stream, begin, more, end } = streamOf()
  const begun = stream.begun().then(() => textOf(stream))
  begin('application/json')
  more('{"error":')
  more('"ERR"}')
  end('whole')

  expect(await begun).toBe('{"error":"ERR"}')
})

test('an answer of another type has begun with its first event', async () => {
  const { stream, begin, more } = streamOf()
  const begun = stream.begun()
  begin('text/plain')
  more('data: a\n\n')
  await begun

  expect((await stream.next()).data).toBe('a')
})

test('events are read in their order, whether they were there before or come', async () => {
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

test('what does not fit is passed over, and what follows is kept', async () => {
  const { stream, begin, more } = streamOf()
  begin()
  more('data: a\n\n')
  const found = stream.next(({ data }) => data.startsWith('mine'))
  more('data: b\n\ndata: mine 1\n\ndata: c\n\n')

  expect((await found).data).toBe('mine 1')
  expect((await stream.next()).data).toBe('c')
})

test('an event that does not come is waited for as long as there is patience', async () => {
  const { stream, begin, more } = streamOf(undefined, 20)
  begin()
  more('data: unended\n')

  expect((await stream.next()).failure).toBe(
    'expected another event of POST /monitor, got none: 20 ms had passed; ' +
      'no blank line ended ["data: unended"]',
  )
})

test('patience that is over once is there again for the next event', async () => {
  const { stream, begin, more } = streamOf(undefined, 20)
  begin()
  await stream.next()
  more('data: late\n\n')

  expect((await stream.next()).data).toBe('late')
})

test('nothing is waited for beyond the deadline', async () => {
  const deadline = new AbortController()
  const { stream, begin } = streamOf(deadline.signal)
  begin()
  const event = stream.next()
  deadline.abort(new Error('the run was interrupted'))

  expect((await event).failure).toMatch(/got none: the run was interrupted$/)
})

test('an answer that does not begin has a failure, which closing does not change', async () => {
  const { stream } = streamOf(undefined, 20)
  await stream.begun()
  stream.close()

  expect(stream).toMatchObject({
    status: 0,
    closed: false,
    failure: 'expected an answer to POST /monitor, got none: 20 ms had passed',
  })
})

test.each([
  ['whole' as const, 'it had ended'],
  [{ failure: 'aborted' }, 'aborted'],
])('the events of a stream that ended are there, and no other: %j', async (how, why) => {
  const { stream, begin, more, end } = streamOf()
  begin()
  more('data: a\n\n')
  end(how)

  expect((await stream.next()).data).toBe('a')
  expect((await stream.next()).failure).toMatch(new RegExp(`got none: ${why}$`))
  expect(stream).toMatchObject({ status: 200, failure: undefined, closed: false })
})

test('closing a stream is no failure of it', async () => {
  const { stream, begin, more } = streamOf()
  begin()
  more('data: a\n\n')
  stream.close()

  expect(stream).toMatchObject({ status: 200, failure: undefined, closed: true })
  expect((await stream.next()).data).toBe('a')
  expect((await stream.next()).failure).toMatch(/got none: it was closed$/)
})
