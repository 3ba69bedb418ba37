// The environment variables that clients of a dialect read, and the dotenv file of --write-env.

import type { Dialect } from '#generated/dialects.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import type { Mock, PrismMock, QueueAccess } from '../../../mocks/index.js'
import { devModeProblem } from '../../../mocks/start/dev-mode.js'
import { readDialect } from '../files.js'
import { readDotenv, withBlock } from './dotenv.js'
import type { MockValues } from './options.js'
import { replaceFile } from './replace-file.js'

/** The variables of an environment, in order. */
export type Environment = Readonly<Record<string, string>>

/** The file that was written, and remarks about its other variables. */
export interface WrittenFile {
  readonly file: string
  readonly notes: readonly string[]
}

/** Returns the environment variables that clients of the dialect read, with their values. */
export function environmentOf(
  { environment }: Dialect,
  { kv, queue }: Mock | PrismMock,
): Environment {
  const { signingKeys } = queue as Partial<Pick<QueueAccess, 'signingKeys'>>
  const values: Readonly<Record<string, string | undefined>> = {
    kvUrl: kv.url,
    kvToken: kv.token,
    queueUrl: queue.url,
    queueToken: queue.token,
    currentSigningKey: signingKeys?.current,
    nextSigningKey: signingKeys?.next,
  }
  const named = Object.entries(environment).flatMap(([name, variables]) =>
    [variables].flat().map((variable) => [variable, values[name]]),
  )
  return Object.fromEntries(named.filter(([, value]) => value !== undefined)) as Environment
}

/**
 * Checks the file of `--write-env`. Returns undefined without the option. Throws a `UsageError` if the
 * file cannot be written, before the mock starts.
 */
export function readyFile({ 'write-env': file, dialect: name }: MockValues) {
  if (file === undefined) return undefined
  const dialect = readDialect(name)
  if (Object.keys(dialect.environment).length === 0)
    throw new UsageError(
      `--write-env has nothing to write: the dialect ${dialect.name} names no environment variables; ` +
        'use --dialect upstash, or a dialect file with "environment"',
    )
  readDotenv(file)
  return {
    /** Writes the variables of a mock. */
    async write(mock: Mock | PrismMock): Promise<WrittenFile> {
      const environment = environmentOf(dialect, mock)
      const before = readDotenv(file)
      replaceFile(file, withBlock(before, environment), '--write-env', 'latin1')
      return { file, notes: notesOn(before, environment, mock) }
    },
  }
}

/** Returns remarks on variables that the file also has outside of the lines of the mock. */
function notesOn(
  { own, isBefore }: ReturnType<typeof readDotenv>,
  environment: Environment,
  { queue }: Mock | PrismMock,
): string[] {
  const doubles = own.filter(({ name }) => Object.hasOwn(environment, name))
  const others = Object.fromEntries(own.map(({ name, value }) => [name, value]))
  const problem = devModeProblem(others, queue)
  return [
    ...doubles.map(({ name, line }) =>
      isBefore(line)
        ? `${name} is also in line ${line}; the later line, of the mock, wins`
        : `${name} is also in line ${line}; this later line wins, so remove it to use the mock`,
    ),
    ...(problem === undefined ? [] : [`warning: ${problem}`]),
  ]
}
