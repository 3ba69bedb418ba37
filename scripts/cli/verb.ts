// Verbs of the command (subcommands such as `test`) and their options. One table defines the help,
// the parser and the environment variables.

import { parseArgs } from 'node:util'
import { didYouMean, misspeltNameOf } from '../../conformance/core/did-you-mean.js'
import { UsageError } from '../../conformance/core/usage-error.js'

/** An option. An option without `value` is a flag. */
export interface Option {
  /** The placeholder for the value in the help text. */
  readonly value?: string
  readonly about: string
  /** True if the option may be given more than once. */
  readonly multiple?: true
  /** The environment variable that is used if the option is missing. */
  readonly env?: string
}

export type Options = Readonly<Record<string, Option>>

/** The option of the verbs that read a configuration file, as `config.ts` does. */
export const configOption = {
  config: { value: 'FILE', about: 'YAML file with options (svc-contract.yaml, if it exists)' },
} as const satisfies Options

/** The parsed values: lists for repeatable options, booleans for flags, otherwise strings. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]?: O[Name] extends { multiple: true }
    ? readonly string[]
    : O[Name] extends { value: string }
      ? string
      : boolean
}

export interface Verb {
  readonly summary: string
  /** The positional arguments in the usage line. */
  readonly positionals: string
  /** The arguments after the options in the usage line. */
  readonly last?: string
  readonly options: Options
  /** The options in groups with titles, for the help text. By default, all are in one group. */
  readonly groups?: Readonly<Record<string, Options>>
  /** Lines for the help text, after the options. */
  readonly notes?: readonly string[]
  /** Complete command lines for the help text, each after a comment. */
  readonly examples?: readonly (readonly [comment: string, line: string])[]
  /** Runs the verb and resolves with the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>
}

/** The options of another verb, which users may try. */
interface OtherVerb {
  readonly verb: string
  readonly options: Options
}

/**
 * Parses the arguments of a verb. Throws a `UsageError` that describes an invalid argument. An option
 * that only `other` has gets a message that names the other verb.
 */
export function read<const O extends Options>(
  args: readonly string[],
  options: O,
  other?: OtherVerb,
): { readonly values: Values<O>; readonly positionals: readonly string[] } {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    // The parser is not strict, because the code below reports problems.
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, multiple }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', multiple: multiple ?? false },
      ]),
    ),
  })
  for (const token of tokens) {
    const problem = token.kind === 'option' ? problemOf(token, options, other) : undefined
    if (problem !== undefined) throw new UsageError(`${problem}; see --help`)
  }
  const again = givenTwice(tokens.filter(({ kind }) => kind === 'option') as GivenOption[], options)
  if (again !== undefined)
    throw new UsageError(`${again} is given twice with different values; give it once`)
  const fromEnvironment = Object.entries(options).flatMap(([name, { env }]) => {
    const value = env === undefined ? undefined : process.env[env]
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  return {
    values: { ...Object.fromEntries(fromEnvironment), ...values } as Values<O>,
    positionals,
  }
}

interface GivenOption {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

/**
 * Returns the problem with an option. The text does not contain the value, because the value may be
 * a token.
 */
function problemOf(
  { name, rawName, value, inlineValue }: GivenOption,
  options: Options,
  other: OtherVerb | undefined,
): string | undefined {
  if (other !== undefined && Object.hasOwn(other.options, name) && !Object.hasOwn(options, name))
    return `${rawName} is an option of ${other.verb}; remove it here`
  if (!Object.hasOwn(options, name))
    return `there is no option ${rawName}${didYouMean(
      rawName,
      Object.keys(options).map((each) => `--${each}`),
    )}`
  const wanted = options[name]?.value
  if (wanted === undefined) return value === undefined ? undefined : `${rawName} takes no value`
  if (value === undefined) return `${rawName} takes a value, ${wanted}`
  // The value may be the next option by mistake.
  if (inlineValue !== true && /^-./.test(value))
    return `${rawName} takes a value, ${wanted}; one that begins with a dash is written ${rawName}=VALUE`
  return undefined
}

/** Returns an option that takes one value and has two, of which one would be ignored. */
const givenTwice = (given: readonly GivenOption[], options: Options): string | undefined =>
  given.find(
    ({ name, value }) =>
      options[name]?.multiple !== true &&
      given.some((other) => other.name === name && other.value !== value),
  )?.rawName

/**
 * Returns the environment variables that are set but empty, of options without a value. A missing
 * secret of a CI system is an example.
 */
export const emptyVariables = <O extends Options>(
  options: O,
  values: Values<O>,
): readonly string[] =>
  Object.entries(options).flatMap(([name, { env }]) =>
    env !== undefined && process.env[env] === '' && values[name] === undefined ? [env] : [],
  )

/**
 * Throws a `UsageError` for an environment variable that is a misspelt variable of an option without
 * a value. Unlike `refuseMisspeltVariables`, ignores variables that only resemble one, because a run
 * with a target may share its environment with other programs.
 */
export function refuseMistypedVariables<O extends Options>(options: O, values: Values<O>): void {
  const entries = Object.entries(options)
  const known = entries.flatMap(([, { env }]) => env ?? [])
  const unset = entries.flatMap(([name, { env }]) =>
    env === undefined || values[name] !== undefined ? [] : [env],
  )
  for (const name of Object.keys(process.env)) {
    if (!name.startsWith('SVC_') || known.includes(name)) continue
    const meant = misspeltNameOf(name, unset)
    if (meant !== undefined) throw misspelt(name, ` (did you mean ${meant}?)`)
  }
}

const misspelt = (name: string, hint: string) =>
  new UsageError(`no option reads the variable ${name}${hint}; correct or unset it`)

/**
 * Throws a `UsageError` for an environment variable whose name is almost that of an option, because
 * its value would be missing without a word.
 */
export function refuseMisspeltVariables(options: Options): void {
  const known = Object.values(options).flatMap(({ env }) => env ?? [])
  for (const name of Object.keys(process.env)) {
    if (!/^SVC_(KV|QUEUE)_/.test(name) || known.includes(name)) continue
    const hint = didYouMean(name, known)
    if (hint !== '') throw misspelt(name, hint)
  }
}

/** The longest wait of a Node timer, in milliseconds. A timer with a longer wait fires at once. */
const longestTimer = 2 ** 31 - 1

/** Parses a whole number from `least` to `most`. Returns `otherwise` if the option is missing. */
export function wholeNumber(
  name: string,
  value: string | undefined,
  otherwise: number,
  least = 0,
  most = Number.MAX_SAFE_INTEGER,
): number {
  if (value === undefined) return otherwise
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not "${value}"`)
  return number
}

/** The units of a time, in milliseconds. */
const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/**
 * Parses a time such as `5s` or `1.5s`, or a number of `unit`. The limits are in `unit`. Returns
 * whole milliseconds.
 */
export function time(
  name: string,
  value: string | undefined,
  unit: 'ms' | 's',
  otherwise: number,
  least = 0,
): number {
  const [, number, suffix = unit] =
    /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(value ?? `${otherwise}`) ?? []
  const exact = Number(number) * units[suffix as keyof typeof units]
  // A product such as 1.001 * 1000 is not exact.
  const ms = Math.abs(exact - Math.round(exact)) < 1e-6 ? Math.round(exact) : NaN
  if (!(ms >= least * units[unit] && ms <= longestTimer))
    throw new UsageError(
      `--${name} takes ${unit === 's' ? 'seconds' : 'milliseconds'} or a time such as 5s, from ${least} to ${Math.floor(longestTimer / units[unit])} ${unit}, not "${value}"`,
    )
  return ms
}

/** Returns the value if it is one of `values`. Returns the first of `values` if the option is missing. */
export function oneOf<const V extends string>(
  name: string,
  value: string | undefined,
  values: readonly V[],
): V {
  const found = values.find((each) => each === (value ?? values[0]))
  if (found === undefined)
    throw new UsageError(
      `--${name} takes ${values.join(' or ')}, not "${value ?? ''}"${didYouMean(value ?? '', values)}`,
    )
  return found
}

/** Returns the help text of a verb. */
export function helpOf(name: string, verb: Verb): string {
  const { summary, positionals, last, options, groups = { Options: options } } = verb
  const { notes = [], examples = [] } = verb
  const sections = Object.entries(groups).map(([title, members]) => ({
    title,
    rows: Object.entries(members).map(
      ([option, { value, about, env }]) =>
        [
          `  --${option}${value === undefined ? '' : ` ${value}`}`,
          env === undefined ? about : `${about} [${env}]`,
        ] as const,
    ),
  }))
  const width = Math.max(...sections.flatMap(({ rows }) => rows.map(([left]) => left.length))) + 2
  return [
    ['Usage: svc-contract', name, positionals, '[options]', last].filter(Boolean).join(' '),
    '',
    summary,
    ...sections
      .filter(({ rows }) => rows.length > 0)
      .flatMap(({ title, rows }) => [
        '',
        `${title}:`,
        ...rows.map(([left, right]) => left.padEnd(width) + right),
      ]),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    ...(examples.length === 0 ? [] : ['', 'Examples:']),
    ...examples.flatMap(([comment, line]) => [`  # ${comment}`, `  svc-contract ${line}`]),
  ].join('\n')
}
