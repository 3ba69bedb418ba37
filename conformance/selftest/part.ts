// Selects the items of a campaign that one worker runs. Each worker is a project of
// vitest.campaign.config.ts.

import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly part: { readonly index: number; readonly of: number }
  }
}

/** Returns the items that this worker runs. */
export function ownPart<T>(items: readonly T[]): readonly T[] {
  const { index, of } = inject('part')
  return items.filter((_, place) => place % of === index)
}
