// Reads reports and lists of known failures. Apart from files.ts, because `mock` needs no reports and starts faster
// without them.

import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import { expectationsOf, inYaml, parseExpectations } from '../../conformance/report/expectations.js'
import { readReport, type NamedReport } from '../../conformance/report/read-report.js'
import type { Expectation } from '../../conformance/report/report.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { readText, readYaml } from './files.js'
import { parseReport, type MutateReport } from './mutate/report.js'

const require = createRequire(import.meta.url)

export const readReportFile = (file: string): NamedReport =>
  readReport(readText(file, 'report'), file)

export const readMutateReport = (file: string): MutateReport =>
  parseReport(readText(file, 'report'), file)

/** Returns true if the file name of a list of known failures ends in .yml or .yaml. */
export const isYaml = (file: string): boolean => /\.ya?ml$/.test(file)

/**
 * Reads a list of known failures. A file with a YAML name is YAML. Any other file has one entry per
 * line.
 */
export function readExpectations(file: string): readonly Expectation[] {
  const what = 'list of known failures'
  const entries = isYaml(file)
    ? expectationsOf(readYaml(file, what), file)
    : parseExpectations(readText(file, what), file)
  if (entries.length > mostEntries)
    throw new UsageError(
      `the ${what} ${file} has ${entries.length} entries; write at most ${mostEntries}, with "*" for what they have in common`,
    )
  return entries
}

/** The most entries of a list, because each is compared with each scenario. */
const mostEntries = 10_000

/**
 * Returns the text of a list in YAML after a run, with the comments and the form of the entries that
 * stay. New entries come last.
 */
export function inEditedYaml(text: string, entries: readonly Expectation[]): string {
  const { parseDocument, isMap, isSeq } = require('yaml') as typeof Yaml
  const document = parseDocument(text)
  const list: Yaml.Node | null = document.contents
  if (!isSeq(list)) return inYaml(entries)
  const left = new Map(entries.map((entry) => [entry.pattern, entry]))
  list.items = list.items.filter((item) => {
    const pattern = isMap(item) ? String(item.get('pattern')) : ''
    const now = left.get(pattern)
    if (now === undefined || !isMap(item)) return false
    if (String(item.get('reason')).trim() !== now.reason) item.set('reason', now.reason)
    return left.delete(pattern)
  })
  for (const entry of left.values()) document.add(entry)
  return document.toString({ lineWidth: 0 })
}
