// What the queue keeps, in its own words. Every store answers to the same contract test.

import type { DeadLetter } from '../dead-letter.js'
import type { Message } from '../message.js'

export interface Store {
  /** Messages that are accepted and not yet settled. */
  readonly messages: Collection<Message>
  /** Entries of the dead letter queue. */
  readonly deadLetters: Collection<DeadLetter>
  /** Forgets everything. */
  clear(): Promise<void>
}

/** Items by id, in the order they were added. */
export interface Collection<Item extends { readonly id: string }> {
  /** Adds the item that `make` makes of its sequence number, which no other item ever has. */
  add(make: (sequence: number) => Item): Promise<Item>
  /** Puts a new version in the place of the item with the same id; absent: does nothing. */
  replace(item: Item): Promise<void>
  get(id: string): Promise<Item | undefined>
  /** Says whether there was such an item. */
  remove(id: string): Promise<boolean>
  /** The newest items that are asked for, newest first. */
  page(selection: Selection<Item>): Promise<Page<Item>>
}

export interface Selection<Item> {
  /** Only items with a smaller sequence number, whether or not one has it (any more). */
  readonly before?: number | undefined
  readonly limit: number
  readonly where: (item: Item) => boolean
}

export interface Page<Item> {
  readonly items: readonly Item[]
  /** Whether a further page has any. */
  readonly more: boolean
}
