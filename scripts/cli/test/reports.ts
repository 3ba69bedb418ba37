// The files a run leaves: which there are to be, whether they can be, and writing them.

import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expectationsAfter, inLines, inYaml } from '../../../conformance/report/expectations.js'
import { scenarios as all, type Expectation, type Report } from '../../../conformance/index.js'
import {
  reporters,
  written,
  type ReporterName,
} from '../../../conformance/report/reporters/index.js'
import { whyUnjudged } from '../../../conformance/report/unjudged.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { isYaml } from '../files.js'
import type { TestValues } from './options.js'

/** One file, and what is written to it once the run has ended. */
export interface Output {
  readonly file: string
  readonly textOf: (report: Report) => string
  /** Whether it comes after what is in the file. */
  readonly appended?: true
  /** Whether it is left as it was by a run that could not judge its target. */
  readonly ofJudgedOnly?: true
}

const isName = (name: string): name is ReporterName => Object.hasOwn(reporters, name)

/**
 * The files asked for. What is known to fail stays on a list that is written, as far as the run does not
 * judge it. Throws a `UsageError` where one is of no known kind or cannot be written, and where two
 * would be one file.
 */
export function outputsOf(
  values: Pick<TestValues, 'report' | 'write-known-failing'>,
  known: readonly Expectation[] = [],
): readonly Output[] {
  const list = values['write-known-failing']
  const outputs = [
    ...(values.report ?? []).map(reportOf),
    ...(list === undefined ? [] : [listOf(list, known)]),
  ]
  for (const { file } of outputs) mustBeWritable(file)
  const paths = outputs.map(({ file }) => resolve(file))
  const again = outputs.find((_, index) => paths.indexOf(paths[index]!) < index)
  if (again !== undefined)
    throw new UsageError(`${again.file} is to be written twice; give each report a file of its own`)
  return outputs
}

function reportOf(option: string): Output {
  const [, kind = '', file = ''] = /^([^=]*)=(.+)$/.exec(option) ?? []
  if (!isName(kind))
    throw new UsageError(
      `--report takes NAME=FILE with NAME ${Object.keys(reporters).join(', ')}, not "${option}"`,
    )
  return { file, textOf: (report) => written(reporters[kind], report) }
}

function listOf(file: string, known: readonly Expectation[]): Output {
  const written = isYaml(file) ? inYaml : inLines
  const ids = all.map(({ id }) => id)
  return {
    file,
    textOf: ({ scenarios }) => written(expectationsAfter(scenarios, known, ids)),
    ofJudgedOnly: true,
  }
}

/** Leaves everything as it is: a run that ends early must not have emptied yesterday's report. */
function mustBeWritable(file: string): void {
  const obstacle =
    file === '-' ? 'standard output has the text of the run; name a file' : obstacleTo(file)
  if (obstacle !== undefined) throw new UsageError(`cannot write ${file}: ${obstacle}`)
}

/** Why a file cannot be written, or nothing. */
export function obstacleTo(file: string): string | undefined {
  try {
    const there = existsSync(file)
    if (there && statSync(file).isDirectory()) return 'it is a directory'
    accessSync(there ? file : dirname(file), constants.W_OK)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Writes each file and returns, in words, those that were not written after all. */
export function writeOutputs(outputs: readonly Output[], report: Report): readonly string[] {
  return outputs.flatMap(({ file, textOf, appended, ofJudgedOnly }) => {
    if (ofJudgedOnly === true && whyUnjudged(report) !== undefined)
      return [`${file} is left as it was: what fails is not known of a run that could not judge`]
    const text = textOf(report)
    try {
      writeFileSync(file, text, { flag: appended === true ? 'a' : 'w' })
      return []
    } catch (error) {
      return [`cannot write ${file}: ${(error as Error).message}`]
    }
  })
}
