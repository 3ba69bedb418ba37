// DLQ entries as they are listed, and how those of certain runs are found among them.

import { jsonOf, type Message } from '../exchange.js'
import type { QueueClient } from './world.js'

/** What an entry is known by, and whatever else it has. */
export interface Entry extends Readonly<Record<string, unknown>> {
  readonly dlqId?: string
  readonly workflowRunId?: string
  readonly workflowUrl?: string
}

/** A failed run that is looked for. */
interface Wanted {
  readonly runId: string
  /** Several runs may have that id. */
  readonly createdAt: number
  readonly url: string
  /** Whether no other run of that URL has failed. */
  readonly isAlone: boolean
}

/** The entries of a page, whatever it calls them: only one rule is about that. */
export function entriesIn(page: Message): readonly Entry[] {
  const answer = jsonOf(page)
  if (typeof answer !== 'object' || answer === null) return []
  const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null
  return Object.values(answer).filter(Array.isArray).flat().filter(isEntry)
}

/** The entry of a run among others. */
export const entryAmong = (
  entries: readonly Entry[],
  { runId, createdAt, url, isAlone }: Wanted,
): Entry | undefined =>
  entries.find(
    ({ workflowRunId, workflowCreatedAt }) =>
      workflowRunId === runId && workflowCreatedAt === createdAt,
  ) ??
  entries.find(({ workflowRunId }) => workflowRunId === runId) ??
  (isAlone ? entries.find(({ workflowUrl }) => workflowUrl === url) : undefined)

/**
 * The entry of a run that was not found by its URL: asked for by its id, then looked for among all.
 * That one of these is wrong is for a scenario of its own to say.
 */
export async function searchedEntry(
  queue: QueueClient,
  wanted: Wanted,
): Promise<Entry | undefined> {
  for (const query of [`?workflowRunId=${encodeURIComponent(wanted.runId)}`, '']) {
    const page = await queue.send('GET', `/v2/workflows/dlq${query}`)
    const entry = entryAmong(entriesIn(page), wanted)
    if (entry !== undefined) return entry
  }
  return undefined
}
