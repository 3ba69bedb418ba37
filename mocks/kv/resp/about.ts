// What is known without running it of a command that is about its connection.

import type { CommandInfo } from '../command/command-info.js'

/**
 * Where a command may be sent: by who has not logged in, by who is subscribed, in a transaction
 * (where it runs `at-once` instead of being queued, or not at all).
 */
export type Place = 'stranger' | 'subscriber' | 'at-once' | 'never-queued'

/** Keys that the interface's rules for keys do not look for. */
export const NO_KEYS: CommandInfo['keys'] = { first: 0, last: 0, step: 0 }

export const about = (
  name: string,
  arity: number,
  allowed: readonly Place[],
): CommandInfo & { readonly allowed: readonly Place[] } => ({
  ...{ name, arity, write: false, keys: NO_KEYS },
  allowed,
})
