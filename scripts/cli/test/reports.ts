// Writes the files of a run.

import {
  accessSync,
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { basename, dirname, join, resolve } from 'node:path'
import {
  changeInWords,
  expectationsAfter,
  inEditedLines,
  inLines,
  inYaml,
  transientHint,
} from '../../../conformance/report/expectations.js'
import { scenarios as all, type Expectation, type Report } from '../../../conformance/index.js'
import { cut } from '../../../conformance/report/clip.js'
import { isCutShort } from '../../../conformance/report/gone.js'
import { reporters, type ReporterName } from '../../../conformance/report/reporters/index.js'
import { whyUnjudged } from '../../../conformance/report/unjudged.js'
import { didYouMean } from '../../../conformance/core/did-you-mean.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { complain } from '../complain.js'
import { bytesOf } from '../files.js'
import { inEditedYaml, isYaml, readExpectations } from '../report-files.js'
import { transfer } from '../pipe.js'
import type { TestValues } from './options.js'

/** A file, and a function that returns its content after the run. */
export interface Output {
  readonly file: string
  readonly textOf: (report: Report) => string
  /** True if the text is appended to the file. */
  readonly appended?: true
  /** Returns a sentence about the content, to print when the file is written. */
  readonly sentenceOf?: (report: Report) => string
  /** True if the file stays unchanged when the run could not check its target. */
  readonly ofJudgedOnly?: true
}

const isName = (name: string): name is ReporterName => Object.hasOwn(reporters, name)

type OutputValues = Pick<TestValues, 'report' | 'write-known-failing'>

/**
 * Returns the files that the options require. A written list of known failures keeps the entries
 * that the run did not check. Throws a `UsageError` for an unknown kind, a file that cannot be
 * written, and a file that occurs twice.
 */
export function outputsOf(
  values: OutputValues,
  known: readonly Expectation[] = [],
): readonly Output[] {
  const list = values['write-known-failing']
  if (list !== undefined && existsSync(list) && !isRegularFile(list))
    throw new UsageError(`--write-known-failing takes a regular file, and ${list} is none`)
  const present = list === undefined ? [] : presentIn(list)
  const outputs = [
    ...(values.report ?? []).map(reportOf),
    ...(list === undefined ? [] : [listOf(list, present, known)]),
  ]
  for (const { file } of outputs) mustBeWritable(file)
  refuseSharedFiles(values, [])
  return outputs
}

/** A file that the command reads, and the option that names it. */
export interface Input {
  readonly option: string
  readonly file: string | undefined
}

/**
 * Deletes the reports of an earlier run that have the names of new ones. It is called before any other
 * check of the options: after a usage error, or if the run is killed, the old reports would look like
 * its own. A list of known failures stays. Throws a `UsageError`, and deletes nothing, if a report
 * would replace one of `inputs`, another report or a file that is no report, such as package.json.
 */
export function deleteOldReports(values: OutputValues, inputs: readonly Input[] = []): void {
  refuseSharedFiles(values, inputs)
  const old = (values.report ?? [])
    .map(partsOf)
    .filter(([kind, file]) => isName(kind) && file !== '-' && obstacleTo(file) === undefined)
  for (const [kind, file] of old) refuseOtherFile(kind as ReporterName, file)
  for (const [, file] of old) deleteFile(file)
}

/** Throws a `UsageError` if a report would replace a file that is no report of this kind. */
export function refuseOtherFile(kind: ReporterName, file: string): void {
  if (isRegularFile(file) && !beginnings[kind].test(beginningOf(file)))
    throw new UsageError(
      `--report ${kind}=${file} would replace a file that is no ${kind} report; delete it, or write to another file`,
    )
}

/** Returns the beginning of a file, without its white space. */
const beginningOf = (file: string) =>
  bytesOf(file, 'old report', 64 * 1024)
    .toString()
    .trimStart()

/** The beginning of a file that a report may replace. Markdown and text may begin with anything. */
const beginnings: Readonly<Record<ReporterName, RegExp>> = {
  json: /^\s*($|\{\s*("format"|\}))/,
  junit: /^\s*($|<)/,
  html: /^\s*($|<)/,
  markdown: /^/,
  ctrf: /^\s*($|\{\s*("reportFormat"|\}))/,
  tap: /^\s*($|TAP)/,
  github: /^/,
  badge: /^\s*($|\{\s*("schemaVersion"|\}))/,
}

const isRegularFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true

function deleteFile(file: string): void {
  // A link may lead to the output of this process, as /dev/stdout does.
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return
  try {
    rmSync(file)
  } catch {
    // The folder may be read-only, or the file may be mounted by itself.
    try {
      truncateSync(file)
    } catch (error) {
      throw new UsageError(`cannot write ${file}: ${(error as Error).message}`)
    }
  }
}

/** Throws a `UsageError` if two outputs, or an output and an input, are one file. */
function refuseSharedFiles(values: OutputValues, inputs: readonly Input[]): void {
  const list = values['write-known-failing']
  const reports = (values.report ?? []).map((option) => partsOf(option)[1]).filter(Boolean)
  const files = [...reports, ...(list === undefined ? [] : [list])]
  const identities = files.map((file) => identityOf(file))
  const again = files.find((_, index) => identities.indexOf(identities[index]!) < index)
  if (again !== undefined)
    throw new UsageError(`${again} would be written twice; give each report a file of its own`)
  for (const { option, file } of inputs) {
    // Any number of options may name a device, such as /dev/null.
    if (file === undefined || !isRegularFile(file)) continue
    const output = files[identities.indexOf(identityOf(file))]
    // A list of known failures is updated in place.
    if (output === undefined || (output === list && option === '--known-failing')) continue
    throw new UsageError(
      `${output} would be written over ${file}, which ${option} reads; write to another file`,
    )
  }
}

/** Returns the same text for two paths of one file, for example through a symbolic link. */
function identityOf(file: string, links = 0): string {
  const found = existsSync(file) ? statSync(file) : undefined
  if (found !== undefined) return `${found.dev}:${found.ino}`
  const path = resolve(file)
  const aim = links < MOST_LINKS ? aimOf(path) : undefined
  if (aim !== undefined) return identityOf(resolve(dirname(path), aim), links + 1)
  const folder = dirname(path)
  return folder === path ? path : join(identityOf(folder), basename(path))
}

/** Returns the path in a symbolic link, or undefined if there is no link. */
function aimOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** The most symbolic links that are followed, because a link may lead to itself. */
const MOST_LINKS = 40

/** Splits NAME=FILE. Both parts are empty if the option has another form. */
export const partsOf = (option: string): readonly [kind: string, file: string] => {
  const [, kind = '', file = ''] = /^([^=]*)=(.+)$/.exec(option) ?? []
  return [kind, file]
}

/** Returns the file of the HTML report, if the options require one. */
export const pageOf = ({ report = [] }: Pick<TestValues, 'report'>): string | undefined =>
  report.map(partsOf).find(([kind]) => kind === 'html')?.[1]

function reportOf(option: string): Output {
  const [kind, file] = partsOf(option)
  if (!isName(kind))
    throw new UsageError(
      `--report takes NAME=FILE with NAME ${Object.keys(reporters).join(', ')}, not "${option}"${didYouMean(kind, Object.keys(reporters))}`,
    )
  return { file, textOf: reporters[kind] }
}

/**
 * Returns the entries of a list that is about to be replaced, so that reasons written by hand stay.
 * Throws a `UsageError` for another file: any prose has lines of a word and a text.
 */
function presentIn(file: string): readonly Expectation[] {
  if (!existsSync(file) || statSync(file).size === 0) return []
  const entries = readExpectations(file)
  const other = entries.find(({ pattern }) => !/^(kv|queue|\*)/.test(pattern))
  if (other === undefined) return entries
  throw new UsageError(
    `--write-known-failing would replace ${file}, which is no list of known failures ("${cut(other.pattern, 60)}" is no pattern of scenarios); write to another file`,
  )
}

function listOf(
  file: string,
  present: readonly Expectation[],
  given: readonly Expectation[],
): Output {
  const known = given.length > 0 ? given : present
  // A list that exists is edited, so that its comments stay.
  const written = (entries: readonly Expectation[]) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (text.trim() === '') return (isYaml(file) ? inYaml : inLines)(entries)
    return (isYaml(file) ? inEditedYaml : inEditedLines)(text, entries)
  }
  const ids = all.map(({ id }) => id)
  return {
    file,
    textOf: ({ scenarios }) => written(expectationsAfter(scenarios, known, ids)),
    sentenceOf: ({ scenarios }) => {
      const after = expectationsAfter(scenarios, known, ids)
      const written = `Known failures written to ${file}, ${changeInWords(known, after)}.`
      return [written, transientHint(scenarios)].filter((each) => each !== undefined).join('\n')
    },
    ofJudgedOnly: true,
  }
}

/** Checks that a file can be written, without opening it: a list of known failures must stay. */
export function mustBeWritable(file: string): void {
  const obstacle =
    file === '-' ? 'standard output is for the text of the run; name a file' : obstacleTo(file)
  if (obstacle !== undefined) throw new UsageError(`cannot write ${file}: ${obstacle}`)
}

/** Returns the reason why a file cannot be written. Returns undefined if it can be written. */
export function obstacleTo(file: string): string | undefined {
  try {
    const there = existsSync(file)
    if (there && statSync(file).isDirectory()) return 'it is a directory'
    const folder = dirname(file)
    const problem = there ? undefined : obstacleIn(folder)
    if (problem !== undefined) return problem
    if (there) accessSync(file, constants.W_OK)
    // Throws for a name that no file can have.
    else statSync(file, { throwIfNoEntry: false })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Returns the reason why no file can be created in a folder. A missing folder is created with it. A
 * folder is created and deleted as a test, because some file systems, such as /proc, only seem to be
 * writable.
 */
function obstacleIn(folder: string): string | undefined {
  if (!existsSync(folder) && dirname(folder) !== folder) return obstacleIn(dirname(folder))
  if (!statSync(folder).isDirectory()) return `${folder} is not a folder`
  try {
    rmdirSync(mkdtempSync(join(folder, '.svc-contract-')))
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return `no file can be created in ${folder} (${code}); choose another folder`
  }
}

/**
 * Writes each file, and prints the sentences about them. Returns messages about files that could not
 * be written. If a reporter crashes, writes the other files and then throws its error.
 */
export function writeOutputs(outputs: readonly Output[], report: Report): readonly string[] {
  const crashes: Error[] = []
  const messages = outputs.flatMap((output) => {
    const why = output.ofJudgedOnly === true ? whyNoList(report) : undefined
    if (why !== undefined) {
      const what = existsSync(output.file) ? 'is left unchanged' : 'is not written'
      return [`${output.file} ${what}: ${why} has no list of failures`]
    }
    try {
      return writeOutput(output, output.textOf(report), output.sentenceOf?.(report))
    } catch (cause) {
      crashes.push(new Error(`the report for ${output.file} failed`, { cause }))
      return []
    }
  })
  const [crash, ...others] = crashes
  if (crash !== undefined) {
    for (const message of [...messages, ...others.map(({ message }) => message)]) complain(message)
    throw crash
  }
  return messages
}

/** Returns the kind of a run whose failures are no known failures, or undefined for other runs. */
function whyNoList(report: Report): string | undefined {
  if (whyUnjudged(report) !== undefined) return 'a run that could not judge'
  return isCutShort(report) ? 'a run whose target went down' : undefined
}

/** Writes a file. Returns a message if that is impossible. */
export function writeOutput(
  { file, appended }: Pick<Output, 'file' | 'appended'>,
  text: string,
  sentence?: string,
): readonly string[] {
  try {
    mkdirSync(dirname(file), { recursive: true })
    if (appended === true) appendFileSync(file, text)
    else replaceFile(file, text)
    if (sentence !== undefined) console.log(sentence)
    return []
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENXIO' ? 'it is a pipe that nobody reads' : message
    return [`cannot write ${file}: ${reason}`]
  }
}

/**
 * Writes a file beside the file and renames it, so that a full disk leaves the old file and no part of
 * the new one. Throws the error of the file system.
 */
function replaceFile(file: string, text: string): void {
  const there = existsSync(file)
  if (there && !isRegularFile(file)) return writePipe(file, text)
  const path = there ? realpathSync(file) : file
  const part = join(dirname(path), `.svc-contract-${randomUUID()}`)
  try {
    writeFileSync(part, text, { flag: 'wx' })
    if (there) chmodSync(part, statSync(path).mode)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    const { code = '' } = error as NodeJS.ErrnoException
    if (!inPlace.includes(code)) throw error
    writeFileSync(file, text)
  }
}

/** Writes to a pipe or a device. Throws if nobody reads the other end. */
function writePipe(file: string, text: string): void {
  const opened = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK)
  try {
    for (let rest = Buffer.from(text); rest.length > 0;) {
      const written = transfer(() => writeSync(opened, rest), { problem: 'nobody reads it' })
      rest = rest.subarray(written)
    }
  } finally {
    closeSync(opened)
  }
}

/** The codes of a folder that is read-only, and of a file that is mounted by itself. */
const inPlace = ['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV']
