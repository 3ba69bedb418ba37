import { describe, expect, test } from 'vitest'
import type { Backend } from './backends/backend.js'
import { createKv } from './kv.js'
import { NIL_ARRAY, OK, type Reply, ReplyError, Status } from './reply.js'

const kv = createKv({ backend: {} as Backend, tokens: { standard: 's', readOnly: 'r' } })

const nested: Reply = [1, ['a', null, [OK, NIL_ARRAY]], new ReplyError('ERR inside')]

describe('an envelope', () => {
  test.each<[Reply, string, string]>([
    ['text', '{"result":"text"}', '{"result":"dGV4dA=="}'],
    ['', '{"result":""}', '{"result":""}'],
    ['"\n\\', '{"result":"\\"\\n\\\\"}', '{"result":"Igpc"}'],
    ['gr\xc3\xbcn', '{"result":"grün"}', '{"result":"Z3LDvG4="}'],
    ['a\xffb', '{"result":"a\ufffdb"}', '{"result":"Yf9i"}'],
    ['\xf0\x9f\x92', '{"result":"\ufffd"}', '{"result":"8J+S"}'],
    ['\xef\xbb\xbfa', '{"result":"\ufeffa"}', '{"result":"77u/YQ=="}'],
    ['OK', '{"result":"OK"}', '{"result":"T0s="}'],
    [OK, '{"result":"OK"}', '{"result":"OK"}'],
    [new Status('PONG'), '{"result":"PONG"}', '{"result":"UE9ORw=="}'],
    [5, '{"result":5}', '{"result":5}'],
    [-9223372036854775807n, '{"result":-9223372036854775807}', '{"result":-9223372036854775807}'],
    [null, '{"result":null}', '{"result":null}'],
    [NIL_ARRAY, '{"result":null}', '{"result":null}'],
    [[], '{"result":[]}', '{"result":[]}'],
    [
      nested,
      '{"result":[1,["a",null,["OK",null]],"ERR inside"]}',
      '{"result":[1,["YQ==",null,["T0s=",null]],"RVJSIGluc2lkZQ=="]}',
    ],
    [new ReplyError('ERR no'), '{"error":"ERR no"}', '{"error":"ERR no"}'],
    [
      new ReplyError("ERR '\xc3\xbc\xff'"),
      `{"error":"ERR 'ü\ufffd'"}`,
      `{"error":"ERR 'ü\ufffd'"}`,
    ],
  ])('of %o is as stated, in JSON and in base64', (reply, json, base64) => {
    expect(kv.envelope(reply, 'json')).toBe(json)
    expect(kv.envelope(reply, 'base64')).toBe(base64)
  })
})

test.each<[Reply, string]>([
  ['text', '$4\r\ntext\r\n'],
  ['', '$0\r\n\r\n'],
  ['\xff\r\n', '$3\r\n\xff\r\n\r\n'],
  [OK, '+OK\r\n'],
  [5, ':5\r\n'],
  [9007199254740993n, ':9007199254740993\r\n'],
  [null, '$-1\r\n'],
  [NIL_ARRAY, '*-1\r\n'],
  [[], '*0\r\n'],
  [nested, '*3\r\n:1\r\n*3\r\n$1\r\na\r\n$-1\r\n*2\r\n+OK\r\n*-1\r\n-ERR inside\r\n'],
  [new ReplyError('ERR a\r\nb'), '-ERR a  b\r\n'],
])('the wire reply of %o is as stated', (reply, bytes) => {
  expect(kv.resp2(reply)).toBe(bytes)
})
