// The types and remaining times of the keys in the list. Only those of visible rows are read.

import { useEffect, useState } from 'preact/hooks'
import { changes, resets } from './feed.ts'
import { metaOf, type Key, type Meta } from './key-data.ts'
import { createStore } from './store.ts'

/** The types and remaining times of the rows that were visible so far. */
const metas = createStore<ReadonlyMap<string, Meta>>(new Map())

resets.subscribe(() => metas.set(new Map()))

let wanted = new Map<string, Key>()

/** Reads the types of all rows that asked in the same frame. */
async function readWanted(): Promise<void> {
  const keys = Array.from(wanted.values())
  wanted = new Map()
  const read = await metaOf(keys).catch(() => undefined)
  const known = metas.get()
  const isNew = (key: Key, at: number) => {
    const { type, ttl } = known.get(key.base64) ?? {}
    return type !== read![at]!.type || ttl !== read![at]!.ttl
  }
  if (read?.length && keys.some(isNew))
    metas.set(new Map([...metas.get(), ...keys.map((key, at) => [key.base64, read[at]!] as const)]))
}

function want(key: Key): void {
  if (wanted.size === 0) requestAnimationFrame(() => void readWanted())
  wanted.set(key.base64, key)
}

/** Returns the type and the remaining time of a key. Reads them again after each change. */
export function useMeta(key: Key): Meta | undefined {
  const [meta, setMeta] = useState(() => metas.get().get(key.base64))
  useEffect(() => {
    want(key)
    const stops = [
      changes.subscribe(() => want(key)),
      metas.subscribe(() => setMeta(metas.get().get(key.base64))),
    ]
    return () => stops.forEach((stop) => stop())
  }, [key.base64])
  return meta
}
