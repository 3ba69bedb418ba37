// Files that the mock replaces: the dotenv file of --write-env and the file of --state.

import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { UsageError } from '../../../conformance/core/usage-error.js'

/**
 * Replaces a file in one step, so that it is never half written. A link stays a link. A new file can be
 * read only by its owner, because it contains tokens or data. Throws a `UsageError` that names the option
 * if the file cannot be written.
 */
export function replaceFile(
  file: string,
  text: string,
  option: '--write-env' | '--state',
  encoding: 'latin1' | 'utf8' = 'utf8',
): void {
  attempt(`${option} cannot write ${file}`, () => {
    const place = existsSync(file) ? realpathSync(file) : file
    const mode = existsSync(place) ? statSync(place).mode & 0o777 : 0o600
    const draft = `${place}.${randomUUID()}.tmp`
    try {
      writeFileSync(draft, text, { encoding, mode, flag: 'wx' })
      renameSync(draft, place)
    } catch (error) {
      rmSync(draft, { force: true })
      throw error
    }
  })
}

/** Calls `act`. Converts its error to a `UsageError` that begins with `what`. */
export function attempt<T>(what: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new UsageError(`${what}: ${(error as Error).message}`)
  }
}
