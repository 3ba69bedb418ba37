// What an operator's provider does wrong, told as its own mistake: it is neither a verdict on the
// target nor a bug of ours, and blocks the scenario that depends on it.

import { Blocked, NotApplicable } from '../core/judgement.js'
import type { Provider } from './provider.js'

type Act = (...given: never[]) => unknown

/** What an ability is to answer, in words, and whether something is that. */
type Answers = readonly [what: string, is: (value: unknown) => boolean]

const isText = (value: unknown): boolean => typeof value === 'string'
const isFunction = (value: unknown): boolean => typeof value === 'function'
const having =
  (name: string, is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    is((value as Readonly<Record<string, unknown>> | null | undefined)?.[name])

const anything: Answers = ['anything', () => true]
const answers: Readonly<Record<string, Answers>> = {
  readOnlyToken: ['a token', isText],
  aclUser: ['a function that removes the user', isFunction],
  resetPassword: ['{ token, … }', having('token', isText)],
  group: ['{ remove, … }', having('remove', isFunction)],
  pastRuns: ['a list of runs', Array.isArray],
  'clock.now': ['a number of milliseconds', Number.isFinite],
}

/**
 * The provider with abilities that reject with `Blocked`, naming the provider and the ability, where
 * they throw or answer what they are not to. `NotApplicable` and `Blocked` pass as they are.
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
      const [what, is] = answers[ability] ?? anything
      if (!is(value))
        throw blocked(`answered ${told(value)} when asked for ${ability}, expected ${what}`)
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

const told = (value: unknown): string => JSON.stringify(value) ?? typeof value
