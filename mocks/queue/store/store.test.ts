import { describe, expect, test } from 'vitest'
import type { DeadLetter } from '../dead-letter.js'
import { createMemoryStore } from './memory.js'
import type { Store } from './store.js'

/** Every store there is, and how to open an empty one. */
const stores: [string, () => Promise<Store>][] = [['memory', async () => createMemoryStore()]]

const letter = (id: string, failedAt = 0): DeadLetter => ({
  id,
  failedAt,
  labels: [],
  message: { messageId: `msg_${id}` },
})

/** A store with these entries, in this order, and the sequence numbers they got. */
async function filled(open: () => Promise<Store>, ...ids: string[]) {
  const store = await open()
  const { deadLetters } = store
  const sequences: number[] = []
  for (const id of ids) {
    await deadLetters.add((sequence) => {
      sequences.push(sequence)
      return letter(id)
    })
  }
  return { store, deadLetters, sequences }
}

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)
const any = () => true

describe.each(stores)('%s', (_, open) => {
  test('what is added can be had by its id', async () => {
    const { deadLetters } = await filled(open, 'a', 'b')
    expect(await deadLetters.get('a')).toEqual(letter('a'))
    expect(await deadLetters.get('c')).toBeUndefined()
  })

  test('adding answers the item that was made', async () => {
    const { deadLetters } = await filled(open)
    expect(await deadLetters.add(() => letter('a'))).toEqual(letter('a'))
  })

  test('sequence numbers rise, and none is used again', async () => {
    const { deadLetters, sequences } = await filled(open, 'a', 'b')
    await deadLetters.remove('b')
    await deadLetters.add((sequence) => {
      sequences.push(sequence)
      return letter('c')
    })
    expect(sequences.toSorted((a, b) => a - b)).toEqual(sequences)
    expect(new Set(sequences).size).toBe(3)
  })

  test('removing says whether there was anything', async () => {
    const { deadLetters } = await filled(open, 'a')
    expect(await deadLetters.remove('a')).toBe(true)
    expect(await deadLetters.remove('a')).toBe(false)
    expect(await deadLetters.get('a')).toBeUndefined()
  })

  test('a new version takes the place of the old one', async () => {
    const { deadLetters } = await filled(open, 'a', 'b')
    await deadLetters.replace(letter('a', 7))
    expect(await deadLetters.get('a')).toEqual(letter('a', 7))
    expect(idsOf((await deadLetters.page({ limit: 9, where: any })).items)).toEqual(['b', 'a'])
  })

  test('what is gone is not replaced', async () => {
    const { deadLetters } = await filled(open, 'a')
    await deadLetters.remove('a')
    await deadLetters.replace(letter('a', 7))
    expect(await deadLetters.get('a')).toBeUndefined()
  })

  test('a page has the newest first, and says whether there are more', async () => {
    const { deadLetters } = await filled(open, 'a', 'b', 'c')
    const page = async (limit: number) => {
      const { items, more } = await deadLetters.page({ limit, where: any })
      return [idsOf(items), more]
    }
    expect(await page(2)).toEqual([['c', 'b'], true])
    expect(await page(3)).toEqual([['c', 'b', 'a'], false])
    expect(await page(4)).toEqual([['c', 'b', 'a'], false])
  })

  test('a page begins behind an item that may be gone', async () => {
    const { deadLetters, sequences } = await filled(open, 'a', 'b', 'c')
    await deadLetters.remove('b')
    const { items } = await deadLetters.page({ before: sequences[1], limit: 9, where: any })
    expect(idsOf(items)).toEqual(['a'])
  })

  test('a page has only what is asked for, and counts nothing else', async () => {
    const { deadLetters } = await filled(open, 'a1', 'b1', 'a2', 'b2')
    const where = ({ id }: DeadLetter) => id.startsWith('a')
    const { items, more } = await deadLetters.page({ limit: 2, where })
    expect(idsOf(items)).toEqual(['a2', 'a1'])
    expect(more).toBe(false)
  })

  test('a cleared store has nothing, and goes on counting', async () => {
    const { store, deadLetters, sequences } = await filled(open, 'a')
    await store.clear()
    expect(await deadLetters.page({ limit: 9, where: any })).toEqual({ items: [], more: false })

    await deadLetters.add((sequence) => {
      sequences.push(sequence)
      return letter('b')
    })
    expect(sequences[1]).toBeGreaterThan(sequences[0]!)
  })
})
