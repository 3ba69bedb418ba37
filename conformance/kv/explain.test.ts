import { expect, test } from 'vitest'
import { exchangeOf, serve } from '../wire/testing.js'
import { explaining } from './explain.js'

const nowhere = { url: 'http://127.0.0.1:9', token: 'token' }

const exchange = (target: string, request: string, response: string, status = 200) =>
  exchangeOf({
    request: { method: 'POST', target, headers: [], body: Buffer.from(request) },
    status,
    body: Buffer.from(response),
  })

test.each<[request: [target: string, body: string], response: string, rule: string | undefined]>([
  [['/', '["LRANGE","k","0","-1"]'], '{"result":"a"}', 'kv.envelope.result-array'],
  [['/', '["lrange","k","0","-1"]'], '{"result":["b"]}', undefined],
  [['/LRANGE/k/0/-1', ''], '{"result":null}', 'kv.envelope.result-array'],
  [['/ECHO', 'null'], '{"result":null}', 'kv.envelope.result-string'],
  [['/', '["ECHO","a"]'], '{"result":"b"}', undefined],
  [['/', '["INCR","k"]'], '{"result":"1"}', 'kv.envelope.result-integer'],
  [['/', '["GET"]'], '{"result":null}', 'kv.errors.wrong-argument-count'],
  [['/', '["GET","k"]'], '{"result":null}', undefined],
  [['/', '["GET"]'], '{"error":"ERR"}', undefined],
  [['/pipeline', '[["DEL","k"]]'], '[]', undefined],
  [['/', '{"not":"a command"}'], '{"result":1}', undefined],
  [['/FROB/k', ''], '{"result":{}}', undefined],
  [['/', '["INCR","k"]'], 'no JSON', undefined],
])('%j answered %s violates %s', async ([target, body], response, rule) => {
  const explain = explaining(nowhere, () => 'token')
  expect((await explain(exchange(target, body, response), true))?.rule).toBe(rule)
})

test('a refusal in upper case is explained if the target accepts lower case alone', async () => {
  const explain = async (accepted: RegExp) => {
    const url = await serve(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      response.end(accepted.test(body) ? '{"result":"PONG"}' : '{"error":"ERR unknown command"}')
    })
    const refused = exchange('/', '["SET","k","v"]', '{"error":"ERR unknown command"}', 400)
    return explaining({ url, token: 'token' }, () => 'token')(refused, false)
  }
  expect((await explain(/ping/))?.rule).toBe('kv.commands.upper-case')
  expect(await explain(/ping/i)).toBeUndefined()
  expect(await explain(/nothing/)).toBeUndefined()
})
