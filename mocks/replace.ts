// Replaces methods of a server, for a fault or for one call. A server consists of parts, for
// example `queue.dlq`.

/**
 * Replacements for members of parts, for example of `queue.dlq.bury`. Each replacement receives the
 * original member and the whole server. Parts call each other through the whole server, so that
 * several replacements work together.
 */
export type Replace<Whole> = {
  readonly [Part in keyof Whole]?: {
    readonly [Member in keyof Whole[Part]]?: (
      original: Whole[Part][Member],
      whole: Whole,
    ) => Whole[Part][Member]
  }
}

/**
 * Applies replacements in order. The function copies the replaced parts and does not change the
 * originals.
 */
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
