// Reading what a user names on the command line: files, with errors that say what, where and
// what to do.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { dialects, type Dialect } from '#generated/dialects.js'
import { parse as parseYaml } from 'yaml'
import {
  expectationsOf,
  parseExpectations,
  type Expectation,
} from '../../conformance/expectations.js'
import type { Provider } from '../../conformance/provider.js'
import { readReport, type NamedReport } from '../../conformance/read-report.js'
import { UsageError } from '../../conformance/usage-error.js'

function readText(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`cannot read the ${what} ${file}: ${(error as Error).message}`)
  }
}

function readYaml(file: string, what: string): unknown {
  const text = readText(file, what)
  try {
    return parseYaml(text) as unknown
  } catch (error) {
    throw new UsageError(`the ${what} ${file} is not valid YAML: ${(error as Error).message}`)
  }
}

/** A JSON report that a run has left. */
export const readReportFile = (file: string): NamedReport =>
  readReport(readText(file, 'report'), file)

/** A list of known failures: YAML where the file's name says so, else one entry a line. */
export function readExpectations(file: string): readonly Expectation[] {
  const what = 'list of expected failures'
  return /\.ya?ml$/.test(file)
    ? expectationsOf(readYaml(file, what), file)
    : parseExpectations(readText(file, what), file)
}

/**
 * A dialect by name, or from a YAML or JSON file that says what differs from `svc`:
 * `{ name: acme, headerPrefix: Acme-, queryPrefix: acme- }`.
 */
export function readDialect(nameOrFile = 'svc'): Dialect {
  if (Object.hasOwn(dialects, nameOrFile)) return dialects[nameOrFile as keyof typeof dialects]
  const what = 'dialect'
  const value = readYaml(nameOrFile, what)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`the dialect ${nameOrFile} must be a map of settings`)
  for (const [setting, given] of Object.entries(value)) {
    const own: unknown = Object.hasOwn(dialects.svc, setting)
      ? dialects.svc[setting as keyof Dialect]
      : undefined
    if (own === undefined)
      throw new UsageError(
        `the dialect ${nameOrFile} has an unknown setting "${setting}"; there are ${Object.keys(dialects.svc).join(', ')}`,
      )
    if (typeof given !== typeof own)
      throw new UsageError(
        `the dialect ${nameOrFile} sets ${setting} to ${JSON.stringify(given)}; it takes a value like ${JSON.stringify(own)}`,
      )
  }
  return { ...dialects.svc, name: nameOrFile, ...value }
}

/** A provider module: its default export has any of the abilities. */
export async function readProvider(file: string): Promise<Provider> {
  try {
    const module = (await import(pathToFileURL(resolve(file)).href)) as {
      default?: Provider | null
    }
    if (typeof module.default !== 'object' || module.default === null)
      throw new Error('its default export is no object of abilities')
    return { ...module.default, name: file }
  } catch (error) {
    throw new UsageError(`cannot use the provider ${file}: ${(error as Error).message}`)
  }
}
