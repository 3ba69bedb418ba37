import { expect, test } from 'vitest'
import { eventReader, type ServerSentEvent } from './event-stream.js'

/** The events in a text, which comes in pieces of so many bytes; in one piece unless told. */
function eventsOf(text: string, pieceBytes = Infinity): readonly ServerSentEvent[] {
  const bytes = Buffer.from(text)
  const reader = eventReader()
  const events: ServerSentEvent[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes)
    events.push(...reader.read(bytes.subarray(at, at + pieceBytes)))
  return events
}

const dataOf = (text: string) => eventsOf(text).map(({ data }) => data)

test.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('lines end in %s', (_, end) => {
  expect(dataOf(`data: a${end}${end}data: b${end}data: c${end}${end}`)).toEqual(['a', 'b\nc'])
})

test('lines of one stream may end in different ways', () => {
  expect(dataOf('data: a\r\n\ndata: b\r\rdata: c\n\r\n')).toEqual(['a', 'b', 'c'])
})

test.each<[what: string, block: string, data: string[]]>([
  ['one space after the colon is not data', 'data: a', ['a']],
  ['none is needed', 'data:a', ['a']],
  ['a second one is', 'data:  a', [' a']],
  ['nor is a tab a space', 'data:\ta', ['\ta']],
  ['a space at the end is', 'data: a ', ['a ']],
  ['a colon in the data is', 'data: a: b', ['a: b']],
  ['several lines are one event', 'data: a\ndata: b', ['a\nb']],
  ['an empty line of data is one', 'data: a\ndata\ndata:\ndata: b', ['a\n\n\nb']],
  ['data may be empty', 'data:', ['']],
  ['data may have no colon', 'data', ['']],
  ['a comment is none', ': data: a', []],
  ['a comment among data is none', 'data: a\n:\ndata: b', ['a\nb']],
  ['other fields are none', 'event: a\nid: b\nretry: 1', []],
  ['unknown fields are none', 'Data: a\ndatum: b\n data: c', []],
])('%s', (_, block, data) => {
  expect(dataOf(`${block}\n\n`)).toEqual(data)
})

test('the other fields say what an event is', () => {
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

test('what came without data is no part of the next event', () => {
  expect(eventsOf('event: a\nid: 1\n\n\n\ndata: b\n\n')).toEqual([
    { type: 'message', data: 'b', id: '1', lines: ['data: b'] },
  ])
})

test('an id with a zero in it is none', () => {
  expect(eventsOf('id: 1\nid: 2\0\ndata: a\n\n')[0]?.id).toBe('1')
})

test('a byte order mark is nothing at the beginning, and a character elsewhere', () => {
  expect(dataOf('\ufeffdata: a\n\n\ufeffdata: b\n\ndata: \ufeff\n\n')).toEqual(['a', '\ufeff'])
})

test('a line separator of Unicode ends no line', () => {
  expect(dataOf('data: a\u2028b\u0085c\vd\n\n')).toEqual(['a\u2028b\u0085c\vd'])
})

test.each([1, 2, 3, 5, 7])('bytes may come in pieces of %i', (pieceBytes) => {
  const text = ': wait\r\n\r\ndata: ü€🚀, \r\ndata: 👩‍🚀\r\n\r\ndata: b\n\nid: é\rdata: c\r\r'

  expect(eventsOf(text, pieceBytes)).toEqual(eventsOf(text))
})

test('an event is there with the end of its blank line, and not before', () => {
  const reader = eventReader()
  const read = (text: string) => reader.read(Buffer.from(text)).map(({ data }) => data)

  expect(read('data: a\n')).toEqual([])
  expect(read('\n')).toEqual(['a'])
  expect(read('data: b\r')).toEqual([])
  // Whether an LF follows need not be known.
  expect(read('\n\r')).toEqual(['b'])
  expect(read('\n')).toEqual([])
  expect(read('data: c\r\r')).toEqual(['c'])
})

test.each<[text: string, rest: string[]]>([
  ['', []],
  ['data: a\n\n', []],
  ['data: a\n', ['data: a']],
  ['data: a\ndat', ['data: a', 'dat']],
])('the rest of %j is what no blank line has ended', (text, rest) => {
  const reader = eventReader()
  reader.read(Buffer.from(text))

  expect(reader.rest).toEqual(rest)
})

test('bytes that are no UTF-8 are replaced', () => {
  expect(eventReader().read(Buffer.from('data: \xff\n\n', 'latin1'))[0]?.data).toBe('\ufffd')
})

test('a megabyte that comes byte by byte is read', () => {
  const reader = eventReader()
  reader.read(Buffer.from('data: '))
  const byte = Buffer.from('x')
  for (let count = 0; count < 1_000_000; count++) reader.read(byte)

  expect(reader.read(Buffer.from('\n\n'))[0]?.data).toHaveLength(1_000_000)
})
