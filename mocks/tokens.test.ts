import { expect, test } from 'vitest'
import { startKv, startMock, startQueue } from './index.js'
import { developmentTokens, isDevelopmentToken, isToken } from './tokens.js'

test.each(['a', 'A-1._~+/=', 'a,b;c', crypto.randomUUID()])('%s is a valid token', (text) => {
  expect(isToken(text)).toBe(true)
})

test.each(['', ' ', 'a b', ' a', 'a\t', 'a\n', 'ä', 'a\u00a0b', '\x7f'])(
  'no mock starts with the invalid token %j',
  async (token) => {
    expect(isToken(token)).toBe(false)
    const reason = 'expected a token of ASCII letters, digits and signs, without spaces'
    for (const name of ['kvToken', 'kvReadOnlyToken', 'queueToken'])
      await expect(startMock({ [name]: token })).rejects.toThrow(
        new TypeError(`${name}: ${reason}`),
      )
    await expect(startKv({ token })).rejects.toThrow(TypeError)
    await expect(startKv({ readOnlyToken: token })).rejects.toThrow(TypeError)
    await expect(startQueue({ token })).rejects.toThrow(TypeError)
  },
)

test('a reset of the password rejects an invalid token', async () => {
  const kv = await startKv({ listen: false })
  expect(() => kv.resetPassword({ token: 'a b' })).toThrow(TypeError)
  const response = await kv.fetch('/__mock/kv/reset-password', {
    method: 'POST',
    body: JSON.stringify({ readOnlyToken: 'a b' }),
  })
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      error:
        'expected "readOnlyToken" to be a token of ASCII letters, digits and signs, without spaces',
    },
  ])
  await kv.close()
})

test('development tokens are public, random ones are not', () => {
  for (const token of Object.values(developmentTokens)) expect(isDevelopmentToken(token)).toBe(true)
  expect(isDevelopmentToken(crypto.randomUUID())).toBe(false)
})
