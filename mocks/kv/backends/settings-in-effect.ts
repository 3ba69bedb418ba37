// The settings of CONFIG that change how the embedded engine works.

import type { Sizes } from '../engine/core/sizes.js'
import type { SettingChanged } from '../command/settings/settings.js'

const SIZES: ReadonlyMap<string, keyof Sizes> = new Map([
  ['hash-max-listpack-entries', 'hashFields'],
  ['hash-max-listpack-value', 'hashBytes'],
  ['set-max-intset-entries', 'setIntegers'],
  ['zset-max-listpack-entries', 'sortedSetMembers'],
  ['zset-max-listpack-value', 'sortedSetBytes'],
  ['stream-node-max-entries', 'nodeEntries'],
  ['stream-node-max-bytes', 'nodeBytes'],
  ['hll-sparse-max-bytes', 'sparseBytes'],
])

/** Returns the function that puts changed settings into effect. */
export const putInEffect =
  (sizes: Sizes): SettingChanged =>
  (name, value) => {
    const size = SIZES.get(name)
    if (size !== undefined) sizes[size] = Number(value)
  }
