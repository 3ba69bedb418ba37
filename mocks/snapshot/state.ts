// Saves, restores and seeds the interfaces of a mock.

import { setTime, type AlarmClock } from '../clock.js'
import type { ControlRoutes } from '../control.js'
import { Refusal } from '../http/refusal.js'
import type { SavedDatabase } from '../kv/saved.js'
import type { SavedStore } from '../queue/store/memory/memory-store.js'
import type { RunningMock } from '../running.js'
import { addSeed, type Seed, type SeedLists } from './seed.js'
import { isSnapshotFile, Snapshot, stateIn, type SavedState } from './snapshot.js'

/** An interface whose state can be saved and seeded. */
export interface Stateful<Saved> {
  readonly lists: SeedLists
  /** Undefined if the data is on a Redis. */
  readonly saving:
    | {
        save(): Saved
        /** Adds saved content to an interface that has just been reset. */
        load(saved: Saved): Promise<void>
      }
    | undefined
}

/** The interfaces of a mock. */
export interface StatefulParts {
  readonly kv?: Stateful<SavedDatabase> | undefined
  readonly queue?: Stateful<SavedStore> | undefined
}

/** The functions of a mock that read and change its whole state. */
export interface StateAccess {
  /**
   * Returns the state of the mock: data, waiting messages, runs, the DLQ and the time. Throws an Error
   * if the data is on a Redis, or after the end of the mock.
   *
   * @example
   * const snapshot = mock.snapshot()
   * afterEach(() => mock.restore(snapshot))
   */
  readonly snapshot: () => Snapshot
  /**
   * Replaces the state of the mock by that of a snapshot, or of its parsed JSON. A virtual clock
   * gets the time of the snapshot, also back. Rejects with a RangeError for any other value, and keeps
   * the state then.
   */
  readonly restore: (snapshot: unknown) => Promise<void>
  /**
   * Adds data to the mock. Rejects with a RangeError that has the path of a wrong value in the seed.
   *
   * @example
   * await mock.seed({ kv: { commands: [['SET', 'user:ada', 'new']] } })
   */
  readonly seed: (seed: Seed) => Promise<void>
}

export function stateAccess(
  parts: StatefulParts,
  {
    clock,
    running,
  }: {
    readonly clock: AlarmClock
    readonly running: () => Pick<RunningMock, 'assertOpen' | 'lifecycle'>
  },
): StateAccess {
  const assertInMemory = () => {
    for (const [name, part] of Object.entries(
      parts as Readonly<{ [name: string]: Stateful<unknown> }>,
    ))
      if (part.saving === undefined)
        throw new RangeError(
          `a snapshot needs data in memory, and the data of ${name} is on a Redis: ` +
            'save that with the tools of Redis, or use a seed with commands',
        )
  }

  async function restoreState({ now, kv, queue }: SavedState): Promise<void> {
    assertInMemory()
    await running().lifecycle.reset()
    setTime(clock, now)
    if (kv) await parts.kv?.saving?.load(kv)
    if (queue) await parts.queue?.saving?.load(queue)
  }

  function savedState(): SavedState {
    running().assertOpen()
    assertInMemory()
    return {
      now: clock.now(),
      kv: parts.kv?.saving?.save(),
      queue: parts.queue?.saving?.save(),
    }
  }

  /** Restores a state that somebody may have changed. If that fails, the state before is restored. */
  async function restoreJson(json: unknown): Promise<void> {
    const state = stateIn(json)
    const before = savedState()
    try {
      await restoreState(state)
    } catch (error) {
      await restoreState(before)
      throw error
    }
  }

  return {
    snapshot: () => new Snapshot(savedState()),

    restore: async (snapshot) =>
      snapshot instanceof Snapshot
        ? restoreState(Snapshot.stateOf(snapshot))
        : restoreJson(snapshot),

    async seed(seed) {
      running().assertOpen()
      return isSnapshotFile(seed)
        ? restoreJson(seed)
        : addSeed(seed, {
            lists: Object.fromEntries(
              Object.entries(parts as Readonly<{ [name: string]: Stateful<unknown> }>).map(
                ([name, { lists }]) => [name, lists],
              ),
            ),
            setTime: (now) => setTime(clock, now),
          })
    },
  }
}

/** Returns the control routes of snapshots and seeds. */
export function stateControls(access: StateAccess): ControlRoutes {
  const refused = async <T>(act: () => T | Promise<T>): Promise<T> => {
    try {
      return await act()
    } catch (error) {
      throw error instanceof RangeError ? new Refusal(400, error.message) : error
    }
  }
  return {
    'GET /snapshot': () => refused(() => access.snapshot()),

    /** Replaces the state by that of a snapshot, which is the body. */
    'POST /restore': ({ input }) => refused(() => access.restore(input).then(() => ({}))),

    /** Adds the data of a seed, which is the body. */
    'POST /seed': ({ input }) => refused(() => access.seed(input as Seed).then(() => ({}))),
  }
}
