// The error of a call to a mock that has ended.

/** Throws an Error if the mock has ended. */
export function assertOpen(isClosed: boolean): void {
  if (isClosed) throw new Error('the mock is closed: start another one')
}
