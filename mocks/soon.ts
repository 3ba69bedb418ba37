// What is there at once or later. An `await` puts off what is there too, and every answer that is put
// off costs a server that does little else some percent of its speed.

export type Soon<T> = T | Promise<T>

/** Goes on with a value: at once, where it is there. */
export const whenThere = <T, U>(value: Soon<T>, goOn: (value: T) => Soon<U>): Soon<U> =>
  value instanceof Promise ? value.then(goOn) : goOn(value)

/** What an attempt comes to; where it fails, now or later, what `failed` makes of that. */
export function rescued<T>(attempt: () => Soon<T>, failed: (error: unknown) => Soon<T>): Soon<T> {
  try {
    const value = attempt()
    return value instanceof Promise ? value.catch(failed) : value
  } catch (error) {
    return failed(error)
  }
}
