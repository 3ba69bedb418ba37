// The file of --state: the state of the mock, loaded at the start, and written while it runs and at its end.

import { existsSync, statSync } from 'node:fs'
import { UsageError } from '../../../conformance/core/usage-error.js'
import type { AlarmClock, Mock } from '../../../mocks/index.js'
import { isVirtual } from '../../../mocks/clock.js'
import { bytesOf } from '../files.js'
import { attempt, replaceFile } from './replace-file.js'

/** The shortest time between two writes in milliseconds. */
const EVERY = 3000

/** A write takes at most this part of the time, because the mock does not respond during a write. */
const SHARE = 0.05

/** The largest file in bytes. A longer text is not possible. */
const LARGEST = 2 ** 29 - 25

/** Returns the state in a file, or undefined if there is no file yet. Throws a `UsageError` for any other file. */
export function readState(file: string): unknown {
  if (!existsSync(file)) return undefined
  const text = bytesOf(file, 'state', LARGEST).toString()
  return attempt(`--state: ${file} is not a state of a mock`, () => JSON.parse(text) as unknown)
}

/** Restores a state. Ends the mock and rejects with a `UsageError` if the state is wrong. */
export async function restoreState(
  mock: Mock<AlarmClock>,
  state: unknown,
  file: string,
): Promise<void> {
  try {
    await mock.restore(state)
  } catch (error) {
    await mock.close()
    if (!(error instanceof RangeError)) throw error
    throw new UsageError(
      `--state: ${file} is not a state that this version can load: ${error.message}; ` +
        'move the file away to start without data',
    )
  }
}

function versionOf(file: string): string {
  const { ino, mtimeMs } = statSync(file)
  return `${ino} ${mtimeMs}`
}

/**
 * Writes the state of a mock to a file: now, every few seconds if it has changed, and at the end. Throws
 * a `UsageError` if the first write fails. Later failures call `warn` once in a row.
 *
 * @returns a function that writes the last state. Call it before the mock ends
 */
export function keepState(
  mock: Mock<AlarmClock>,
  file: string,
  warn: (problem: string) => void,
): () => void {
  let written = ''
  /** The version of the file that this mock has written. */
  let own: string | undefined
  let isFailing = false

  function write(): void {
    const { now, ...state } = mock.snapshot().toJSON() as { readonly now: number }
    // Real time always changes, and has no effect on a state.
    const known = JSON.stringify(isVirtual(mock.clock) ? { now, ...state } : state)
    if (known === written) return
    if (own !== undefined && existsSync(file) && versionOf(file) !== own)
      throw new UsageError(
        `--state: another process has written ${file}, so this mock no longer does; give each mock a file of its own`,
      )
    replaceFile(file, `${JSON.stringify({ now, ...state })}\n`, '--state')
    written = known
    own = versionOf(file)
  }

  function tryToWrite(): void {
    try {
      write()
      isFailing = false
    } catch (error) {
      if (!isFailing) warn((error as Error).message)
      isFailing = true
    }
  }

  function later(after: number): NodeJS.Timeout {
    return setTimeout(() => {
      const start = performance.now()
      tryToWrite()
      timer = later(Math.max(EVERY, (performance.now() - start) / SHARE))
    }, after).unref()
  }

  write()
  let timer = later(EVERY)
  return () => {
    clearTimeout(timer)
    tryToWrite()
  }
}
