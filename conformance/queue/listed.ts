// Runs and log events as endpoints 11 and 12 list them, found again whichever one field of theirs a
// target gets wrong, and what a filter is judged by: what is listed with it against what is without.

import { isDeepStrictEqual } from 'node:util'
import { asMessage, isAbsent, memberOf, type Exchange, type Message } from '../exchange.js'
import type { Matcher } from '../judgement.js'
import { accepted, differs, lacks } from '../matchers.js'
import { polled, type Time } from '../time.js'
import { entriesIn, type Query } from './entries.js'
import type { Application, Started } from './application.js'
import type { QueueClient, QueueWorld } from './world.js'

export const RUNS = '/v2/workflows/logs'
export const EVENTS = '/v2/workflows/messageLogs'

/** An element of a list, as it came. */
export type Item = Readonly<Record<string, unknown>>

/** All that is listed for a query, or why it is not. */
export interface Listing extends Message {
  readonly items: readonly Item[]
}

/** As many pages as a scenario may ever fill, for a cursor may never end. */
const MOST_PAGES = 30

/** One page. */
export const page = (queue: QueueClient, list: string, query: Query): Promise<Exchange> =>
  queue.send('GET', `${list}?${new URLSearchParams(Object.entries(query).map(texts)).toString()}`)

const texts = ([name, value]: [string, string | number]): [string, string] => [name, `${value}`]

/** The same URL without its query, which is another one. */
export const withoutQuery = (url: string): string => url.replace(/\?.*/s, '')

/** All pages, or those from a cursor on. */
export async function listing(
  queue: QueueClient,
  list: string,
  query: Query,
  from?: string,
): Promise<Listing> {
  const items: Item[] = []
  let asked = from === undefined ? query : { ...query, cursor: from }
  for (let n = 0; n < MOST_PAGES; n++) {
    const reply = await page(queue, list, asked)
    const failure = reply.failure ?? accepted()(reply)?.message
    if (failure !== undefined) return { ...reply, items, failure }
    items.push(...entriesIn(reply))
    const cursor = cursorOf(reply)
    if (cursor === undefined) break
    asked = { ...query, cursor }
  }
  return { headers: [], body: Buffer.alloc(0), items }
}

/** What leads to the next page; nothing at the end. */
export function cursorOf(reply: Message): string | undefined {
  const cursor = memberOf(reply, 'cursor')
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined
}

/** Reads until what is read fits, for a list may lag behind; in virtual time once. */
export async function settled<Read extends Message>(
  time: Time,
  read: () => Promise<Read>,
  ...matchers: readonly Matcher<Read>[]
): Promise<Read> {
  let last: Read | undefined
  await polled(time, async () => {
    const now = (last = await read())
    return now.failure === undefined && matchers.every((each) => each(now) === undefined)
  })
  return last ?? read()
}

/** What was looked for in vain. */
export const missing = (what: string): Message => ({
  headers: [],
  body: Buffer.alloc(0),
  failure: `expected ${what}, there is none`,
})

/** A run as far as it has to be known to be found. */
export interface Known extends Pick<Started, 'runId' | 'messageId'> {
  readonly application: Pick<Application, 'url'>
  readonly createdAt?: number
}

/** Whether an element is that run, or of it: several runs of one id have messages of their own. */
export const isOf =
  ({ runId, messageId, createdAt }: Known) =>
  (item: Item): boolean =>
    JSON.stringify(item).includes(JSON.stringify(messageId)) ||
    (item.workflowRunId === runId &&
      [item.workflowRunCreatedAt, item.workflowCreatedAt].includes(createdAt))

/** What finds one run, whichever filter is wrong. */
const queriesOf = ({ runId, application: { url } }: Known): readonly Query[] => [
  { workflowRunId: runId, workflowUrl: url },
  { workflowRunId: runId },
  { workflowUrl: url },
  {},
]

/** A run as it is listed, once it fits. */
export async function listedRun(
  { queue, time }: QueueWorld,
  run: Known,
  ...matchers: readonly Matcher[]
): Promise<Message> {
  return settled(
    time,
    async () => {
      for (const query of queriesOf(run)) {
        const found = (await listing(queue, RUNS, query)).items.find(isOf(run))
        if (found !== undefined) return asMessage(found)
      }
      return missing(`the run ${run.runId} to be listed`)
    },
    ...matchers,
  )
}

/** A run as an answer names it. */
export interface Reference {
  readonly workflowRunId: string
  readonly workflowCreatedAt: unknown
}

/** When runs were created: what an answer tells, and beside it what the target says elsewhere. */
export interface Creations extends Message {
  readonly creations: readonly { readonly told: unknown; readonly known: readonly unknown[] }[]
}

/** Where a run and the moment of its creation are listed: the log is read where the list says otherwise. */
const TELLING = [
  [RUNS, 'workflowRunCreatedAt'],
  [EVENTS, 'workflowCreatedAt'],
] as const

/** Looks up when runs were created that an answer names, each of an id that no other run has. */
export async function creationsOf(
  { queue, time }: Pick<QueueWorld, 'queue' | 'time'>,
  references: readonly Reference[],
): Promise<Creations> {
  async function knownOf({ workflowRunId, workflowCreatedAt }: Reference) {
    const known = new Set<unknown>()
    for (const [list, name] of TELLING) {
      const { items } = await listing(queue, list, { workflowRunId })
      for (const item of items) if (item.workflowRunId === workflowRunId) known.add(item[name])
      if (known.has(workflowCreatedAt)) break
    }
    return { told: workflowCreatedAt, known: [...known].filter(Number.isInteger) }
  }
  return settled(
    time,
    async () => ({
      headers: [],
      body: Buffer.alloc(0),
      creations: await Promise.all(references.map(knownOf)),
    }),
    areListed,
    areAsListed,
  )
}

/** Of each of the runs there is a moment. */
export const areListed: Matcher<Creations> = ({ creations }) =>
  creations.length > 0 && creations.every(({ known }) => known.length > 0)
    ? undefined
    : lacks('the runs to be listed with the moments of their creation', creations)

/** The answer tells of each run that is listed the moment that is listed. */
export const areAsListed: Matcher<Creations> = ({ creations }) => {
  const wrong = creations.find(({ told, known }) => known.length > 0 && !known.includes(told))
  return wrong === undefined
    ? undefined
    : differs('"workflowCreatedAt" as the run is listed', wrong.known[0], wrong.told)
}

/** What is logged of one run and its messages, once it fits. */
export async function logOf(
  { queue, time }: QueueWorld,
  run: Known,
  ...matchers: readonly Matcher<Listing>[]
): Promise<Listing> {
  const { runId, application } = run
  const isOwn = (item: Item) =>
    isOf(run)(item) || item.workflowRunId === runId || item.workflowUrl === application.url
  return settled(
    time,
    async () => {
      for (const query of queriesOf(run)) {
        const items = (await listing(queue, EVENTS, query)).items.filter(isOwn)
        if (items.length > 0) return { headers: [], body: Buffer.alloc(0), items }
      }
      return { ...missing(`events of the run ${runId}`), items: [] }
    },
    ...matchers,
  )
}

/** The steps of a listed run, in groups or not. */
export function stepsOf(run: Message): readonly Item[] {
  const groups = itemsIn(memberOf(run, 'steps'))
  return itemsIn(groups.flatMap((each) => ('steps' in each ? each.steps : each)))
}

/** The objects of an array. */
export const itemsIn = (value: unknown): readonly Item[] =>
  Array.isArray(value)
    ? value.filter((each): each is Item => typeof each === 'object' && each !== null)
    : []

/** The message of an event, if it is that of a message. */
export const messageIdOf = ({ stepInfo }: Item): unknown =>
  typeof stepInfo === 'object' && stepInfo !== null ? (stepInfo as Item).messageId : undefined

/** What is listed with a filter beside what is listed without it. */
export interface Narrowed extends Listing {
  readonly all: readonly Item[]
}

/** Reads both, of what `isOwn` alone: another scenario's elements come and go. */
export async function narrowed(
  { queue, time }: QueueWorld,
  list: string,
  query: { readonly all: Query; readonly narrow: Query },
  isOwn: (item: Item) => boolean,
  ...matchers: readonly Matcher<Narrowed>[]
): Promise<Narrowed> {
  return settled(
    time,
    async () => {
      const [all, some] = await Promise.all([
        listing(queue, list, query.all),
        listing(queue, list, query.narrow),
      ])
      return { ...some, items: some.items.filter(isOwn), all: all.items.filter(isOwn) }
    },
    ...matchers,
  )
}

/** That a filter could be judged: some fit it, and unless `all` may, some do not. */
export const divides =
  (fits: (item: Item) => boolean): Matcher<Narrowed> =>
  ({ all }) => {
    const count = all.filter(fits).length
    return count > 0 && count < all.length
      ? undefined
      : {
          message: `expected the filter to fit some and not all of the ${all.length} elements there are, it fits ${count}`,
        }
  }

/** Those that fit, and no others. */
export const selects =
  (fits: (item: Item) => boolean): Matcher<Narrowed> =>
  ({ all, items }) => {
    const [want, got] = [all.filter(fits), items].map((each) =>
      each.map((item) => JSON.stringify(item)).toSorted(),
    )
    return isDeepStrictEqual(got, want) ? undefined : differs('what is listed to be', want, got)
  }

/** That of these runs exactly the `selected` ones are listed. */
export const lists =
  (selected: readonly Known[], of: readonly Known[]): Matcher<Listing> =>
  ({ items }) => {
    const ids = (runs: readonly Known[]) => runs.map(({ messageId }) => messageId).toSorted()
    const [want, got] = [ids(selected), ids(of.filter((run) => items.some(isOf(run))))]
    return isDeepStrictEqual(got, want) ? undefined : differs('the runs of messages', want, got)
  }

/** A member that is a whole number. */
export const integer =
  (name: string): Matcher =>
  (message) => {
    const got = memberOf(message, name)
    return Number.isSafeInteger(got) ? undefined : lacks(`an integer "${name}"`, got)
  }

/** A member that the element has not, or that is null. */
export const absent =
  (name: string): Matcher =>
  (message) => {
    const got = memberOf(message, name)
    return isAbsent(got) ? undefined : lacks(`no "${name}"`, got)
  }

/** A member that is a moment after that of another element, by the target's own clock. */
export const laterThan =
  (other: Message, name: string): Matcher =>
  (message) => {
    const [got, before] = [memberOf(message, name), memberOf(other, name)]
    return Number(got) > Number(before)
      ? undefined
      : lacks(`"${name}" after ${String(before)}`, got)
  }

/**
 * A member that is a moment after one of another name, of the same element or another, by the target's
 * own clock. Where that one is not told, there is nothing to compare.
 */
export const laterThanIts =
  (other: Message, its: string, name: string): Matcher =>
  (message) => {
    const [got, before] = [memberOf(message, name), memberOf(other, its)]
    return !Number.isSafeInteger(before) || Number(got) > Number(before)
      ? undefined
      : lacks(`"${name}" after "${its}", ${String(before)}`, got)
  }

/** As much as the clocks of two machines may differ. */
const skewMs = 60_000

/** A member that is a moment in Unix milliseconds, in or near a span of time. */
export const moment =
  ({ virtual }: Time, name: string, from: number, to = from): Matcher =>
  (message) => {
    const slack = virtual ? 0 : skewMs
    const got = memberOf(message, name)
    const fits =
      Number.isSafeInteger(got) && Number(got) >= from - slack && Number(got) <= to + slack
    return fits
      ? undefined
      : lacks(`"${name}" in milliseconds, from ${from - slack} to ${to + slack}`, got)
  }
