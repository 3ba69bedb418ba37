import { expect, test } from 'vitest'
import { eventReader, type ServerSentEvent } from './event-stream.js'

/** Returns the events of a text that is received in pieces of `pieceBytes` bytes. */
function eventsOf(text: string, pieceBytes = Infinity): readonly ServerSentEvent[] {
  const bytes = Buffer.from(text)
  const reader = eventReader()
  const events: ServerSentEvent[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes)
    events.push(...reader.read(bytes.subarray(at, at + pieceBytes)))
  return events
}

test.each<[what: string, text: string, data: string[]]>([
  ['LF ends a line', 'data: a\n\ndata: b\ndata: c\n\n', ['a', 'b\nc']],
  ['CRLF ends a line', 'data: a\r\n\r\ndata: b\r\ndata: c\r\n\r\n', ['a', 'b\nc']],
  ['CR ends a line', 'data: a\r\rdata: b\rdata: c\r\r', ['a', 'b\nc']],
  ['line ends may be mixed', 'data: a\r\n\ndata: b\r\rdata: c\n\r\n', ['a', 'b', 'c']],
  ['Unicode line separators end no line', 'data: a\u2028b\u0085c\vd\n\n', ['a\u2028b\u0085c\vd']],
  ['one space after the colon is skipped', 'data: a\n\n', ['a']],
  ['the space is optional', 'data:a\n\n', ['a']],
  ['a second space is data', 'data:  a\n\n', [' a']],
  ['a tab is data', 'data:\ta\n\n', ['\ta']],
  ['a trailing space is data', 'data: a \n\n', ['a ']],
  ['a second colon is data', 'data: a: b\n\n', ['a: b']],
  ['empty lines of data count', 'data: a\ndata\ndata:\ndata: b\n\n', ['a\n\n\nb']],
  ['data may be empty', 'data:\n\n', ['']],
  ['data may have no colon', 'data\n\n', ['']],
  ['a comment is no event', ': data: a\n\n', []],
  ['a comment between data is skipped', 'data: a\n:\ndata: b\n\n', ['a\nb']],
  ['an event needs data', 'event: a\nid: b\nretry: 1\n\n', []],
  ['unknown fields are skipped', 'Data: a\ndatum: b\n data: c\n\n', []],
  [
    'a byte order mark is skipped only at the beginning',
    '\ufeffdata: a\n\n\ufeffdata: b\n\ndata: \ufeff\n\n',
    ['a', '\ufeff'],
  ],
])('%s', (_, text, data) => {
  expect(eventsOf(text).map((event) => event.data)).toEqual(data)
})

test('an event has its type, the last id of the stream and its lines', () => {
  const events = eventsOf(
    'event: greeting\nid: 7\nretry: 10\ndata: hello\n\nevent\ndata: again\n\nid\ndata: bye\n\n',
  )

  expect(events).toEqual([
    {
      type: 'greeting',
      data: 'hello',
      id: '7',
      lines: ['event: greeting', 'id: 7', 'retry: 10', 'data: hello'],
    },
    { type: 'message', data: 'again', id: '7', lines: ['event', 'data: again'] },
    { type: 'message', data: 'bye', id: '', lines: ['id', 'data: bye'] },
  ])
})

test('a block without data sets the id but not the type of the next event', () => {
  expect(eventsOf('event: a\nid: 1\n\n\n\ndata: b\n\n')).toEqual([
    { type: 'message', data: 'b', id: '1', lines: ['data: b'] },
  ])
})

test('an id with a NUL is ignored', () => {
  expect(eventsOf('id: 1\nid: 2\0\ndata: a\n\n')[0]?.id).toBe('1')
})

test.each([1, 2, 3, 5, 7])('bytes may be received in pieces of %i', (pieceBytes) => {
  const text = ': wait\r\n\r\ndata: ü€🚀, \r\ndata: 👩‍🚀\r\n\r\ndata: b\n\nid: é\rdata: c\r\r'

  expect(eventsOf(text, pieceBytes)).toEqual(eventsOf(text))
})

test('an event is returned with the end of its blank line, not before', () => {
  const reader = eventReader()
  const read = (text: string) => reader.read(Buffer.from(text)).map(({ data }) => data)

  expect(read('data: a\n')).toEqual([])
  expect(read('\n')).toEqual(['a'])
  expect(read('data: b\r')).toEqual([])
  // A CR ends the line. The reader does not wait for an LF.
  expect(read('\n\r')).toEqual(['b'])
  expect(read('\n')).toEqual([])
  expect(read('data: c\r\r')).toEqual(['c'])
})

test.each<[text: string, rest: string[]]>([
  ['', []],
  ['data: a\n\n', []],
  ['data: a\n', ['data: a']],
  ['data: a\ndat', ['data: a', 'dat']],
])('the rest of %j is its lines without a blank line behind them', (text, rest) => {
  const reader = eventReader()
  reader.read(Buffer.from(text))

  expect(reader.rest).toEqual(rest)
})

test('bytes that are not UTF-8 are replaced', () => {
  expect(eventReader().read(Buffer.from('data: \xff\n\n', 'latin1'))[0]?.data).toBe('\ufffd')
})
