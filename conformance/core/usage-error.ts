/** A mistake of the caller. The message says what is wrong, where, and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
