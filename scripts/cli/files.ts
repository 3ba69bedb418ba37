// Reads files that are options of the command.

import { closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { dialects, type Dialect } from '#generated/dialects.js'
import type * as Yaml from 'yaml'
import {
  abilities,
  type Abilities,
  type Ability,
  type Provider,
} from '../../conformance/provider/provider.js'
import { didYouMean } from '../../conformance/core/did-you-mean.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { transfer } from './pipe.js'

const require = createRequire(import.meta.url)

const MB = 1_000_000

/** The largest files in bytes. A larger one is a mistake, or a device without an end. */
const largest = { 'list of known failures': 4 * MB, dialect: MB, seed: 256 * MB, report: 256 * MB }

type What = keyof typeof largest

/** Reads a text file. Throws a `UsageError` if it cannot be read or is too large. */
export function readText(file: string, what: What): string {
  const bytes = bytesOf(file, what, largest[what] + 1)
  if (bytes.length > largest[what])
    throw new UsageError(
      `the ${what} ${file} is larger than ${largest[what] / MB} MB; is it the right file?`,
    )
  return bytes.toString('utf8')
}

/** Reads at most this number of bytes of a file. Throws a `UsageError` if it cannot be read. */
export function bytesOf(file: string, what: string, most: number): Buffer {
  const chunks: Buffer[] = []
  try {
    const isPipe = statSync(file).isFIFO()
    const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      for (let left = most; left > 0;) {
        const chunk = Buffer.alloc(Math.min(left, MB))
        // A pipe is empty until its writer has opened it.
        const isEarly = isPipe && left === most
        const read = transfer(() => readSync(opened, chunk), { isEarly, problem: noWriter })
        if (read === 0) break
        chunks.push(chunk.subarray(0, read))
        left -= read
      }
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    const { message } = error as Error
    const reason = message.replace(/, (open|read)( '.*')?$/s, '')
    throw new UsageError(`cannot read the ${what} ${file}: ${reason}`)
  }
  return Buffer.concat(chunks)
}

const noWriter = 'nothing came from it for 10 s'

/** Reads a YAML file, of which JSON is a part. Throws a `UsageError` if it is not valid. */
export function readYaml(file: string, what: What): unknown {
  const text = readText(file, what)
  // The parser is loaded only when needed, because few runs need it and loading it takes as long as
  // loading the rest of a verb.
  const { parse } = require('yaml') as typeof Yaml
  try {
    return parse(text) as unknown
  } catch (error) {
    const [format, problem] = file.endsWith('.json')
      ? ['JSON', problemOfJson(text) ?? error]
      : ['YAML', error]
    // The message of the parser ends with the line of the mistake and an empty line.
    const { message } = problem as Error
    throw new UsageError(`the ${what} ${file} is not valid ${format}: ${message.trimEnd()}`)
  }
}

/** Returns the error of a text that is not JSON. */
function problemOfJson(text: string): unknown {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error
  }
}

/** Reads the data of a mock. The file is YAML, of which JSON is a part. */
export function readSeed(file: string): unknown {
  const seed = readYaml(file, 'seed')
  if (seed === null) throw new UsageError(`the seed ${file} is empty`)
  return seed
}

/**
 * Returns a dialect by name or from a file. A YAML or JSON file has the differences from the
 * dialect `svc`: `{ name: acme, headerPrefix: Acme-, queryPrefix: acme- }`.
 */
export function readDialect(nameOrFile = 'svc'): Dialect {
  if (Object.hasOwn(dialects, nameOrFile)) return dialects[nameOrFile as keyof typeof dialects]
  const what = 'dialect'
  const names = Object.keys(dialects)
  if (!existsSync(nameOrFile))
    throw new UsageError(
      `there is no dialect and no file "${nameOrFile}"${didYouMean(nameOrFile, names)}; --dialect takes ${names.join(', ')} or a file`,
    )
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
    if (typeof given !== typeof own || (typeof given === 'number' && !(given > 0)))
      throw new UsageError(
        `the dialect ${nameOrFile} sets ${setting} to ${JSON.stringify(given)}; it takes a value like ${JSON.stringify(own)}`,
      )
  }
  const dialect: Dialect = { ...dialects.svc, name: nameOrFile, ...value }
  checkEnvironment(dialect.environment, nameOrFile)
  return dialect
}

function checkEnvironment(environment: Dialect['environment'], file: string): void {
  const names = Object.keys(dialects.upstash.environment)
  for (const [name, variable] of Object.entries<unknown>(environment))
    if (!names.includes(name) || ![variable].flat().every(isVariable))
      throw new UsageError(
        `the dialect ${file} sets environment.${name} to ${JSON.stringify(variable)}; ` +
          `expected names of environment variables for ${names.join(', ')}`,
      )
}

const isVariable = (name: unknown) => typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name)

/** A check for each ability that is not a function. */
const kinds: Partial<Record<Ability, readonly [what: string, is: (value: unknown) => boolean]>> = {
  runs: ['true', (value) => value === true],
  dedicatedAccount: ['true', (value) => value === true],
  kvMaxRequestSize: ['a number of bytes', (value) => Number.isInteger(value)],
  clock: ['{ now, advance }', hasFunctions('now', 'advance')],
  dailyRequests: ['{ leave, restore }', hasFunctions('leave', 'restore')],
}

function hasFunctions(...names: readonly string[]) {
  return (value: unknown) =>
    names.every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'function')
}

const isFunction = (value: unknown): boolean => typeof value === 'function'

/** Imports a provider module. The default export of the module has the abilities. */
export async function readProvider(file: string): Promise<Provider> {
  try {
    if (!existsSync(file)) throw new Error('there is no such file')
    const module = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown }
    return { ...abilitiesIn(module.default), name: file }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const hint = existsSync(file) ? '' : didYouMean(file, ['mock', 'protocol', 'none'])
    throw new UsageError(`cannot use the provider ${file}: ${reason}${hint}`)
  }
}

/** Returns the export as abilities. Throws an error if the export has another type. */
function abilitiesIn(exported: unknown): Abilities {
  if (typeof exported !== 'object' || exported === null)
    throw new Error(
      'the default export of the module is not an object of abilities such as { group, reset }',
    )
  const unknown = Object.keys(exported).find(
    (name) => name !== 'name' && !Object.hasOwn(abilities, name),
  )
  if (unknown !== undefined)
    throw new Error(
      `it has "${unknown}", which is not an ability; there are ${Object.keys(abilities).join(', ')}`,
    )
  for (const name of Object.keys(abilities) as readonly Ability[]) {
    const value = (exported as Readonly<Record<string, unknown>>)[name]
    const [what, is] = kinds[name] ?? ['a function', isFunction]
    if (value !== undefined && !is(value))
      throw new Error(`its "${name}" must be ${what}, not ${typeof value}`)
  }
  return exported
}
