// The settings of CONFIG that change how the embedded engine works.

import type { Database } from '../engine/core/database.js'
import type { Sizes } from '../engine/core/sizes.js'
import type { ServerSettings, SettingChanged } from '../command/settings/settings.js'

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
  (db: Database, settings: () => ServerSettings): SettingChanged =>
  (name, value) => {
    const size = SIZES.get(name)
    if (size !== undefined) db.sizes[size] = Number(value)
    if (name.startsWith('maxmemory')) db.maxMemory = maxMemoryOf(settings())
  }

/** The mock evicts no keys, so the limit has an effect only if Redis evicts none either. */
function maxMemoryOf(settings: ServerSettings): number {
  if (settings.get('maxmemory-policy') !== 'noeviction') return Infinity
  return Number(settings.get('maxmemory')) || Infinity
}
