// test: runs the suite against a target, reports the results, and exits with a code.

import {
  paceOf,
  readOnlyPreflight,
  run,
  type Provider,
  type Report,
  type RunOptions,
} from '../../conformance/index.js'
import { unjudgedReport } from '../../conformance/core/run/run.js'
import { controlFindingOf } from '../../conformance/core/judgement.js'
import { latenessBetween } from '../../conformance/wire/lateness.js'
import { firstContact } from '../../conformance/core/preflight.js'
import { otherDialectOfQueue } from '../../conformance/doctor/delivery.js'
import { otherDialect } from '../../conformance/doctor/dialect.js'
import { doubtAbout, writeDoubt } from '../../conformance/doctor/interfaces.js'
import { interfaces } from '../../conformance/interfaces.js'
import { movingClock } from '../../conformance/provider/standing-clock.js'
import { redactorOf } from '../../conformance/report/redact.js'
import { nothingSelected } from '../../conformance/report/unjudged.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { complain } from './complain.js'
import { withConfig } from './config.js'
import { planOfRun, planText } from './plan.js'
import { interruptible } from './signals.js'
import { clockFor, embeddedMock } from './test/embedded-mock.js'
import { CouldNotJudge } from './test/could-not-judge.js'
import {
  endingOf,
  endingOfError,
  exit,
  unjudged,
  withUnwritten,
  type ExitReason,
} from './test/exit.js'
import { surroundingsOf } from './test/github.js'
import { optionHints } from './test/hints.js'
import { groups, options, type TestValues } from './test/options.js'
import { providerOf } from './test/provider.js'
import { deleteOldReports, pageOf, partsOf, writeOutputs } from './test/reports.js'
import { settingsOf, type TestSettings } from './test/settings.js'
import { sinkProblem } from './test/sink.js'
import { servedFor, type Served } from './test/serve.js'
import { slownessOf } from './test/slowness.js'
import { watched, WATCHED_VARIABLE } from './test/watch.js'
import { shortTokens, type GivenTarget } from './test/target.js'
import { reporterOn } from './terminal.js'
import { read, type Verb } from './verb.js'
import { name, version } from './version.js'

export const verb: Verb = {
  summary: 'runs the suite against a target, or the embedded mock',
  positionals: '[PATTERN…]',
  options,
  groups,
  notes: [
    'PATTERN is RULE, RULE/SCENARIO or the beginning of an id; * stands for any characters.',
    'Exit codes: 0 no failure, 1 a violated or blocked scenario, 2 a usage error or a report that could not be',
    'written, 3 the target could not be tested, 4 a bug in svc-contract, 5 the list of known failures is out of date.',
  ],
  examples: [
    ['the embedded mock, to see a green run', 'test --embedded'],
    ['one interface; the token comes from SVC_KV_TOKEN', 'test --kv-url http://127.0.0.1:8079'],
    ['some rules, with every failure in full', "test kv.pipeline 'kv.path.*' --verbose"],
    ['everything that failed, as a page', 'test --report html=report.html'],
    [
      'a server of yours, started and ended by the run',
      "test --kv-url http://127.0.0.1:8079 --serve 'node server.js'",
    ],
    ['on every push', 'test --quick --quiet --known-failing known-failing.txt'],
  ],
  async run(args) {
    const { values: given, positionals } = read(args, options)
    const values = withConfig('test', options, given)
    if (values.watch === true && process.env[WATCHED_VARIABLE] === undefined)
      return watchedRuns(args, values)
    const { code, because } = await interruptible((signal) =>
      endingOfTest(values, positionals, signal).catch(endingOfError),
    )
    because.forEach(complain)
    return code
  },
}

/** Runs again and again with the same arguments. Resolves with the exit code of the last run. */
async function watchedRuns(args: readonly string[], values: TestValues): Promise<number> {
  if (values.plan === true)
    throw new UsageError('--watch repeats runs, and --plan sends no requests; remove one of them')
  const list = values['write-known-failing']
  return interruptible((signal) =>
    watched({
      command: [process.execPath, process.argv[1]!, 'test', ...args],
      folder: process.cwd(),
      written: [
        ...(values.report ?? []).map((each) => partsOf(each)[1]),
        ...(list === undefined ? [] : [list]),
      ],
      urls: [values['kv-url'], values['queue-url']].filter((url) => url !== undefined),
      signal,
      say: console.log,
    }),
  )
}

/**
 * The options that are repeated in the command for a single scenario. Tokens are left out, because
 * they come from the environment.
 */
const REPEATED = [
  ...(['kv-url', 'queue-url', 'dialect', 'serve', 'sink-listen', 'sink-url', 'provider'] as const),
  ...(['dedicated-account', 'kv-max-request-size', 'time', 'max-wait', 'timeout'] as const),
]

/** The options with a file that no report may replace. */
const INPUTS = ['known-failing', 'known-flaky', 'last-failed', 'dialect', 'provider'] as const

/**
 * Runs the suite, prints the results to `stream` and writes the reports. Resolves with the ending of
 * the run.
 */
export async function endingOfTest(
  values: TestValues,
  patterns: readonly string[],
  signal: AbortSignal,
  stream: NodeJS.WriteStream = process.stdout,
): Promise<ExitReason> {
  const hasOutputs = values.report !== undefined || values['write-known-failing'] !== undefined
  if (values.plan === true && hasOutputs)
    throw new UsageError(
      '--plan has no results for --report or --write-known-failing, because it sends no requests; remove --plan',
    )
  deleteOldReports(
    values,
    INPUTS.map((option) => ({ option: `--${option}`, file: values[option] })),
  )
  const settings = settingsOf(values, patterns)
  if (values.plan === true) return plan(settings, signal)

  const { outputs, before, after } = surroundingsOf(process.env)
  if (settings.named === undefined && values.embedded !== true && isAutomatic(process.env))
    throw new UsageError(noTarget)
  const target = settings.named ?? (await embedded(settings))
  for (const warning of shortTokens(target)) console.error(`svc-contract: ${warning}`)
  stream.write(before)
  let report: Report | undefined
  let ending: ExitReason | undefined
  let served: Served | undefined
  try {
    served = await servedFor(settings, signal)
    const judged = await judge(settings, target, { signal, stream, revive: served?.revive })
    report = judged.report
    ending = endingOf({
      report,
      interrupted: signal.aborted,
      stale: report.stale ?? [],
      unwritten: writeOutputs([...settings.outputs, ...outputs], report),
      doubts: judged.doubts,
    })
    return ending
  } catch (error) {
    if (!(error instanceof CouldNotJudge)) throw error
    // An older report would look like the report of this run.
    const { message } = error
    report = unjudgedReport({ ...target, tool: { name, version }, ...settings, reason: message })
    const unwritten = writeOutputs([...settings.outputs, ...outputs], report)
    ending = withUnwritten(endingOfError(error), unwritten)
    return ending
  } finally {
    stream.write(after(report, ending?.because.length))
    await served?.close()
    await target.close()
  }
}

/** Returns true in a CI system, whose jobs nobody watches. */
const isAutomatic = ({ CI = '' }: NodeJS.ProcessEnv): boolean => CI !== '' && CI !== 'false'

const noTarget =
  'no target is given, and CI is set; set SVC_KV_URL and SVC_KV_TOKEN, or SVC_QUEUE_URL and SVC_QUEUE_TOKEN, or add --embedded to judge the embedded mock'

async function plan(settings: TestSettings, signal: AbortSignal): Promise<ExitReason> {
  if (settings.scenarios.length === 0) return unjudged(nothingSelected)
  const planned = await planOfRun(settings, signal)
  if (signal.aborted) return unjudged('the run was interrupted')
  process.stdout.write(planText(settings, planned))
  return { code: exit.fine, because: [] }
}

async function embedded({ dialect, values, detail }: TestSettings): Promise<GivenTarget> {
  const target = await embeddedMock(dialect, values, clockFor(values))
  if (detail !== 'quiet')
    console.log('No target given: judging the embedded mock, which was started for this run.')
  return target
}

/**
 * Checks that the target can be tested, runs the scenarios and prints the results. Returns the report
 * and sentences about a target that may be another service or another dialect.
 */
async function judge(
  settings: TestSettings,
  target: GivenTarget,
  { revive, ...output }: Pick<RunOptions, 'revive'> & Output,
): Promise<{ readonly report: Report; readonly doubts: readonly string[] }> {
  const { signal } = output
  const { values, timeoutMs, requestsPerSecond } = settings
  const doubts = [...(await mustBeJudgeable(target, timeoutMs, signal))]
  doubts.push(...(await dialectDoubts(settings, signal)))
  for (const doubt of doubts) console.error(`svc-contract: ${doubt}`)
  const pace = requestsPerSecond < Infinity ? paceOf(requestsPerSecond) : undefined
  const provider = await providerOf(values, target, { timeoutMs, signal, pace }).catch(
    unlessControl,
  )
  const release = await provider.lease?.().catch(unlessControl)
  try {
    const report = await reportOn(settings, target, provider, { ...output, pace, revive })
    return { report, doubts }
  } finally {
    await release?.()
  }
}

/** Returns sentences about interfaces that understand only another dialect. */
async function dialectDoubts(
  { named, ...settings }: TestSettings,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { kv, queue } = named ?? {}
  const options = { ...settings, signal }
  const isSelected = settings.scenarios.some((each) => each.interface === 'queue')
  const patience = { patienceMs: dialectPatienceMs }
  const [ofKv, ofQueue] = [
    kv && (await otherDialect(kv, options)),
    isSelected &&
      queue &&
      (await otherDialectOfQueue(queue, { ...options, ...patience }).catch((error: unknown) => {
        throw sinkProblem(settings.sink, error) ?? error
      })),
  ]
  return [ofKv && `${kv?.url}: ${ofKv}`, ofQueue && `${queue?.url}: ${ofQueue}`].filter(
    (each) => typeof each === 'string',
  )
}

/** The longest wait for the delivery that shows the dialect of a queue, in milliseconds. */
const dialectPatienceMs = 1_000

/** Throws a `CouldNotJudge` error for a control route of the target that failed. */
function unlessControl(error: unknown): never {
  const { message } = controlFindingOf(error) ?? {}
  throw message === undefined ? error : new CouldNotJudge(message)
}

/** The stream to which a run prints, and the signal that ends it. */
interface Output {
  readonly stream: NodeJS.WriteStream
  readonly signal: AbortSignal
}

/** Runs the scenarios and prints the results. */
async function reportOn(
  settings: TestSettings,
  target: GivenTarget,
  provider: Provider,
  { signal, stream, ...options }: Pick<RunOptions, 'pace' | 'revive'> & Output,
): Promise<Report> {
  const { values, scenarios, detail } = settings
  const problem = await movingClock(provider)
  if (problem !== undefined) throw new CouldNotJudge(problem)
  const reporter = reporterOn(stream, scenarios.length, {
    detail,
    page: pageOf(values),
  })
  const startedAt = Date.now()
  const { thorough, seed } = settings.draw
  if (thorough > 0) stream.write(`Drawing ${thorough} more cases of each law (--seed ${seed}).\n`)
  const report = await run({
    ...settings,
    ...(target.kv && { kv: target.kv }),
    ...(target.queue && { queue: target.queue }),
    embedded: settings.named === undefined,
    provider,
    signal,
    ...options,
    tool: { name, version },
    again: {
      ...Object.fromEntries(REPEATED.map((name) => [name, values[name]])),
      ...(thorough > 0 && { thorough, seed }),
    },
    onResult: (result) => reporter.result?.(result),
  }).catch((error: unknown) => {
    throw sinkProblem(settings.sink, error) ?? error
  })
  reporter.end(report)
  const slowness = slownessOf(report, latenessBetween(startedAt, Date.now()))
  const hints = optionHints(report, { maxRequestSize: provider.kvMaxRequestSize })
  for (const sentence of [slowness, await limitHint(settings, report, signal), ...hints])
    if (sentence !== undefined) stream.write(`\n${sentence}.\n`)
  return report
}

/** Returns a sentence with the number of requests of a run, if the target has reached a limit. */
async function limitHint(
  settings: TestSettings,
  { outages = [] }: Report,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (signal.aborted || !outages.some(({ kind }) => kind === 'limited')) return undefined
  const { requests } = await planOfRun(settings, signal)
  return `A run of this selection sends about ${requests} requests: raise the limit of the target, or judge a part of it with --quick, a pattern or --shard I/N`
}

/**
 * Throws a `CouldNotJudge` error if the target is not reachable or refuses a token. Returns sentences
 * about interfaces that may be another service.
 */
async function mustBeJudgeable(
  { kv, queue, readOnlyToken }: GivenTarget,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const doubts: string[] = []
  for (const [name, endpoint] of Object.entries({ kv, queue }) as [
    keyof typeof interfaces,
    typeof kv,
  ][]) {
    if (endpoint === undefined) continue
    const of = interfaces[name]
    const { exchange, refusal } = await firstContact(of, endpoint, timeoutMs, signal)
    if (refusal !== undefined) throw new CouldNotJudge(refusal)
    const doubt =
      doubtAbout(of, exchange) ??
      (name === 'kv' ? await writeDoubt(endpoint, timeoutMs, signal) : undefined)
    if (doubt !== undefined) {
      // The target may have returned the token.
      const redact = redactorOf({ [`SVC_${name.toUpperCase()}_TOKEN`]: endpoint.token })
      doubts.push(redact.text(`${endpoint.url}: ${doubt}`))
    }
  }
  const problem =
    kv && readOnlyToken !== undefined
      ? await readOnlyPreflight(kv, readOnlyToken, timeoutMs, signal)
      : undefined
  if (problem !== undefined) throw new CouldNotJudge(problem)
  return doubts
}
