import { expect, test } from 'vitest'
import { startKv, startMock, startQueue } from './index.js'
import { isToken, tokenForm } from './tokens.js'

test.each(['a', 'A-1._~+/=', 'a,b;c', crypto.randomUUID()])('%s is a valid token', (text) => {
  expect(isToken(text)).toBe(true)
})

test.each(['', ' a', 'a\n', 'ä', '\x7f'])(
  'no mock starts with the invalid token %j',
  async (token) => {
    expect(isToken(token)).toBe(false)
    for (const name of ['kvToken', 'kvReadOnlyToken', 'queueToken'])
      await expect(startMock({ [name]: token })).rejects.toThrow(
        new TypeError(`${name}: expected ${tokenForm}`),
      )
    for (const refused of [
      startKv({ token }),
      startKv({ readOnlyToken: token }),
      startQueue({ token }),
    ])
      await expect(refused).rejects.toThrow(TypeError)
  },
)

test('no mock starts with one token for both of the key-value interface', async () => {
  const refused = /^the Standard token and the Read Only token are the same: give/
  await expect(startKv({ token: 'a', readOnlyToken: 'a' })).rejects.toThrow(refused)
  await expect(startMock({ kvToken: 'a', kvReadOnlyToken: 'a' })).rejects.toThrow(refused)
})

test('a reset of the password rejects an invalid token', async () => {
  const kv = await startKv({ listen: false })
  expect(() => kv.resetPassword({ token: 'a b' })).toThrow(TypeError)
  const response = await kv.fetch('/__mock/kv/reset-password', {
    method: 'POST',
    body: JSON.stringify({ readOnlyToken: 'a b' }),
  })
  const error = `expected "readOnlyToken" to be ${tokenForm}`
  expect([response.status, await response.json()]).toEqual([400, { error }])
  await kv.close()
})
