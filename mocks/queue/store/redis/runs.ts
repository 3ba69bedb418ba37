// Runs. The steps of a run are in a list of their own, because a run may have thousands.

import { selectorOf, type Page, type PageFrom } from '../../lists/filters.js'
import {
  runFilters,
  runsList,
  takesNote,
  withNote,
  type RawStep,
  type Run,
  type RunEnding,
  type RunFilter,
  type RunNote,
} from '../../runs/run.js'
import { bytesOf, type Bytes } from '../../../kv/reply.js'
import { pageOf, textsOf, timedTable } from './entries.js'
import { decode, encode } from './row.js'
import type { Table, Transaction } from './transaction.js'

type StoredRun = Omit<Run, 'steps'>

const runsTable = timedTable<StoredRun>({
  name: 'runs',
  keyOf: ({ key }) => key,
  placeOf: runsList.placeOf as (run: StoredRun) => { time: number; sequence: number },
})

/** The keys of the runs with the same id, oldest first. */
interface RunIds {
  readonly id: string
  readonly keys: readonly string[]
}

const idsTable: Table<RunIds> = { name: 'run-ids', keyOf: ({ id }) => id }

/** The runs that are history and may be dropped. */
const ENDED = 'ended-runs'

/** The maximum number of ended runs. */
const KEPT_RUNS = 50_000

const stepsOf = (key: string): Bytes => `steps:${key}`

export function createRuns(transaction: Transaction) {
  /** The steps that the transaction has added, by the key of the run. */
  const added = new Map<string, RawStep[]>()
  transaction.onBegin(() => added.clear())

  async function complete(run: StoredRun): Promise<Run> {
    const own = added.get(run.key) ?? []
    const rows = (await transaction.command('LRANGE', stepsOf(run.key), '0', '-1')) as Bytes[]
    return { ...run, steps: [...rows.map((row) => decode(row) as RawStep), ...own] }
  }

  const stored = (key: string) => transaction.get(runsTable, key)

  async function get(key: string): Promise<Run | undefined> {
    const run = await stored(key)
    return run && complete(run)
  }

  async function withId(id: string): Promise<readonly StoredRun[]> {
    const { keys = [] } = (await transaction.get(idsTable, id)) ?? {}
    const runs = await transaction.getAll(runsTable, keys)
    return runs.filter((run) => run !== undefined)
  }

  function push(key: string, steps: readonly RawStep[]): void {
    for (const step of steps) transaction.change('push', stepsOf(key), encode(step))
    added.set(key, [...(added.get(key) ?? []), ...steps])
  }

  function release({ key, id, sequence }: StoredRun): void {
    const member = `${String(sequence).padStart(15, '0')}:${bytesOf(key)} ${bytesOf(id)}`
    transaction.change('list', ENDED, String(sequence), member)
    transaction.change('keep-runs', String(KEPT_RUNS))
  }

  return {
    /** Marks the run as history when its DLQ entry is deleted. */
    async release(key: string): Promise<void> {
      const run = await stored(key)
      if (run) release(run)
    },

    async add({ steps, ...run }: Run): Promise<Run | undefined> {
      const others = await withId(run.id)
      const other = others.find(({ state }) => state === 'RUN_STARTED')
      if (other && run.state === 'RUN_STARTED') return complete(other)
      transaction.put(runsTable, run)
      transaction.put(idsTable, { id: run.id, keys: [...others.map(({ key }) => key), run.key] })
      push(run.key, steps)
      return undefined
    },

    get,

    async latest(id: string): Promise<Run | undefined> {
      const [latest] = (await withId(id)).toSorted(
        (a, b) => b.createdAt - a.createdAt || b.sequence - a.sequence,
      )
      return latest && complete(latest)
    },

    async append(key: string, step: RawStep): Promise<Run | undefined> {
      const run = await stored(key)
      if (run?.state !== 'RUN_STARTED') return undefined
      push(key, [step])
      return complete(run)
    },

    async note(key: string, note: RunNote): Promise<void> {
      const run = await stored(key)
      if (run && takesNote(run, note))
        transaction.put(runsTable, { ...run, notes: withNote(run, note) })
    },

    async end(key: string, ending: RunEnding): Promise<Run | undefined> {
      const run = await stored(key)
      if (run?.state !== 'RUN_STARTED') return undefined
      const over = { ...run, ...ending }
      transaction.put(runsTable, over)
      if (ending.state !== 'RUN_FAILED') release(over)
      return complete(over)
    },

    async page(filter: RunFilter, from: PageFrom): Promise<Page<Run>> {
      // No filter reads the steps, so they are fetched only for the runs of the page.
      const selects = selectorOf(runFilters, filter) as (run: StoredRun) => boolean
      const selection = { selects, texts: textsOf(filter) }
      const { items, more } = await pageOf(transaction, runsTable, selection, from)
      return { items: await Promise.all(items.map(complete)), more }
    },
  }
}
