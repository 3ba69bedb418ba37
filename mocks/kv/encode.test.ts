import { expect, test } from 'vitest'
import { envelope, resp2 as encodeResp2 } from './encode.js'
import { NIL_ARRAY, OK, type Reply, ReplyError } from './reply.js'
import { kvOn } from './testing.js'

const kv = kvOn()

// Tests the encodings directly. The scenarios check the replies that every server has.
test.each<[reply: Reply, json: string, base64: string, resp2: string]>([
  [
    [1, ['a', null, [OK, NIL_ARRAY]], new ReplyError('ERR inside')],
    '{"result":[1,["a",null,["OK",null]],"ERR inside"]}',
    '{"result":[1,["YQ==",null,["T0s=",null]],"RVJSIGluc2lkZQ=="]}',
    '*3\r\n:1\r\n*3\r\n$1\r\na\r\n$-1\r\n*2\r\n+OK\r\n*-1\r\n-ERR inside\r\n',
  ],
  ['\xf0\x9f\x92', '{"result":"\ufffd"}', '{"result":"8J+S"}', '$3\r\n\xf0\x9f\x92\r\n'],
  ['\xef\xbb\xbfa', '{"result":"\ufeffa"}', '{"result":"77u/YQ=="}', '$4\r\n\xef\xbb\xbfa\r\n'],
  ['OK', '{"result":"OK"}', '{"result":"T0s="}', '$2\r\nOK\r\n'],
  [-9007199254740993n, ...same('{"result":-9007199254740993}'), ':-9007199254740993\r\n'],
  [NIL_ARRAY, ...same('{"result":null}'), '*-1\r\n'],
  [new ReplyError('ERR a\r\n\xff'), ...same('{"error":"ERR a\\r\\n\ufffd"}'), '-ERR a  \xff\r\n'],
])('%o is encoded in JSON, with base64 and in RESP2', (reply, json, base64, resp2) => {
  expect(envelope(kv, reply, 'json')).toBe(json)
  expect(envelope(kv, reply, 'base64')).toBe(base64)
  expect(encodeResp2(reply)).toBe(resp2)
})

function same(envelope: string): [string, string] {
  return [envelope, envelope]
}
