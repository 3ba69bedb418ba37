import { createHash } from 'node:crypto'
import { Receiver } from '@upstash/qstash'
import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { DEVELOPMENT_KEYS, DEVELOPMENT_TOKEN, signature } from './signature.js'
import { KEYS, publishTo, request, testQueue } from '../testing.js'
import { queueHandler } from '../server.js'

const receiver = new Receiver({ currentSigningKey: KEYS.current, nextSigningKey: KEYS.next })

const url = 'http://app.test/a//b?c=%20'

/** What was sent of one publish, and its signature. */
async function sent(headers: Readonly<Record<string, string>> = {}, dialect = dialects.upstash) {
  const { queue, clock } = testQueue({ dialect })
  await queue.publish.send(queue.reading.publication(publishTo(url, headers, 'the body')))
  await clock.runUntilIdle()
  const [attempt] = queue.journal.attempts()
  return attempt!.headers[`${dialect.headerPrefix}Signature`]![0]!
}

test('existing receivers verify what is delivered, its URL and its body', async () => {
  const signature = await sent()
  await expect(receiver.verify({ signature, body: 'the body', url })).resolves.toBe(true)
  await expect(receiver.verify({ signature, body: 'another', url })).rejects.toThrow('body hash')
  await expect(receiver.verify({ signature, body: 'the body', url: `${url}x` })).rejects.toThrow(
    'invalid subject',
  )
})

test('what a client with the development token publishes is signed for it', async () => {
  const signature = await sent({ Authorization: `Bearer ${DEVELOPMENT_TOKEN}` })
  const { current, next } = DEVELOPMENT_KEYS
  const developer = new Receiver({ currentSigningKey: current, nextSigningKey: next })
  await expect(developer.verify({ signature, body: 'the body', url })).resolves.toBe(true)
  await expect(receiver.verify({ signature, body: 'the body', url })).rejects.toThrow()
})

test('a signature holds for five minutes of the time of its receiver', async () => {
  const at = Date.now()
  const signed = { issuer: 'Upstash', url, body: Buffer.from('the body') }
  const verify = (age: number) =>
    receiver.verify({
      // With the second key the receiver tells why it refuses.
      signature: signature({ ...signed, at: at - age }, KEYS.next),
      body: 'the body',
    })
  await expect(verify(299_000)).resolves.toBe(true)
  await expect(verify(301_000)).rejects.toThrow('"exp"')
  await expect(verify(-60_000)).rejects.toThrow('"nbf"')
})

test('the claims say who, where, when and what', async () => {
  const tokens = [await sent({}, dialects.svc), await sent({}, dialects.svc)]
  const [one, other] = tokens.map((token) => {
    const claims = Buffer.from(token.split('.')[1]!, 'base64url').toString()
    return JSON.parse(claims) as Record<string, unknown>
  })
  const iat = one!['iat'] as number
  expect(Math.abs(iat * 1000 - Date.now())).toBeLessThan(60_000)
  expect(one).toEqual({
    iss: 'Svc',
    sub: url,
    iat,
    nbf: iat,
    exp: iat + 300,
    jti: expect.stringMatching(/^jwt_\w+$/) as string,
    body: createHash('sha256').update('the body').digest('base64url'),
  })
  expect(other!['jti']).not.toBe(one!['jti'])
})

test('each token is told the keys that it verifies with', async () => {
  const { queue } = testQueue({ dialect: dialects.upstash })
  const ask = async (headers = {}) =>
    (await queueHandler(queue)(request('GET', '/v2/keys', headers))).body
  expect(await ask()).toBe(JSON.stringify(KEYS))
  expect(await ask({ Authorization: `Bearer ${DEVELOPMENT_TOKEN}` })).toBe(
    JSON.stringify(DEVELOPMENT_KEYS),
  )
})
