import { expect, test } from 'vitest'
import { guarded } from './guarded.js'
import { Blocked, NotApplicable } from '../core/judgement.js'

/** A provider that has what its types forbid, as a module in JavaScript may. */
const module = (abilities: object) => guarded({ name: './mine.js', ...abilities })

const endingOf = async (asked: Promise<unknown> | undefined): Promise<unknown> =>
  asked?.catch((error: unknown) => error)

test.each([
  ['nothing', undefined, 'answered undefined when asked for group, expected { remove, … }'],
  ['what cannot be removed', { id: '1' }, 'answered {"id":"1"} when asked for group, expected'],
])('a group that is %s is the mistake of the provider', async (_, value, told) => {
  const ending = await endingOf(module({ group: () => value }).group?.('name', []))

  expect(ending).toBeInstanceOf(Blocked)
  expect((ending as Blocked).message).toContain(`the provider (./mine.js) ${told}`)
})

test.each(['now', 'advance'] as const)(
  'so is an error of its clock, also at once: %s',
  async (name) => {
    const fails = () => {
      throw new TypeError('no clock')
    }
    const { clock } = module({
      clock: { now: async () => 0, advance: async () => {}, [name]: fails },
    })

    expect(await endingOf(name === 'now' ? clock?.now() : clock?.advance(1))).toEqual(
      new Blocked([
        { message: `the provider (./mine.js) failed at clock.${name}: TypeError: no clock` },
      ]),
    )
  },
)

test('what it says of itself passes as it is, and so does what it does right', async () => {
  const reason = new NotApplicable('no groups here')
  const provider = module({
    group: () => Promise.reject(reason),
    readOnlyToken: () => 'token',
    runs: true,
  })

  expect(await endingOf(provider.group?.('name', []))).toBe(reason)
  expect(await provider.readOnlyToken?.()).toBe('token')
  expect(provider.runs).toBe(true)
  expect(provider.clock).toBeUndefined()
})
