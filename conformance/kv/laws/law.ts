// Defines the laws of the key-value interface.

import { lawsOf } from '../../core/law.js'
import type { KvWorld } from '../fixtures/world.js'

/** Gives each case keys of its own, which are deleted at the end of the run. */
const enter = (world: KvWorld, label: string): KvWorld => {
  const keyOf = (other: string) => world.lasting.keyOf(`${world.id}-${label}-${other}`)
  return {
    ...world,
    keyOf,
    id: `${world.id}-${label}`,
    get key() {
      return keyOf('key')
    },
  }
}

export const law = lawsOf<KvWorld>('kv', enter)
