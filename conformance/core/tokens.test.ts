import { expect, test, vi } from 'vitest'
import type { KvTokens } from '../provider/provider.js'
import { tokenBook } from './tokens.js'

const initial = { SVC_KV_TOKEN: 'first-token' }
const readOnlyToken = async () => 'first-read-only'

test('every token that comes up is left out of the reports', async () => {
  const fresh = { token: 'second-token', readOnlyToken: 'second-read-only' }
  const book = tokenBook({ readOnlyToken, resetPassword: async () => fresh }, initial)
  await book.abilities.readOnlyToken?.()
  await book.abilities.resetPassword?.()
  book.keep('SVC_KV_ACL_TOKEN', 'acl-token')

  const all = 'first-token first-read-only second-token second-read-only acl-token'
  expect(book.redactor().text(all)).toBe(
    '<SVC_KV_TOKEN> <SVC_KV_READONLY_TOKEN> <SVC_KV_TOKEN> <SVC_KV_READONLY_TOKEN> <SVC_KV_ACL_TOKEN>',
  )
})

test('after a reset of the password its tokens count, until the first ones are back', async () => {
  const fresh = { token: 'second-token', readOnlyToken: 'second-read-only' }
  const resetPassword = vi.fn(async (wanted?: KvTokens) => wanted ?? fresh)
  const book = tokenBook({ readOnlyToken, resetPassword }, initial)
  expect(book.kvToken()).toBe('first-token')

  await book.abilities.resetPassword?.()
  expect(book.kvToken()).toBe('second-token')
  expect(await book.abilities.readOnlyToken?.()).toBe('second-read-only')

  await book.restore()
  expect(resetPassword).toHaveBeenLastCalledWith({
    token: 'first-token',
    readOnlyToken: 'first-read-only',
  })
  expect(book.kvToken()).toBe('first-token')
  expect(await book.abilities.readOnlyToken?.()).toBe('first-read-only')
})

test('where the first ones do not come back, the new ones go on', async () => {
  const fresh = ['second-token', 'third-token']
  const resetPassword = async () => ({ token: fresh.shift()! })
  const book = tokenBook({ resetPassword }, initial)
  await book.abilities.resetPassword?.()
  await book.restore()

  expect(book.kvToken()).toBe('third-token')
})

test('what was not reset is not restored', async () => {
  const resetPassword = vi.fn(async () => ({ token: 'other' }))
  await tokenBook({ resetPassword }, initial).restore()

  expect(resetPassword).not.toHaveBeenCalled()
})
