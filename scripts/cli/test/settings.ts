// Determines the settings of a run from its options.

import { randomInt } from 'node:crypto'
import {
  scenarios as all,
  select,
  selectionInWords,
  type ScenarioSelection,
} from '../../../conformance/index.js'
import { isFailure } from '../../../conformance/report/report.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { readDialect } from '../files.js'
import { readExpectations, readReportFile } from '../report-files.js'
import { detailOf } from '../terminal.js'
import {
  emptyVariables,
  oneOf,
  refuseMisspeltVariables,
  refuseMistypedVariables,
  time,
  wholeNumber,
} from '../verb.js'
import { options, type TestValues } from './options.js'
import { outputsOf } from './reports.js'
import { sinkOf } from './sink.js'
import { isProviderFile } from './provider.js'
import { namedTarget, type GivenTarget } from './target.js'

/**
 * The time per scenario at the embedded mock, in milliseconds. It never hangs, but a busy machine may
 * delay it.
 */
const embeddedTimeoutMs = 60_000

/** The least time to wait for a delivery that is due, in milliseconds, however short `--max-wait` is. */
const leastPatienceMs = 3000

export type TestSettings = ReturnType<typeof settingsOf>

/** Reads all options. Throws a `UsageError` for an invalid option before the run sends a request. */
export function settingsOf(values: TestValues, patterns: readonly string[]) {
  refuseMistypedVariables(options, values)
  const named = namedTarget(values)
  const [empty] = emptyVariables(options, values)
  if (empty !== undefined)
    throw new UsageError(
      named === undefined
        ? `there is no target, and ${empty} is empty; give it a value, or unset it and add --embedded to judge the embedded mock`
        : `${empty} is empty, and the run would leave out a part without it; give it a value, or unset it`,
    )
  if (named !== undefined && values.embedded === true)
    throw new UsageError(
      '--embedded judges the mock of this package, and there is a target; remove --embedded, or the options and variables with the URLs',
    )
  if (named === undefined) refuseMisspeltVariables(options)
  if (named === undefined && values.serve !== undefined)
    throw new UsageError(
      '--serve starts a target, and its URL is missing; set --kv-url or --queue-url',
    )
  if (named === undefined && isProviderFile(values.provider))
    throw new UsageError(
      `--provider ${values.provider} is for a target of yours, and there is none; set --kv-url or SVC_KV_URL, --queue-url or SVC_QUEUE_URL`,
    )
  const selection = selectionOf(values, patterns, named)
  const listIn = (file: string | undefined) => (file === undefined ? [] : readExpectations(file))
  const expectations = {
    failing: listIn(values['known-failing']),
    flaky: listIn(values['known-flaky']),
  }
  const flaky = new Set(expectations.flaky.map(({ pattern }) => pattern))
  const twice = expectations.failing.find(({ pattern }) => flaky.has(pattern))
  if (twice !== undefined)
    throw new UsageError(
      `"${twice.pattern}" is in ${values['known-failing']} (--known-failing) and in ${values['known-flaky']} (--known-flaky); remove it from one of them`,
    )
  const maxWaitMs = time('max-wait', values['max-wait'], 's', 15)
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
    timeoutMs: time('timeout', values.timeout, 'ms', named ? 10_000 : embeddedTimeoutMs, 1),
    maxWaitMs,
    patienceMs: Math.max(maxWaitMs, leastPatienceMs),
    ...(values.concurrency !== undefined && {
      concurrency: wholeNumber('concurrency', values.concurrency, 16, 1),
    }),
    keepExchanges: oneOf('keep-exchanges', values['keep-exchanges'], ['failed', 'all']),
    bail: values.bail === true,
    detail: detailOf(values),
    draw: {
      quick: values.quick === true,
      thorough: wholeNumber('thorough', values.thorough, 0, 0),
      seed: wholeNumber('seed', values.seed, randomInt(1, 2 ** 31)),
    },
    requestsPerSecond: wholeNumber('rps', values.rps, Infinity, 1),
  }
}

function selectionOf(
  values: TestValues,
  patterns: readonly string[],
  target: GivenTarget | undefined,
): ScenarioSelection {
  return {
    interfaces: target && (['kv', 'queue'] as const).filter((each) => target[each] !== undefined),
    only: patterns,
    skip: values.skip ?? [],
    level: values.level === undefined ? undefined : oneOf('level', values.level, ['must', 'open']),
    quick: values.quick,
    ids: values['last-failed'] === undefined ? undefined : failedIn(values['last-failed']),
    shard: shardOf(values.shard),
  }
}

/** Returns the ids of the scenarios that failed, also of known failures. Throws if there are none. */
function failedIn(file: string): ReadonlySet<string> {
  const { scenarios } = readReportFile(file).report
  const failed = scenarios.filter(({ verdict }) => isFailure(verdict))
  if (failed.length === 0)
    throw new UsageError(
      `--last-failed ${file}: no scenario failed in this report; run without --last-failed`,
    )
  return new Set(failed.map(({ id }) => id))
}

function shardOf(value: string | undefined) {
  if (value === undefined) return undefined
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(value)?.map(Number) ?? []
  if (index === undefined || of === undefined || index < 1 || index > of)
    throw new UsageError(`--shard takes I/N with I from 1 to N, not "${value}"`)
  return { index, of }
}
