// Finds the file of each scenario and fault. Digests of these files show which faults must be
// measured again.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Interface } from '#generated/rules.js'

const scenarioFolder = (of: Interface) => `conformance/${of}/scenarios`
const faultFolder = (of: Interface) => `mocks/faults/${of}`

const pathsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)

/** Returns the first 16 hexadecimal digits of the SHA-256. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16)

/** Returns the digests of the files with scenarios or faults of an interface, by path. */
export const digests = (of: Interface): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...pathsIn(scenarioFolder(of)), ...pathsIn(faultFolder(of))].map((path) => [
      path,
      digestOf(readFileSync(path)),
    ]),
  )

/**
 * Returns the file of each scenario by scenario id, except for scenarios that are made for every
 * schema.
 */
export const filesOfScenarios = (of: Interface) => filesOf(pathsIn(scenarioFolder(of)))

/** Returns the file of each fault by fault id. */
export const filesOfFaults = (of: Interface) => filesOf(pathsIn(faultFolder(of)))

/** Returns the file of each element of an exported list by the id of the element. */
async function filesOf(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const path of paths.filter((path) => !path.endsWith('/index.ts'))) {
    const module = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>
    for (const element of Object.values(module).filter(Array.isArray).flat() as unknown[]) {
      const id = (element as Record<string, unknown> | null)?.['id']
      if (typeof id === 'string') files.set(id, path)
    }
  }
  return files
}
