import { expect, test } from 'vitest'
import { ReplyReader, UnreadableReply } from './replies.js'
import { NIL_ARRAY, OK, type Reply, ReplyError, Status } from '../reply.js'

/** Parses bytes that arrive in packets of `size` bytes. */
function read(bytes: string, size = bytes.length): Reply[] {
  const replies: Reply[] = []
  const reader = new ReplyReader((reply) => replies.push(reply))
  for (let at = 0; at < bytes.length; at += size) reader.put(bytes.slice(at, at + size))
  return replies
}

const ALL =
  '+OK\r\n-ERR no\r\n:-1\r\n:9223372036854775807\r\n$2\r\n\xff\n\r\n$0\r\n\r\n$-1\r\n*-1\r\n*0\r\n' +
  '*3\r\n*2\r\n:1\r\n*1\r\n+a\r\n$-1\r\n*1\r\n*-1\r\n+end\r\n'

test.each([1, 2, 3, 5, 8, 1000])('every type is parsed from packets of %i bytes', (size) => {
  expect(read(ALL, size)).toEqual([
    OK,
    new ReplyError('ERR no'),
    -1,
    9223372036854775807n,
    '\xff\n',
    '',
    null,
    NIL_ARRAY,
    [],
    [[1, [new Status('a')]], null, [NIL_ARRAY]],
    new Status('end'),
  ])
})

test('arrays nested 100,000 deep are parsed', () => {
  let [reply] = read('*1\r\n'.repeat(100_000) + ':7\r\n') as [Reply]
  while (Array.isArray(reply)) reply = (reply as Reply[])[0]!

  expect(reply).toBe(7)
})

test('a large string is not copied for each packet', () => {
  const [length, size] = [64 * 2 ** 20, 2 ** 12]
  const packet = 'x'.repeat(size)
  const replies: Reply[] = []
  const reader = new ReplyReader((reply) => replies.push(reply))
  reader.put(`$${length}\r\n`)
  for (let put = 0; put < length; put += size) reader.put(packet)
  reader.put('\r\n')

  expect((replies[0] as string).length).toBe(length)
})

test.each([
  ['HTTP/1.1 400 Bad Request\r\n', 'HTTP/1.1 400 Bad'],
  ['\x15\x03\x01', '\x15\x03\x01'],
  ['hello', 'hello'],
  ['%1\r\n', '%1\r\n'],
  ['$x\r\n', 'x'],
  ['$-2\r\n', '-2'],
  ['$999999999\r\n', '999999999'],
  ['*9999999999\r\n', '9999999999'],
  [':\r\n', ':'],
  [':one\r\n', ':one'],
  ['*2\r\n+a\r\n!', '!'],
])('%j is not a reply', (bytes, message) => {
  expect(() => read(bytes)).toThrow(new UnreadableReply(message))
})
