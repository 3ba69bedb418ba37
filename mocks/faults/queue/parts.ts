// Parts that several mistakes of a queue server have in common.

import type { HeaderLine } from '../../queue/request/headers.js'
import type { CallbackKind } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import type { AskedPage, List } from '../../queue/lists/pages.js'
import type { GivenSetting, Settings } from '../../queue/publish/settings.js'
import type { Page, PageFrom } from '../../queue/store/store.js'

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
export const paging =
  (of: List, other: (asked: number | undefined, right: number) => number) =>
  (queue: Queue): Queue => ({
    ...queue,
    pageSize(list, count) {
      const right = queue.pageSize(list, count)
      return list === of ? other(count === undefined ? undefined : Number(count), right) : right
    },
  })

/** A server whose cursors of a list lead behind another item of the same moment. */
export const leading =
  (of: List, other: (sequence: number) => number) =>
  (queue: Queue): Queue => ({
    ...queue,
    placeOfCursor(list, cursor) {
      const { time, sequence } = queue.placeOfCursor(list, cursor)
      return { time, sequence: list === of ? other(sequence) : sequence }
    },
  })

/** What is asked for, but for something that a cursor forgets. */
export const forgetting = <Asked extends AskedPage>(asked: Asked, name: keyof Asked): Asked =>
  asked.cursor ? { ...asked, [name]: undefined } : asked

/** What is asked for, but for all filters where there is a cursor. */
export const forgettingFilters = (asked: AskedPage): AskedPage =>
  asked.cursor ? { cursor: asked.cursor, count: asked.count } : asked

/** A server that hears how long a page is to be where there is no cursor alone. */
export const countingFirst =
  (of: List) =>
  (queue: Queue): Queue => ({
    ...queue,
    page: (list, { cursor, count }, ...how) =>
      queue.page(list, { cursor, count: list === of && cursor ? undefined : count }, ...how),
  })

/** A server whose cursors of a list count what stands before them: whatever comes new moves it on. */
export const countingBefore =
  (of: List) =>
  (queue: Queue): Queue => ({
    ...queue,
    async page(list, asked, load, placeOf) {
      if (list !== of) return queue.page(list, asked, load, placeOf)
      const offset = Number(asked.cursor ?? 0)
      const end = offset + queue.pageSize(list, asked.count)
      const { items, more } = await load({ before: undefined, limit: end })
      return { items: items.slice(offset), ...(more && { cursor: String(end) }) }
    },
  })

type PageOf<Filter, Item> = (filter: Filter, from: PageFrom) => Promise<Page<Item>>

/** A part of a store whose pages have all items one of whose texts begins with what is asked for. */
export const byBeginning = <Part, Filter extends object, Item>(
  part: Part & { readonly page: PageOf<Filter, Item> },
  name: keyof Filter,
  textsOf: (item: Item) => readonly string[],
) => ({
  ...part,
  async page(filter: Filter, from: PageFrom): Promise<Page<Item>> {
    const beginning = String(filter[name] ?? '')
    const wide = await part.page({ ...filter, [name]: undefined }, { ...from, limit: Infinity })
    const isMeant = (text: string) => text.startsWith(beginning)
    const items = wide.items.filter((item) => beginning === '' || textsOf(item).some(isMeant))
    return { items: items.slice(0, from.limit), more: items.length > from.limit }
  },
})

/** Destinations of which the URLs are changed by a server that parses them. */
export const destinations =
  (queue: Queue, change: (url: URL) => void): Queue['destination'] =>
  (request) => {
    const destination = queue.destination(request)
    if (destination.kind === 'name') return destination
    const url = new URL(destination.url)
    change(url)
    return { kind: 'url', url: url.href }
  }

/** Settings of which those of one callback are changed, by a server that reads them otherwise. */
export const callbackSettings =
  (
    queue: Queue,
    kind: CallbackKind,
    change: (
      own: Settings,
      settings: Settings,
      given: readonly GivenSetting[],
    ) => Partial<Settings>,
  ): Queue['settings'] =>
  (given) => {
    const settings = queue.settings(given)
    const callback = settings[kind]
    if (!callback) return settings
    const own = { ...callback.settings, ...change(callback.settings, settings, given) }
    return { ...settings, [kind]: { ...callback, settings: own } }
  }

/** Settings of which the URL of one callback is changed, by a server that parses it. */
export const callbackUrl =
  (queue: Queue, kind: CallbackKind, change: (url: URL) => void): Queue['settings'] =>
  (given) => {
    const settings = queue.settings(given)
    const callback = settings[kind]
    if (!callback) return settings
    const url = new URL(callback.url)
    change(url)
    return { ...settings, [kind]: { ...callback, url: url.href } }
  }

/** Settings of which the headers for one callback are headers for the destination too, with its own. */
export const leaking =
  (queue: Queue, kind: CallbackKind): Queue['settings'] =>
  (given) => {
    const settings = queue.settings(given)
    const theirs = settings[kind]?.settings.forward ?? []
    const isOwn = ([name]: HeaderLine) => settings.forward.some(([other]) => other === name)
    return {
      ...settings,
      forward: [...settings.forward, ...theirs.filter((line) => !isOwn(line))],
    }
  }

/** Given settings, of which those whose names begin so are not seen in the query. */
export const onlyInHeaders =
  (queue: Queue, beginning: string): Queue['given'] =>
  (request) => {
    const inHeaders = queue.given({ ...request, target: request.target.replace(/\?.*/s, '') })
    return queue
      .given(request)
      .filter(
        ({ name }) =>
          !name.startsWith(beginning) || inHeaders.some((setting) => setting.name === name),
      )
  }
