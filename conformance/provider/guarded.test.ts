import { expect, test } from 'vitest'
import { guarded } from './guarded.js'
import { Blocked, NotApplicable } from '../core/judgement.js'

/** Returns a provider whose abilities may have wrong types, as in a JavaScript module. */
const module = (abilities: object) => guarded({ name: './mine.js', ...abilities })

const errorOf = async (call: Promise<unknown> | undefined): Promise<unknown> =>
  call?.catch((error: unknown) => error)

const fails = () => {
  throw new TypeError('no clock')
}
test.each([
  [
    'returned undefined instead of { remove, … } for group',
    errorOf(module({ group: () => undefined }).group?.('name', [])),
  ],
  [
    'returned {"id":"1"} instead of { remove, … } for group',
    errorOf(module({ group: () => ({ id: '1' }) }).group?.('name', [])),
  ],
  [
    'failed at clock.now: TypeError: no clock',
    errorOf(module({ clock: { now: fails } }).clock?.now()),
  ],
  [
    'failed at clock.advance: TypeError: no clock',
    errorOf(module({ clock: { advance: fails } }).clock?.advance(1)),
  ],
])('a provider that %s blocks the scenario', async (problem, error) => {
  expect(await error).toEqual(new Blocked([{ message: `the provider (./mine.js) ${problem}` }]))
})

test('a correct provider works as it is, and may say that an ability is not applicable', async () => {
  const reason = new NotApplicable('no groups here')
  const provider = module({
    group: () => Promise.reject(reason),
    readOnlyToken: () => 'token',
    runs: true,
  })

  expect(await errorOf(provider.group?.('name', []))).toBe(reason)
  expect(await provider.readOnlyToken?.()).toBe('token')
  expect(provider.runs).toBe(true)
  expect(provider.clock).toBeUndefined()
})
