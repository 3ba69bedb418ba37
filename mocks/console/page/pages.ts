// Lists that the page reads in parts, newest first.

import { useRef } from 'preact/hooks'
import { get } from './api.ts'
import { resets } from './feed.ts'
import { useQuery } from './query.ts'
import { useStore } from './store.ts'

/** The maximum number of items of a list on the page. */
const MOST = 100_000

/**
 * Returns the items of a control route, newest first. Reads all parts once, and then only the newest
 * part again.
 *
 * @param name the name of the list in the response
 * @param keyOf returns the key of an item, which stays the same
 */
export function usePages<Item>(
  route: string,
  name: string,
  keyOf: (item: Item) => string,
): readonly Item[] | undefined {
  const older = useRef<readonly Item[] | undefined>(undefined)
  const epoch = useStore(resets)
  const epochRead = useRef(epoch)
  return useQuery(`${route} ${epoch}`, async () => {
    // The items from before a reset are gone.
    if (epochRead.current !== epoch) older.current = undefined
    epochRead.current = epoch
    const [newest, before] = await partOf<Item>(route, name)
    if (before === undefined) {
      older.current = undefined
      return newest
    }
    older.current ??= await partsAfter<Item>(route, name, before)
    const known = new Set(newest.map(keyOf))
    const rest = older.current.filter((item) => !known.has(keyOf(item)))
    // Items that leave the newest part stay in the list.
    older.current = [...newest, ...rest].slice(0, MOST)
    return older.current
  })
}

async function partOf<Item>(
  route: string,
  name: string,
  before?: string,
): Promise<[items: readonly Item[], before: string | undefined]> {
  const query = before === undefined ? '' : `?before=${before}`
  const response = await get<Readonly<Record<string, unknown>>>(route + query)
  return [response[name] as readonly Item[], response['before'] as string | undefined]
}

async function partsAfter<Item>(route: string, name: string, first: string): Promise<Item[]> {
  const items: Item[] = []
  let before: string | undefined = first
  while (before !== undefined && items.length < MOST) {
    const part: [items: readonly Item[], before: string | undefined] = await partOf(
      ...([route, name, before] as const),
    )
    items.push(...part[0])
    before = part[1]
  }
  return items
}
