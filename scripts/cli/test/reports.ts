// The files a run leaves: which there are to be, whether they can be, and writing them.

import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeExpectations, type Report } from '../../../conformance/index.js'
import { json } from '../../../conformance/reporters/json.js'
import type { MakeReporter } from '../../../conformance/reporters/reporter.js'
import { UsageError } from '../../../conformance/usage-error.js'
import type { TestValues } from './options.js'

/** One file, and what is written to it once the run has ended. */
export interface Output {
  readonly file: string
  readonly textOf: (report: Report) => string
}

const makers: Readonly<Record<string, MakeReporter>> = { json }

/** The files asked for. Throws a `UsageError` where one is of no known kind or cannot be written. */
export function outputsOf(
  values: Pick<TestValues, 'report' | 'write-known-failing'>,
): readonly Output[] {
  const list = values['write-known-failing']
  const outputs = [
    ...(values.report ?? []).map(reportOf),
    ...(list === undefined
      ? []
      : [{ file: list, textOf: ({ scenarios }: Report) => writeExpectations(scenarios) }]),
  ]
  for (const { file } of outputs) mustBeWritable(file)
  return outputs
}

function reportOf(option: string): Output {
  const [, kind = '', file = ''] = /^([^=]*)=(.+)$/.exec(option) ?? []
  const make = Object.hasOwn(makers, kind) ? makers[kind] : undefined
  if (make === undefined)
    throw new UsageError(
      `--report takes NAME=FILE with NAME ${Object.keys(makers).join(', ')}, not "${option}"`,
    )
  return { file, textOf: (report) => written(make, report) }
}

function written(make: MakeReporter, report: Report): string {
  let text = ''
  make((words) => (text += words)).end(report)
  return text
}

/** Leaves everything as it is: a run that ends early must not have emptied yesterday's report. */
function mustBeWritable(file: string): void {
  try {
    const there = existsSync(file)
    if (there && statSync(file).isDirectory()) throw new Error('it is a directory')
    accessSync(there ? file : dirname(file), constants.W_OK)
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`)
  }
}

/** Writes each file and returns, in words, those that could not be written after all. */
export function writeOutputs(outputs: readonly Output[], report: Report): readonly string[] {
  return outputs.flatMap(({ file, textOf }) => {
    const text = textOf(report)
    try {
      writeFileSync(file, text)
      return []
    } catch (error) {
      return [`cannot write ${file}: ${(error as Error).message}`]
    }
  })
}
