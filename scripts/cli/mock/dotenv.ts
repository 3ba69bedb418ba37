// A dotenv file in which the mock owns a block of lines between two comments. All other bytes of the file
// stay as they are.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { attempt } from './replace-file.js'

const BEGIN = '# svc-contract mock: begin. The mock replaces these lines at each start.'
const END = '# svc-contract mock: end.'
const IS_BEGIN = /^# svc-contract mock: begin\b/
const IS_END = /^# svc-contract mock: end\b/

/** A variable outside of the block, with the number of its line from 1. */
interface OwnVariable {
  readonly name: string
  readonly value: string
  readonly line: number
}

/** A dotenv file. Its text has one character for each byte. */
export interface Dotenv {
  readonly before: string
  readonly after: string
  readonly own: readonly OwnVariable[]
  /** Returns true if a line is before the block. */
  readonly isBefore: (line: number) => boolean
}

/** Reads a file, which need not exist. Throws a `UsageError` if the file cannot be used. */
export function readDotenv(file: string): Dotenv {
  const lines = textOf(file).split(/(?<=\n)/)
  const begins = lines.findIndex((line) => IS_BEGIN.test(line))
  const ends = lines.findIndex((line) => IS_END.test(line))
  const markers = lines.filter((line) => IS_BEGIN.test(line) || IS_END.test(line)).length
  if (markers > 0 && (markers !== 2 || begins < 0 || ends < begins))
    throw new UsageError(
      `--write-env: ${file} has a part of the lines of a mock; remove the comments ` +
        '"# svc-contract mock: begin" and "# svc-contract mock: end", and the lines between them',
    )
  const [start, end] = begins < 0 ? [lines.length, lines.length] : [begins, ends + 1]
  const own = lines.flatMap((text, at): OwnVariable[] => {
    if (at >= start && at < end) return []
    const [, name, value] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*[=:]\s*(.*?)\s*$/.exec(text) ?? []
    if (name === undefined || value === undefined) return []
    return [{ name, value: value.replace(/^(['"`])(.*)\1.*$/, '$2'), line: at + 1 }]
  })
  return {
    before: lines.slice(0, start).join(''),
    after: lines.slice(end).join(''),
    own,
    isBefore: (line) => line <= start,
  }
}

function textOf(file: string): string {
  if (!existsSync(file)) {
    const folder = dirname(file)
    if (existsSync(folder) && statSync(folder).isDirectory()) return ''
    throw new UsageError(`--write-env: there is no folder ${folder} for the file ${file}`)
  }
  if (!statSync(file).isFile()) throw new UsageError(`--write-env: ${file} is not a file`)
  return attempt(`--write-env cannot read ${file}`, () => readFileSync(file, 'latin1'))
}

/** Returns the text of a file with these variables in its block. A new block is at the end. */
export function withBlock(
  { before, after }: Dotenv,
  variables: Readonly<Record<string, string>>,
): string {
  const newline = /\r\n/.test(before + after) ? '\r\n' : '\n'
  const gap = before === '' || before.endsWith('\n') ? '' : newline
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`)
  return `${before}${gap}${[BEGIN, ...lines, END].join(newline)}${newline}${after}`
}

/** Returns a value for a dotenv file. Throws if it contains every kind of quote. */
function quoted(value: string): string {
  if (/^[\w.:/@%+=,~-]*$/.test(value)) return value
  const quote = ["'", '"', '`'].find((each) => !value.includes(each))
  if (quote === undefined)
    throw new UsageError('--write-env cannot write a token that contains all of \', " and `')
  return `${quote}${value}${quote}`
}
