// Values or promises. An `await` delays an available value too, which costs the key-value server
// some percent of its speed.

export type Soon<T> = T | Promise<T>

/** Calls `goOn` with a value, at once if it is available. */
export const whenThere = <T, U>(value: Soon<T>, goOn: (value: T) => Soon<U>): Soon<U> =>
  value instanceof Promise ? value.then(goOn) : goOn(value)

/** Calls `attempt`, and `failed` with its exception or rejection. */
export function rescued<T>(attempt: () => Soon<T>, failed: (error: unknown) => Soon<T>): Soon<T> {
  try {
    const value = attempt()
    return value instanceof Promise ? value.catch(failed) : value
  } catch (error) {
    return failed(error)
  }
}
