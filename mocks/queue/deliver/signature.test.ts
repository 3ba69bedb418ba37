import { Receiver } from '@upstash/qstash'
import { expect, test, vi } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { queueHandler } from '../server.js'
import { KEYS, publish, request, testQueue } from '../testing.js'
import { DEVELOPMENT_KEYS, DEVELOPMENT_TOKEN, signature } from './signature.js'

const url = 'http://app.test/a//b?c=%20'

test('a signature is valid for 5 minutes of real time', async () => {
  const receiver = new Receiver({ currentSigningKey: KEYS.current, nextSigningKey: KEYS.next })
  const at = Date.now()
  const signed = { issuer: 'Upstash', url, body: Buffer.from('the body') }
  const verify = (age: number) =>
    receiver.verify({
      // The message is signed with the next key, because the receiver reports the error of that key
      // only.
      signature: signature({ ...signed, at: at - age }, KEYS.next),
      body: 'the body',
    })
  await expect(verify(299_000)).resolves.toBe(true)
  await expect(verify(301_000)).rejects.toThrow('"exp"')
  await expect(verify(-60_000)).rejects.toThrow('"nbf"')
})

test('a test that replaces Date can verify the signature', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2025-01-01T12:00:00Z') })
  const { queue, clock } = testQueue({ dialect: dialects.upstash })
  await publish(queue, {}, { to: url, body: 'the body' })
  await clock.runUntilIdle()
  const [attempt] = queue.journal.attempts()
  const receiver = new Receiver({ currentSigningKey: KEYS.current, nextSigningKey: KEYS.next })
  const signature = attempt!.headers['Upstash-Signature']![0]!

  await expect(receiver.verify({ signature, body: 'the body' })).resolves.toBe(true)
  vi.useRealTimers()
})

test('GET /v2/keys returns the keys that verify deliveries of that token', async () => {
  const { queue } = testQueue({ dialect: dialects.upstash })
  const keys = async (headers = {}) =>
    (await queueHandler(queue)(request('GET', '/v2/keys', headers))).body
  expect(await keys()).toBe(JSON.stringify(KEYS))
  expect(await keys({ Authorization: `Bearer ${DEVELOPMENT_TOKEN}` })).toBe(
    JSON.stringify(DEVELOPMENT_KEYS),
  )
})
