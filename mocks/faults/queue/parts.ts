// Parts that several mistakes of a queue server have in common.

import type { HeaderLine } from '../../queue/request/headers.js'
import type { CallbackKind } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import type { AskedPage, List as AnyList } from '../../queue/lists/pages.js'
import type { GivenSetting, Settings } from '../../queue/publish/settings.js'
import type { Page, PageFrom, Store } from '../../queue/store/store.js'
import type { Replacements } from './fault.js'

type List = AnyList<never>['name']

/** A value that the type rightly forbids: some mistakes are answers of the wrong shape. */
export const forbidden = (value: unknown) => value as never

/** Whether the queue has named a run, as it does with those that come of failed ones. */
export const isOurs = (runId: string | undefined): boolean => runId?.startsWith('wfr_') ?? false

/** A thing without one of its fields. */
export const without = (object: object, field: string) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== field))

/** A moment in seconds, where there is one. */
export const inSeconds = (moment: number | undefined) => moment && Math.floor(moment / 1000)

/** A server whose pages of a list have another length, given what was asked. */
export const paging = (
  of: List,
  other: (asked: number | undefined, right: number) => number,
): Replacements => ({
  lists: {
    pageSize: (original) => (list, count) => {
      const right = original(list, count)
      return list.name === of
        ? other(count === undefined ? undefined : Number(count), right)
        : right
    },
  },
})

/** A server whose cursors of a list lead behind another item of the same moment. */
export const leading = (of: List, other: (sequence: number) => number): Replacements => ({
  lists: {
    place: (original) => (list, cursor) => {
      const { time, sequence } = original(list, cursor)
      return { time, sequence: list.name === of ? other(sequence) : sequence }
    },
  },
})

/** What is asked for, but for something that a cursor forgets. */
export const forgetting = <Asked extends AskedPage>(asked: Asked, name: keyof Asked): Asked =>
  asked.cursor ? { ...asked, [name]: undefined } : asked

/** What is asked for, but for all filters where there is a cursor. */
export const forgettingFilters = (asked: AskedPage): AskedPage =>
  asked.cursor ? { cursor: asked.cursor, count: asked.count } : asked

/** A server that hears how long a page is to be where there is no cursor alone. */
export const countingFirst = (of: List): Replacements => ({
  lists: {
    page:
      (original) =>
      (list, { cursor, count }, load) =>
        original(list, { cursor, count: list.name === of && cursor ? undefined : count }, load),
  },
})

/** A server whose cursors of a list count what stands before them: whatever comes new moves it on. */
export const countingBefore = (of: List): Replacements => ({
  lists: {
    page: (original, queue) => async (list, asked, load) => {
      if (list.name !== of) return original(list, asked, load)
      const offset = Number(asked.cursor ?? 0)
      const end = offset + queue.lists.pageSize(list, asked.count)
      const { items, more } = await load({ before: undefined, limit: end })
      return { items: items.slice(offset), ...(more && { cursor: String(end) }) }
    },
  },
})

type Find<Filter, Item> = (filter: Filter, from: PageFrom) => Promise<Page<Item>>

/** A page of those items that `take` takes, of all that a filter selects. */
export async function takenFrom<Filter, Item>(
  find: Find<Filter, Item>,
  filter: Filter,
  { limit, ...from }: PageFrom,
  take: (items: readonly Item[]) => readonly Item[],
): Promise<Page<Item>> {
  const items = take((await find(filter, { ...from, limit: Infinity })).items)
  return { items: items.slice(0, limit), more: items.length > limit }
}

/** Finds the items one of whose texts begins with what is asked for. */
export const byBeginning =
  <Filter extends object, Item>(
    texts: { readonly [Name in keyof Filter]?: (item: Item) => readonly string[] },
    find: Find<Filter, Item>,
  ): Find<Filter, Item> =>
  (filter, from) => {
    const names = Object.keys(texts) as (keyof Filter)[]
    const isMeant = (item: Item) =>
      names.every((name) =>
        texts[name]!(item).some((text) => text.startsWith(String(filter[name] ?? ''))),
      )
    const rest = { ...filter, ...Object.fromEntries(names.map((name) => [name, undefined])) }
    return takenFrom(find, rest, from, (items) => items.filter(isMeant))
  }

/** A server that keeps one kind of thing otherwise, made of the right way. */
export const keeping =
  <Part extends keyof Store>(
    name: Part,
    other: (part: Store[Part]) => Partial<Store[Part]>,
  ): (() => Replacements) =>
  () => {
    let kept: Store[Part] | undefined
    return { store: { [name]: (part: Store[Part]) => (kept ??= { ...part, ...other(part) }) } }
  }

/** A server that reads the destinations of which it parses the URLs otherwise. */
export const destinations = (change: (url: URL) => void): Replacements => ({
  reading: {
    destination: (original) => (request) => {
      const destination = original(request)
      if (destination.kind === 'name') return destination
      const url = new URL(destination.url)
      change(url)
      return { kind: 'url', url: url.href }
    },
  },
})

/** A server that reads the settings of one callback otherwise. */
export const callbackSettings = (
  kind: CallbackKind,
  change: (
    own: Settings,
    settings: Settings,
    given: readonly GivenSetting[],
    queue: Queue,
  ) => Partial<Settings>,
): Replacements => ({
  reading: {
    settings: (original, queue) => (given) => {
      const settings = original(given)
      const callback = settings[kind]
      if (!callback) return settings
      const own = { ...callback.settings, ...change(callback.settings, settings, given, queue) }
      return { ...settings, [kind]: { ...callback, settings: own } }
    },
  },
})

/** A server that parses the URL of one callback. */
export const callbackUrl = (kind: CallbackKind, change: (url: URL) => void): Replacements => ({
  reading: {
    settings: (original) => (given) => {
      const settings = original(given)
      const callback = settings[kind]
      if (!callback) return settings
      const url = new URL(callback.url)
      change(url)
      return { ...settings, [kind]: { ...callback, url: url.href } }
    },
  },
})

/** A server whose headers for one callback are headers for the destination too, with its own. */
export const leaking = (kind: CallbackKind): Replacements => ({
  reading: {
    settings: (original) => (given) => {
      const settings = original(given)
      const theirs = settings[kind]?.settings.forward ?? []
      const isOwn = ([name]: HeaderLine) => settings.forward.some(([other]) => other === name)
      return {
        ...settings,
        forward: [...settings.forward, ...theirs.filter((line) => !isOwn(line))],
      }
    },
  },
})

/** A server that does not see settings in the query whose names begin so. */
export const onlyInHeaders = (beginning: string): Replacements => ({
  reading: {
    given: (original) => (request) => {
      const inHeaders = original({ ...request, target: request.target.replace(/\?.*/s, '') })
      return original(request).filter(
        ({ name }) =>
          !name.startsWith(beginning) || inHeaders.some((setting) => setting.name === name),
      )
    },
  },
})
