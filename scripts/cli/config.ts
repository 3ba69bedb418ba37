// Reads the file svc-contract.yaml, which has options of the verbs. The tables of the options define what
// it may contain, and its JSON schema.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import { didYouMean } from '../../conformance/core/did-you-mean.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { bytesOf } from './files.js'
import type { configOption, Option, Options, Values } from './verb.js'

/** The verbs that the file may have options of. */
const configured = ['test', 'mock', 'mutate'] as const
type Configured = (typeof configured)[number]

const defaultFile = 'svc-contract.yaml'

const mostBytes = 1_000_000

/**
 * Returns the values with those of a section of the file. An option on the command line, or in the
 * environment, wins. The file is that of `--config`, or `svc-contract.yaml` in the working folder.
 * Throws a `UsageError` with the file and the line of an unknown option or a wrong value.
 *
 * @param options the options that the section may have
 * @param own the options of a verb that shares the section and ignores its other options
 */
export function withConfig<O extends Options, Own extends Options = O>(
  verb: Configured,
  options: O,
  values: Values<Own>,
  own: Options = options,
): Values<Own> {
  const named = (values as Values<typeof configOption>).config
  if (named === undefined && !existsSync(defaultFile)) return values
  const file = named ?? defaultFile
  const text = bytesOf(file, 'configuration', mostBytes).toString('utf8')
  const found = Object.entries(optionsIn(text, file, verb, options))
  return { ...Object.fromEntries(found.filter(([name]) => Object.hasOwn(own, name))), ...values }
}

const require = createRequire(import.meta.url)

/** Returns the options of a verb in the text of a configuration file. */
export function optionsIn<O extends Options>(
  text: string,
  file: string,
  verb: Configured,
  options: O,
): Values<O> {
  // The parser is loaded only when needed, because loading it takes as long as loading a verb.
  const { parseDocument, LineCounter, isMap, isScalar } = require('yaml') as typeof Yaml
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const fail = (at: number | undefined, problem: string): never => {
    throw new UsageError(`${file}:${lines.linePos(at ?? 0).line || 1}: ${problem}`)
  }
  const [error] = document.errors
  if (error !== undefined) fail(error.pos[0], error.message)
  type Entry = readonly [name: string, value: unknown, at: number | undefined]
  const entriesOf = (node: unknown, at: number | undefined, what: string): readonly Entry[] => {
    if (node === null || (isScalar(node) && node.value === null)) return []
    if (!isMap(node)) return fail(at, `${what} must be a map, such as ${example}`)
    return node.items.map(({ key, value }): Entry => {
      const { range } = key as Yaml.Node
      return [String(isScalar(key) ? key.value : key), value, range?.[0]]
    })
  }
  const values: [string, unknown][] = []
  for (const [name, section, at] of entriesOf(document.contents, 0, 'the file')) {
    if (!configured.some((each) => each === name))
      fail(
        at,
        `there is no section "${name}"${didYouMean(name, configured)}; the sections are ${configured.join(', ')}`,
      )
    // Another verb checks its own section.
    if (name !== verb) continue
    for (const [option, node, place] of entriesOf(section, at, `"${name}"`)) {
      const known =
        Object.hasOwn(options, option) && option !== 'config' ? options[option] : undefined
      if (known === undefined) {
        const names = Object.keys(options).filter((each) => each !== 'config')
        fail(
          place,
          `${verb} has no option "${option}"${didYouMean(option, names)}; see svc-contract ${verb} --help`,
        )
      }
      const value = (node as Yaml.Node | null)?.toJS(document) as unknown
      const problem = problemOf(known!, value)
      if (problem !== undefined) fail(place, `"${option}" takes ${problem}`)
      values.push([option, inForm(known!, value)])
    }
  }
  return Object.fromEntries(values) as Values<O>
}

const example = '`test: { quick: true }`'

/** Returns the value in the form of the parser of the command line. */
const inForm = ({ value: takes, multiple }: Option, value: unknown): unknown =>
  takes === undefined ? value : multiple === true ? [value].flat().map(String) : String(value)

interface Schema {
  readonly [keyword: string]: unknown
}

interface Kind {
  /** The values in words, for messages. */
  readonly words: string
  readonly fits: (value: unknown) => boolean
  readonly schema: Schema
}

const time = /^\d+(\.\d+)?(ms|s|m|h)?$/

/** The kinds of values, by their placeholders in the help text. */
const kinds: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(
    ['N', 'PORT', 'BYTES'].map((name): [string, Kind] => [
      name,
      {
        words: 'a whole number',
        fits: (value) => Number.isInteger(value) && (value as number) >= 0,
        schema: { type: 'integer', minimum: 0 },
      },
    ]),
  ),
  ...Object.fromEntries(
    ['SECONDS', 'MS'].map((name): [string, Kind] => [
      name,
      {
        words: `a number of ${name === 'MS' ? 'milliseconds' : 'seconds'}, or a time such as 5s`,
        fits: (value) =>
          (typeof value === 'number' || typeof value === 'string') && time.test(String(value)),
        schema: {
          anyOf: [
            { type: 'number', minimum: 0 },
            { type: 'string', pattern: time.source },
          ],
        },
      },
    ]),
  ),
}

/** Returns the kind of the values of an option, without regard to lists. */
function kindOf({ value }: Option): Kind {
  if (value === undefined)
    return {
      words: 'true or false',
      fits: (given) => typeof given === 'boolean',
      schema: { type: 'boolean' },
    }
  if (kinds[value] !== undefined) return kinds[value]
  const words = value.split('|')
  if (words.length > 1 && words.every((each) => /^[a-z]+$/.test(each)))
    return {
      words: words.join(' or '),
      fits: (given) => words.some((each) => each === given),
      schema: { enum: words },
    }
  return {
    words: `text, ${value}`,
    fits: (given) => typeof given === 'string' && given !== '',
    schema: { type: 'string', minLength: 1 },
  }
}

function problemOf(option: Option, value: unknown): string | undefined {
  const { words, fits } = kindOf(option)
  const given = option.multiple === true ? [value].flat() : [value]
  const wrong = given.find((each) => !fits(each))
  if (wrong === undefined && given.length > 0 && given.every(fits)) return undefined
  const quotes = typeof wrong === 'number' || typeof wrong === 'boolean'
  const hint =
    typeof wrong === 'string' && words.includes(' or ')
      ? didYouMean(wrong, words.split(' or '))
      : ''
  const advice = quotes && words.startsWith('text') ? '; put it in quotes' : hint
  const list = option.multiple === true ? ', or a list of these' : ''
  // A text may be a token.
  const shown = typeof wrong === 'string' && hint === '' ? 'this text' : kindInWords(wrong)
  return `${words}${list}, not ${shown}${advice}`
}

function kindInWords(value: unknown): string {
  if (value === null || value === undefined) return 'an empty value'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a map' : JSON.stringify(value)
}

/** Returns the JSON schema of the file for the tables of options of all verbs. */
export const schemaOf = (tables: Readonly<Record<Configured, Options>>): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Options of svc-contract, as svc-contract.yaml has them',
  type: ['object', 'null'],
  additionalProperties: false,
  properties: Object.fromEntries(
    configured.map((verb) => [
      verb,
      {
        description: `Options of svc-contract ${verb}. Options on its command line win.`,
        type: ['object', 'null'],
        additionalProperties: false,
        properties: Object.fromEntries(
          Object.entries(tables[verb])
            .filter(([name]) => name !== 'config')
            .map(([name, option]) => [
              name,
              { description: option.about, ...schemaOfOption(option) },
            ]),
        ),
      },
    ]),
  ),
})

function schemaOfOption(option: Option): Schema {
  const { schema } = kindOf(option)
  if (option.multiple !== true) return schema
  return { anyOf: [schema, { type: 'array', items: schema, minItems: 1 }] }
}
