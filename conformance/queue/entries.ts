// DLQ entries as they are listed, and how those of certain runs are found among them.

import { asMessage, jsonOf, type Exchange, type Message } from '../exchange.js'
import type { Matcher } from '../judgement.js'
import { differs, lacks } from '../matchers.js'
import type { Application } from './application.js'
import type { QueueClient, QueueWorld } from './world.js'

/** What an entry is known by, and whatever else it has. */
export interface Entry extends Readonly<Record<string, unknown>> {
  readonly dlqId?: string
  readonly workflowRunId?: string
  readonly workflowUrl?: string
}

/** The path of the list. */
export const entries = '/v2/workflows/dlq'

/** Query parameters of the list. */
export type Query = Readonly<Record<string, string | number>>

/** The list as a query asks for it. */
export function listed({ queue }: Pick<QueueWorld, 'queue'>, query: Query): Promise<Exchange> {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return queue.send('GET', [entries, pairs.join('&')].filter((part) => part !== '').join('?'))
}

/** The path of an entry. */
export const entryPath = (dlqId: string): string => `${entries}/${encodeURIComponent(dlqId)}`

/** One entry, by its id. */
export const entryRead = ({ queue }: Pick<QueueWorld, 'queue'>, dlqId: string): Promise<Exchange> =>
  queue.send('GET', entryPath(dlqId))

/** A failed run that is looked for. */
interface Wanted {
  readonly runId: string
  /** Several runs may have that id. */
  readonly createdAt: number
  readonly url: string
  /** Whether no other run of that URL has failed. */
  readonly isAlone: boolean
}

/** The same, of an application. */
interface Listed extends Pick<Wanted, 'runId' | 'createdAt'> {
  readonly application: Pick<Application, 'url' | 'runIds'>
}

/** The entries of a page, whatever it calls them: only one rule is about that. */
export function entriesIn(page: Message): readonly Entry[] {
  const answer = jsonOf(page)
  if (typeof answer !== 'object' || answer === null) return []
  const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null
  return Object.values(answer).filter(Array.isArray).flat().filter(isEntry)
}

/** The fields that the document gives an entry. */
export const FIELDS: readonly string[] = [
  ...['messageId', 'dlqId', 'url', 'method', 'header', 'body', 'bodyBase64', 'maxRetries'],
  ...['notBefore', 'createdAt', 'failureCallback', 'failureCallbackHeader', 'callerIP'],
  ...['workflowRunId', 'workflowCreatedAt', 'workflowUrl'],
  ...['flowControlKey', 'rate', 'parallelism', 'period'],
  ...['responseStatus', 'responseHeader', 'responseBody', 'responseBodyBase64'],
  'failureCallbackInfo',
]

/** A page with so many entries, or elements of another list. */
export const numbering =
  (count: number, what = 'entries'): Matcher =>
  (page) => {
    const { length } = entriesIn(page)
    return length === count ? undefined : differs(`a number of ${what} of`, count, length)
  }

/** A page with no more elements than that, or a refusal. */
export const atMost =
  (count: number, what: string): Matcher<Exchange> =>
  (page) => {
    const { length } = entriesIn(page)
    return length <= count && page.status < 500
      ? undefined
      : differs(`a number of ${what} of at most`, count, length)
  }

/** A page that has these entries, by their ids. */
export const hasEntries =
  (...dlqIds: readonly string[]): Matcher =>
  (page) => {
    const listed = idsIn(page)
    const missing = dlqIds.filter((dlqId) => !listed.includes(dlqId))
    return missing.length === 0 ? undefined : lacks(`the entries ${missing.join(', ')}`, listed)
  }

/** A page that has none of these. */
export const hasNoEntries =
  (...dlqIds: readonly string[]): Matcher =>
  (page) => {
    const listed = idsIn(page)
    const wrong = dlqIds.filter((dlqId) => listed.includes(dlqId))
    return wrong.length === 0 ? undefined : lacks(`no entries ${wrong.join(', ')}`, listed)
  }

/** The ids of a page's entries, in their order. */
export const idsIn = (page: Message): readonly string[] =>
  entriesIn(page).map(({ dlqId }) => String(dlqId))

/** The entry of a run among others. */
export const entryAmong = (
  among: readonly Entry[],
  { runId, createdAt, url, isAlone }: Wanted,
): Entry | undefined =>
  among.find(
    ({ workflowRunId, workflowCreatedAt }) =>
      workflowRunId === runId && workflowCreatedAt === createdAt,
  ) ??
  among.find(({ workflowRunId }) => workflowRunId === runId) ??
  (isAlone ? among.find(({ workflowUrl }) => workflowUrl === url) : undefined)

/** A page whose entry of that run fits. */
export const withEntry =
  ({ runId, createdAt, application: { url, runIds } }: Listed, matcher: Matcher): Matcher =>
  (page) => {
    const entry = entryAmong(entriesIn(page), { runId, createdAt, url, isAlone: runIds.size === 1 })
    return entry === undefined
      ? lacks(`an entry of ${runId}`, undefined)
      : matcher(asMessage(entry))
  }

/**
 * The entry of a run that was not found by its URL: asked for by its id, then looked for among all.
 * That one of these is wrong is for a scenario of its own to say.
 */
export async function searchedEntry(
  queue: QueueClient,
  wanted: Wanted,
): Promise<Entry | undefined> {
  for (const query of [{ workflowRunId: wanted.runId }, {}]) {
    const page = await listed({ queue }, query)
    const entry = entryAmong(entriesIn(page), wanted)
    if (entry !== undefined) return entry
  }
  return undefined
}
