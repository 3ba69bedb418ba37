// Functions for a value or a promise. They avoid `await`, because it delays even an available
// value. The delay makes the key-value server several percent slower.

export type Soon<T> = T | Promise<T>

/** Calls `goOn` with a value: at once if the value is available, otherwise when the promise resolves. */
export const whenThere = <T, U>(value: Soon<T>, goOn: (value: T) => Soon<U>): Soon<U> =>
  value instanceof Promise ? value.then(goOn) : goOn(value)

/** Calls `attempt`. Calls `failed` with the exception or rejection of `attempt`. */
export function rescued<T>(attempt: () => Soon<T>, failed: (error: unknown) => Soon<T>): Soon<T> {
  try {
    const value = attempt()
    return value instanceof Promise ? value.catch(failed) : value
  } catch (error) {
    return failed(error)
  }
}
