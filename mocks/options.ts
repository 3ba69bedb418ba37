// That the options of a mock are ones there are: a caller in JavaScript is told nothing by the types.

/** Every option of a type, so that one that is added cannot be forgotten. */
export type Names<Options> = Readonly<Record<keyof Options, true>>

/** Throws a TypeError that names an option which is not among `known`, and those that are. */
export function assertKnown(call: string, options: object, known: Readonly<Record<string, true>>) {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  throw new TypeError(
    `${call} has no option "${unknown}": expected some of ${Object.keys(known).join(', ')}`,
  )
}
