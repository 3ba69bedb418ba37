// Reports mistakes of a provider module as `Blocked`, because they are neither violations of the
// target nor bugs of this suite.

import { Blocked, NotApplicable } from '../core/judgement.js'
import type { Provider } from './provider.js'

type Act = (...given: never[]) => unknown

/** A description of the expected return value, and a function that checks the value. */
type Expected = readonly [what: string, is: (value: unknown) => boolean]

const isText = (value: unknown): boolean => typeof value === 'string'
const isFunction = (value: unknown): boolean => typeof value === 'function'
const having =
  (name: string, is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    is((value as Readonly<Record<string, unknown>> | null | undefined)?.[name])

const anything: Expected = ['anything', () => true]
const expected: Readonly<Record<string, Expected>> = {
  readOnlyToken: ['a token', isText],
  aclUser: ['a function that removes the user', isFunction],
  resetPassword: ['{ token, … }', having('token', isText)],
  group: ['{ remove, … }', having('remove', isFunction)],
  pastRuns: ['a list of runs', Array.isArray],
  'clock.now': ['a number of milliseconds', Number.isFinite],
}

/**
 * Returns a provider whose abilities reject with `Blocked` if they throw or return an unexpected
 * value.
 */
export function guarded(provider: Provider): Provider {
  const guard = <A extends Act>(ability: string, act: A): A => {
    const blocked = (what: string) =>
      new Blocked([{ message: `the provider (${provider.name}) ${what}` }])
    const guarding = async (...given: Parameters<A>) => {
      const value = await (async () => act(...given))().catch((error: unknown) => {
        if (error instanceof NotApplicable || error instanceof Blocked) throw error
        throw blocked(`failed at ${ability}: ${String(error)}`)
      })
      const [what, is] = expected[ability] ?? anything
      if (!is(value)) throw blocked(`returned ${inJson(value)} instead of ${what} for ${ability}`)
      return value
    }
    return guarding as unknown as A
  }
  const { clock, dailyRequests } = provider
  const functions = Object.entries(provider).filter(
    (entry): entry is [string, Act] => typeof entry[1] === 'function',
  )
  return {
    ...provider,
    ...Object.fromEntries(functions.map(([name, act]) => [name, guard(name, act)])),
    ...(clock && {
      clock: {
        now: guard('clock.now', () => clock.now()),
        advance: guard('clock.advance', (...given) => clock.advance(...given)),
      },
    }),
    ...(dailyRequests && {
      dailyRequests: {
        leave: guard('dailyRequests.leave', (commands) => dailyRequests.leave(commands)),
        restore: () => dailyRequests.restore(),
      },
    }),
  }
}

const inJson = (value: unknown): string => JSON.stringify(value) ?? typeof value
