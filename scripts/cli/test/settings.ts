// What the options of test say, read as a whole.

import { scenarios as all, select, selectionInWords } from '../../../conformance/index.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { readDialect } from '../files.js'
import { emptyVariables, longestTimer, oneOf, wholeNumber } from '../verb.js'
import { options, type TestValues } from './options.js'
import { outputsOf } from './reports.js'
import { expectationsOf, selectionOf } from './selection.js'
import { sinkOf } from './sink.js'
import { namedTarget } from './target.js'

export type Settings = ReturnType<typeof settingsOf>

/** Everything that can be wrong about the options, before anything is touched. */
export function settingsOf(values: TestValues, patterns: readonly string[]) {
  const named = namedTarget(values)
  const [empty] = named === undefined ? emptyVariables(options) : []
  if (empty !== undefined)
    throw new UsageError(
      `there is no target, and ${empty} is empty; give it a value, or unset it to judge the embedded mock`,
    )
  const selection = selectionOf(values, patterns, named)
  const expectations = expectationsOf(values)
  return {
    values,
    named,
    scenarios: select(all, selection),
    shard: selection.shard,
    selection: selectionInWords(selection),
    expectations,
    outputs: outputsOf(values, expectations.failing),
    dialect: readDialect(values.dialect),
    sink: sinkOf(values),
    timeoutMs: wholeNumber('timeout', values.timeout, 10_000, 1, longestTimer),
    maxWaitMs:
      wholeNumber('max-wait', values['max-wait'], 10, 0, Math.floor(longestTimer / 1000)) * 1000,
    concurrency: wholeNumber('concurrency', values.concurrency, 16, 1),
    keepExchanges: oneOf('keep-exchanges', values['keep-exchanges'], ['failed', 'all']),
    bail: values.bail === true,
    requestsPerSecond: wholeNumber('rps', values.rps, Infinity, 1),
  }
}
