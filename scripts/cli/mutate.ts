// mutate: runs the tests of an application once for each fault of the mock, and reports the faults that
// no test notices.

import { availableParallelism } from 'node:os'
import { randomFrom } from '../../conformance/core/cases.js'
import { didYouMeanPattern, didYouMean } from '../../conformance/core/did-you-mean.js'
import { fits } from '../../conformance/core/select.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { counted } from '../../conformance/report/counted.js'
import { quoteIfNeeded } from '../../conformance/report/shell.js'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { FAULT_VARIABLE } from '../../mocks/start/mutation.js'
import { complain } from './complain.js'
import { withConfig } from './config.js'
import { readDialect } from './files.js'
import { readMutateReport } from './report-files.js'
import { isTraced, mattering } from './mutate/matters.js'
import { meaningOf } from './mutate/meanings.js'
import { options, type MutateValues } from './mutate/options.js'
import { forms, FORMAT, scoreOf, type FaultResult, type MutateReport } from './mutate/report.js'
import {
  isLike,
  runCorrect,
  runWithFault,
  type Recorded,
  type Setting,
} from './mutate/run-command.js'
import { silentAmong } from './mutate/silent.js'
import { interruptible } from './signals.js'
import { exit } from './test/exit.js'
import { writeOutput, mustBeWritable, partsOf, refuseOtherFile } from './test/reports.js'
import { oneOf, read, time, wholeNumber, type Verb } from './verb.js'
import { name, version } from './version.js'
import { hasColours } from './terminal.js'

const kinds = ['json', 'html', 'markdown'] as const

interface ReportFile {
  readonly form: (typeof kinds)[number]
  readonly file: string
}

/**
 * Returns the files of the reports. Throws a `UsageError` for an unknown kind, a file that cannot be
 * written or is no report, and a file that occurs twice.
 */
function filesOf(given: readonly string[]): readonly ReportFile[] {
  const files = given.map((option): ReportFile => {
    const [kind, file] = partsOf(option)
    const form = kinds.find((each) => each === kind)
    if (form === undefined)
      throw new UsageError(
        `--report takes NAME=FILE with NAME ${kinds.join(', ')}, not "${option}"${didYouMean(kind, kinds)}`,
      )
    mustBeWritable(file)
    refuseOtherFile(form, file)
    return { form, file }
  })
  const again = files.find(({ file }, index) =>
    files.some((each, at) => at < index && each.file === file),
  )
  if (again !== undefined)
    throw new UsageError(`${again.file} would be written twice; give each report a file of its own`)
  return files
}

/** Returns a time such as `40 s` or `3 min`. */
const timeInWords = (ms: number): string =>
  ms < 90_000 ? `${Math.max(1, Math.ceil(ms / 1000))} s` : `${Math.ceil(ms / 60_000)} min`

/**
 * Returns a function to call after each of `total` runs. On a terminal, it writes one line again and
 * again, elsewhere ten lines at most.
 */
function progressOn(stream: NodeJS.WriteStream, total: number) {
  const start = performance.now()
  const isTerminal = stream.isTTY && hasColours(stream)
  let done = 0
  let noticed = 0
  return {
    step(isNoticed: boolean): void {
      done += 1
      noticed += Number(isNoticed)
      const left = ((performance.now() - start) / done) * (total - done)
      const line = `${done} of ${total} faults, ${noticed} noticed, about ${timeInWords(left)} left`
      if (isTerminal) stream.write(`\r\x1b[K${line}`)
      else if (done < total && done % Math.ceil(total / 10) === 0) stream.write(`${line}\n`)
    },
    end: () => void (isTerminal && stream.write('\r\x1b[K')),
  }
}

export const verb: Verb = {
  summary: 'runs your tests against faulty mocks, and reports what they miss',
  positionals: '',
  last: '-- COMMAND…',
  options,
  notes: [
    'The command gets the URLs and tokens of a mock in its environment, such as SVC_KV_URL.',
    'startMock and useMock in its processes take the fault from the environment too.',
    'Exit codes: 0 fine, 1 below --min-score, 2 wrong usage, 3 the command fails or was interrupted.',
  ],
  examples: [
    ['a sample of 50 faults, two at a time', 'mutate --max 50 --jobs 2 -- npm test'],
    [
      'after new tests: only what was not noticed',
      'mutate --changed mutate.json --report json=mutate.json -- npm test',
    ],
  ],
  async run(args) {
    const end = args.includes('--') ? args.indexOf('--') : args.length
    const command = args.slice(end + 1)
    const { values: given, positionals } = read(args.slice(0, end), options)
    const values = withConfig('mutate', options, given)
    if (positionals.length > 0 || command.length === 0)
      throw new UsageError('mutate takes a command to run after --, such as: mutate -- npm test')
    if ((process.env[FAULT_VARIABLE] ?? '') !== '')
      throw new UsageError(`${FAULT_VARIABLE} is set; unset it, because mutate sets it itself`)
    const files = filesOf(values.report ?? [])
    const least = wholeNumber('min-score', values['min-score'], 0, 0, 100)
    const report = await interruptible((signal) => mutate(command, values, signal))
    if (typeof report === 'string') {
      complain(report)
      return exit.couldNotJudge
    }
    process.stdout.write(forms[values.json === true ? 'json' : 'text'](report))
    const unwritten = files.flatMap(({ file, form }) => writeOutput({ file }, forms[form](report)))
    unwritten.forEach(complain)
    if (report.interrupted || report.score === null) return exit.couldNotJudge
    if (report.score < least) {
      complain(`the score ${report.score} is below --min-score ${least}`)
      return exit.violated
    }
    return unwritten.length > 0 ? exit.usage : exit.fine
  },
}

/** Returns the report, or a sentence about the reason why there is none. */
async function mutate(
  command: readonly string[],
  values: MutateValues,
  signal: AbortSignal,
): Promise<MutateReport | string> {
  const start = performance.now()
  const { changed } = values
  const jobs = wholeNumber('jobs', values.jobs, availableParallelism(), 1, 256)
  const seed = wholeNumber('seed', values.seed, 1)
  const max = wholeNumber('max', values.max, Number.MAX_SAFE_INTEGER, 1)
  const wanted = selected(values.only ?? [])
  const earlier = changed === undefined ? [] : readMutateReport(changed).faults
  const dialect = readDialect(values.dialect)
  const clock = oneOf('clock', values.clock, ['real', 'virtual'])
  const timeout = values.timeout === undefined ? 0 : time('timeout', values.timeout, 's', 1, 1)
  const setting: Setting = { command, dialect, clock, signal }

  const correct = await runCorrect(setting, { isTaped: true })
  if (correct.outcome === 'interrupted') return 'mutate was interrupted before the first fault'
  if (correct.outcome !== 'passed')
    return `the command fails against a correct mock, so it cannot notice faults. Its output ends with:\n${correct.output}`
  const { uses, trace } = correct
  if (trace.size === 0)
    return 'the command used no mock. Its processes must use the URLs in SVC_KV_URL and SVC_QUEUE_URL, or startMock or useMock of this package'
  // Also shows what differs between two correct runs.
  const beside = await Promise.all(Array.from({ length: jobs }, () => runCorrect(setting)))
  const failed = beside.find(({ outcome }) => outcome === 'failed')
  if (failed !== undefined)
    return `the command fails if it runs again, ${jobs} at a time; find what the runs share, such as a port, or use --jobs 1. Its output ends with:\n${failed.output}`

  const all = await mattering(wanted, uses, dialect)
  const known = new Map(earlier.filter(({ noticed }) => noticed).map((each) => [each.id, each]))
  const random = randomFrom(seed)
  const order = new Map(all.map(({ id }) => [id, random()]))
  const open = all
    .filter(({ id }) => !known.has(id))
    .toSorted((one, other) => order.get(one.id)! - order.get(other.id)!)
  const silent = await silentAmong(
    open.filter(isTraced).map(({ id }) => id),
    {
      tapes: correct.tapes,
      jobs,
      signal,
    },
  )
  const drawn = open.filter(({ id }) => !silent.has(id)).slice(0, max)
  const slowest = Math.max(correct.ms, ...beside.map(({ ms }) => ms))
  const leftOut = wanted.filter(({ breaks }) => breaks.length > 0).length - all.length
  console.error(
    `${counted(drawn.length, 'fault')} to test, ${jobs} at a time, in about ${timeInWords((drawn.length * slowest) / jobs)}; ${leftOut} left out`,
  )

  const { results, unseen: unseenInRuns } = await testAll(drawn, {
    setting,
    jobs,
    correct: [correct, ...beside],
    timeoutMs: timeout || 10_000 + 3 * slowest,
  })
  const unseen = silent.size + unseenInRuns
  const carried = all.flatMap(({ id }): FaultResult[] => {
    const result = known.get(id)
    return result === undefined ? [] : [{ ...result, earlier: true }]
  })
  const tested = [...carried, ...results].toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const noticed = tested.filter((each) => each.noticed).length
  return {
    format: FORMAT,
    tool: { name, version },
    command: command.map(quoteIfNeeded).join(' '),
    seed,
    score: scoreOf(tested),
    noticed,
    unnoticed: tested.length - noticed,

    untested: all.length - tested.length - unseen,
    leftOut,
    unseen,
    interrupted: signal.aborted,
    ms: Math.round(performance.now() - start),
    faults: tested,
  }
}

/** Returns the faults whose id or rule matches a pattern. */
function selected(patterns: readonly string[]): readonly AnyFault[] {
  const matches = (pattern: string) => (fault: AnyFault) =>
    [fault.id, ...fault.breaks].some((each) => fits(pattern, each))
  for (const pattern of patterns)
    if (!faults.some(matches(pattern)))
      throw new UsageError(
        `--only ${pattern} matches no fault${didYouMeanPattern(
          pattern,
          faults.flatMap(({ id, breaks }) => [id, ...breaks]),
        )}; "svc-contract list faults" prints their ids`,
      )
  return patterns.length === 0
    ? faults
    : faults.filter((fault) => patterns.some((pattern) => matches(pattern)(fault)))
}

interface Plan {
  readonly setting: Setting
  readonly jobs: number
  readonly timeoutMs: number
  readonly correct: readonly Recorded[]
}

/**
 * Runs the command for each fault, several at a time. Returns the results until an interruption, and the
 * number of faults that changed nothing.
 */
async function testAll(
  drawn: readonly AnyFault[],
  { setting, jobs, timeoutMs, correct }: Plan,
): Promise<{ readonly results: readonly FaultResult[]; readonly unseen: number }> {
  const results: FaultResult[] = []
  let unseen = 0
  const progress = progressOn(process.stderr, drawn.length)
  const queue = drawn.values()
  const work = async () => {
    for (const fault of queue) {
      const { id, name, interface: of, breaks } = fault
      const { outcome, ms, trace } = await runWithFault(setting, id, timeoutMs)
      if (outcome === 'interrupted') return
      const noticed = outcome !== 'passed'
      progress.step(noticed)
      if (!noticed && isTraced(fault) && isLike(trace, correct)) unseen += 1
      else
        results.push({
          id,
          name,
          interface: of,
          rules: breaks,
          meaning: meaningOf(breaks),
          noticed,
          ms: Math.round(ms),
        })
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  progress.end()
  return { results, unseen }
}
