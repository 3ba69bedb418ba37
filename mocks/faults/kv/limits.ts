// Mistakes under the heading: Limits.

import type { Kv } from '../../kv/kv.js'
import type { Fault } from '../fault.js'

export const limitsFaults: readonly Fault<Kv>[] = [
  {
    name: 'a command may have any size',
    breaks: ['kv.limits.request-size', 'kv.transaction.request-size-discards'],
    apply: (kv) => ({ ...kv, isTooLarge: () => false }),
  },
]
