// Servers made of parts, and how methods of these parts are replaced: by a fault, or for one call.

/**
 * Replacements of members of parts, for example of `queue.dlq.bury`: each is made of the original and of
 * the whole. What both call, they call through the whole, so that several replacements work together.
 */
export type Replace<Whole> = {
  readonly [Part in keyof Whole]?: {
    readonly [Member in keyof Whole[Part]]?: (
      original: Whole[Part][Member],
      whole: Whole,
    ) => Whole[Part][Member]
  }
}

/** Puts the replacements into a whole, one after the other; its parts are copied, not changed. */
export function replaceIn<Whole extends object>(
  whole: Whole,
  replacements: readonly Replace<Whole>[],
): void {
  const parts = whole as Record<string, Record<string, unknown>>
  for (const replacement of replacements) {
    for (const [name, members] of Object.entries(replacement as Replacements)) {
      const part = parts[name]!
      const replaced = Object.entries(members).map(([member, replace]) => [
        member,
        replace(part[member], whole),
      ])
      parts[name] = { ...part, ...(Object.fromEntries(replaced) as Record<string, unknown>) }
    }
  }
}

type Replacements = Readonly<
  Record<string, Readonly<Record<string, (original: unknown, whole: object) => unknown>>>
>
