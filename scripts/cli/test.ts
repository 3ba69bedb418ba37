// test: runs the conformance suite against a target, reports, and judges the run by an exit code.

import {
  paceOf,
  preflight,
  run,
  scenarios as all,
  select,
  staleExpectations,
  type Report,
} from '../../conformance/index.js'
import { UsageError } from '../../conformance/usage-error.js'
import { addressProblem } from './address.js'
import { readDialect } from './files.js'
import { planOf, planText } from './plan.js'
import { CouldNotJudge } from './test/could-not-judge.js'
import { endingOf, exit, unjudged, type Ending } from './test/exit.js'
import { surroundingsOf } from './test/github.js'
import { interruption } from './test/interruption.js'
import { options, type TestValues } from './test/options.js'
import { declaredAbilities, providerOf } from './test/provider.js'
import { outputsOf, writeOutputs } from './test/reports.js'
import { expectationsOf, selectionOf } from './test/selection.js'
import { sinkOf } from './test/sink.js'
import { embeddedMock, namedTarget, type Target } from './test/target.js'
import { reporterOn } from './terminal.js'
import { longestTimer, oneOf, read, wholeNumber, type Verb } from './verb.js'
import { name, version } from './version.js'

export const verb: Verb = {
  summary: 'runs the conformance suite against a target; with no target, against the embedded mock',
  positionals: '[PATTERN…]',
  options,
  async run(args) {
    const { values, positionals } = read(args, options)
    const signal = interruption()
    const { code, because } = await endingOfTest(values, positionals, signal).catch(
      (error: unknown) => {
        if (error instanceof CouldNotJudge) return unjudged(error.message)
        throw error
      },
    )
    for (const line of because) console.error(`svc-contract: ${line}`)
    return code
  },
}

type Settings = ReturnType<typeof settingsOf>

/** Everything that can be wrong about the options, before anything is touched. */
function settingsOf(values: TestValues, patterns: readonly string[]) {
  const named = namedTarget(values)
  const selection = selectionOf(values, patterns, named)
  return {
    values,
    named,
    scenarios: select(all, selection),
    shard: selection.shard,
    expectations: expectationsOf(values),
    outputs: outputsOf(values),
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

async function endingOfTest(
  values: TestValues,
  patterns: readonly string[],
  signal: AbortSignal,
): Promise<Ending> {
  const settings = settingsOf(values, patterns)
  if (values.plan === true) return plan(settings, signal)

  const { outputs, before, after } = surroundingsOf(process.env)
  const target = settings.named ?? (await embedded(settings))
  process.stdout.write(before)
  let report: Report | undefined
  try {
    report = await judge(settings, target, signal)
    return endingOf({
      report,
      interrupted: signal.aborted,
      stale: staleExpectations(
        report.scenarios,
        settings.expectations,
        all.map(({ id }) => id),
      ),
      unwritten: writeOutputs([...settings.outputs, ...outputs], report),
    })
  } finally {
    process.stdout.write(after(report))
    await target.close()
  }
}

async function plan(settings: Settings, signal: AbortSignal): Promise<Ending> {
  const { values, named } = settings
  const readable = named === undefined || named.readOnlyToken !== undefined
  const report = await planOf({
    ...settings,
    signal,
    abilities: (token) => declaredAbilities(values, readable ? token : undefined),
  })
  if (signal.aborted) return unjudged('the run was interrupted')
  process.stdout.write(planText(settings.scenarios, report))
  return { code: exit.fine, because: [] }
}

async function embedded({ dialect }: Settings): Promise<Target> {
  const target = await embeddedMock(dialect)
  console.log('No target given: judging the embedded mock, which was started for this run.')
  return target
}

/** Sees that the target can be judged, judges it, and tells the terminal. */
async function judge(settings: Settings, target: Target, signal: AbortSignal): Promise<Report> {
  const { values, scenarios, timeoutMs, requestsPerSecond } = settings
  for (const of of ['kv', 'queue'] as const) {
    const endpoint = target[of]
    const problem = endpoint && (await preflight(of, endpoint, timeoutMs, signal))
    if (problem !== undefined) throw new CouldNotJudge(problem)
  }
  const provider = await providerOf(values, target, { timeoutMs, signal })
  const reporter = reporterOn(process.stdout, scenarios.length)
  const report = await run({
    ...settings,
    ...(target.kv && { kv: target.kv }),
    ...(target.queue && { queue: target.queue }),
    provider,
    signal,
    ...(requestsPerSecond < Infinity && { pace: paceOf(requestsPerSecond) }),
    tool: { name, version },
    onResult: (result) => reporter.result?.(result),
  }).catch((error: unknown) => {
    const problem = addressProblem(error)
    if (problem === undefined) throw error
    const { host, port } = settings.sink
    throw new UsageError(`--sink-listen: ${host}:${port} ${problem}`)
  })
  reporter.end(report)
  return report
}
