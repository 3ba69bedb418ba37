// A mistake in how a run was asked for, as opposed to one of the target or of ours.

/** Its message says what is wrong, where, and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
