// test: runs the conformance suite against a target, reports, and judges the run by an exit code.

import { writeFileSync } from 'node:fs'
import {
  mockProvider,
  noProvider,
  preflight,
  run,
  scenarios as all,
  select,
  staleExpectations,
  UsageError,
  writeExpectations,
  type Dialect,
  type Endpoint,
  type Expectations,
  type Provider,
  type Report,
} from '../../conformance/index.js'
import { json } from '../../conformance/reporters/json.js'
import type { Reporter } from '../../conformance/reporters/reporter.js'
import { text } from '../../conformance/reporters/text.js'
import { readDialect, readExpectations, readProvider } from './files.js'
import { printPlan } from './plan.js'
import { oneOf, read, wholeNumber, type Values, type Verb } from './verb.js'
import { name, version } from './version.js'

const options = {
  'kv-url': { value: 'URL', env: 'SVC_KV_URL', about: 'where the key-value interface is' },
  'kv-token': { value: 'TOKEN', env: 'SVC_KV_TOKEN', about: 'its Standard token' },
  'kv-readonly-token': {
    value: 'TOKEN',
    env: 'SVC_KV_READONLY_TOKEN',
    about: 'its Read Only token, if it is to be judged',
  },
  'queue-url': { value: 'URL', env: 'SVC_QUEUE_URL', about: 'where the queue interface is' },
  'queue-token': { value: 'TOKEN', env: 'SVC_QUEUE_TOKEN', about: 'its token' },
  dialect: { value: 'svc|upstash|FILE', about: 'names and settings of the target' },
  'sink-listen': {
    value: 'HOST:PORT',
    about: 'where deliveries are received (a free loopback port)',
  },
  'sink-url': { value: 'URL', about: 'how the target reaches the sink from where it is' },
  provider: {
    value: 'mock|none|FILE',
    about: 'what can be arranged at the target (mock, where it is one)',
  },
  'dedicated-account': { about: 'allow scenarios that may touch entries the run did not create' },
  'kv-max-request-size': { value: 'BYTES', about: 'the declared limit of the target' },
  time: { value: 'auto|virtual|real', about: 'virtual where the provider has a clock' },
  'max-wait': { value: 'SECONDS', about: 'the longest wait for one delivery in real time (10)' },
  skip: { value: 'PATTERN', multiple: true, about: 'leave scenarios out; repeatable' },
  level: { value: 'must|open', about: 'only rules of this level' },
  shard: { value: 'I/N', about: 'the I-th of N parts of the scenarios' },
  'known-failing': { value: 'FILE', about: 'failures to expect; one that passes is an error' },
  'known-flaky': { value: 'FILE', about: 'scenarios that may fail or pass' },
  'write-known-failing': { value: 'FILE', about: 'write what failed as such a list' },
  concurrency: { value: 'N', about: 'scenarios at a time (16)' },
  timeout: { value: 'MS', about: 'milliseconds a scenario may take (10000)' },
  bail: { about: 'stop after the first unexpected failure' },
  plan: { about: 'print the requests each scenario will make, and touch nothing' },
  'keep-exchanges': { value: 'failed|all', about: 'whose exchanges the reports keep' },
  report: { value: 'NAME=FILE', multiple: true, about: 'write a report (json); repeatable' },
} as const

type TestOptions = Values<typeof options>

/** Exit codes of a run, as others rely on them. */
const exit = {
  fine: 0,
  violated: 1,
  usage: 2,
  couldNotJudge: 3,
  harnessError: 4,
  stale: 5,
} as const

export const verb: Verb = {
  summary: 'runs the conformance suite against a target; with no target, against the embedded mock',
  positionals: '[PATTERN…]',
  options,
  async run(args) {
    const { values, positionals } = read(args, options)
    const interrupt = interruption()
    const settings = {
      dialect: readDialect(values.dialect),
      expectations: readLists(values),
      reports: reportsOf(values),
      timeoutMs: wholeNumber('timeout', values.timeout, 10_000, 1),
      concurrency: wholeNumber('concurrency', values.concurrency, 16, 1),
      keepExchanges: oneOf('keep-exchanges', values['keep-exchanges'], ['failed', 'all']),
    }
    const target = await targetOf(values, settings.dialect)
    try {
      const judged = all.filter((each) => target[each.interface] !== undefined)
      const scenarios = select(judged, {
        only: positionals,
        skip: values.skip ?? [],
        level:
          values.level === undefined ? undefined : oneOf('level', values.level, ['must', 'open']),
        shard: shardOf(values.shard),
      })
      if (values.plan === true) return await printPlan(scenarios, settings.dialect)

      for (const of of ['kv', 'queue'] as const) {
        const endpoint = target[of]
        const problem = endpoint && (await preflight(of, endpoint, settings.timeoutMs))
        if (problem !== undefined) {
          console.error(`svc-contract: could not judge: ${problem}`)
          return exit.couldNotJudge
        }
      }
      const provider = await providerOf(values, target)
      const terminal = process.stdout.isTTY
      const reporter = text((words) => process.stdout.write(words), {
        colour: terminal && (process.env['NO_COLOR'] ?? '') === '',
        progress: terminal,
        total: scenarios.length,
      })
      const report = await run({
        ...settings,
        ...(target.kv && { kv: target.kv }),
        ...(target.queue && { queue: target.queue }),
        scenarios,
        provider,
        secrets: target.readOnlyToken === undefined ? [] : [target.readOnlyToken],
        sink: sinkOf(values),
        maxWaitMs: wholeNumber('max-wait', values['max-wait'], 10) * 1000,
        bail: values.bail === true,
        signal: interrupt,
        tool: { name, version },
        onResult: (result) => reporter.result?.(result),
      })
      reporter.end(report)
      for (const { make, file } of settings.reports) make((words) => write(file, words)).end(report)
      if (values['write-known-failing'] !== undefined)
        write(values['write-known-failing'], writeExpectations(report.scenarios))
      if (interrupt.aborted) {
        console.error('svc-contract: could not judge: the run was interrupted')
        return exit.couldNotJudge
      }
      return exitCodeOf(report, settings.expectations)
    } finally {
      await target.close()
    }
  },
}

/** How a run is judged. The worse comes first: what says least about the target. */
function exitCodeOf({ scenarios, summary }: Report, expectations: Expectations): number {
  const judged = scenarios.filter(({ verdict }) => verdict !== 'not-applicable')
  if (summary.harnessErrors > 0) return exit.harnessError
  if (judged.length === 0) {
    console.error('svc-contract: could not judge: no scenario of this selection could run')
    return exit.couldNotJudge
  }
  if (summary.violated + summary.blocked > 0) return exit.violated
  const stale = staleExpectations(scenarios, expectations)
  for (const line of stale) console.error(`svc-contract: stale expectation: ${line}`)
  return stale.length > 0 ? exit.stale : exit.fine
}

interface Chosen {
  readonly kv?: Endpoint
  readonly queue?: Endpoint
  readonly readOnlyToken?: string | undefined
  close(): Promise<void>
}

/** The target the user named, or the embedded mock. */
async function targetOf(values: TestOptions, dialect: Dialect): Promise<Chosen> {
  const kv = endpointOf('kv', values['kv-url'], values['kv-token'])
  const queue = endpointOf('queue', values['queue-url'], values['queue-token'])
  if (kv !== undefined || queue !== undefined)
    return {
      ...(kv && { kv }),
      ...(queue && { queue }),
      readOnlyToken: values['kv-readonly-token'],
      close: async () => {},
    }

  const { startMock } = await import('../../mocks/index.js')
  const mock = await startMock({ clock: 'virtual', dialect })
  console.log('No target given: judging the embedded mock, which was started for this run.')
  return {
    kv: mock.kv,
    queue: mock.queue,
    readOnlyToken: mock.kv.readOnlyToken,
    close: () => mock.close(),
  }
}

function endpointOf(of: 'kv' | 'queue', url?: string, token?: string): Endpoint | undefined {
  if (url === undefined && token === undefined) return undefined
  const variable = `SVC_${of.toUpperCase()}`
  if (url === undefined) throw new UsageError(`--${of}-token needs --${of}-url or ${variable}_URL`)
  if (token === undefined)
    throw new UsageError(`--${of}-url needs --${of}-token or ${variable}_TOKEN`)
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`--${of}-url "${url}" is no URL that begins with http:// or https://`)
  return { url, token }
}

/** What can be arranged at the target: by its provider, and by what the user declares of it. */
async function providerOf(
  values: TestOptions,
  { kv, queue, readOnlyToken }: Chosen,
): Promise<Provider> {
  const chosen = values.provider ?? 'auto'
  const url = queue?.url ?? kv?.url ?? ''
  const found =
    chosen === 'none'
      ? noProvider
      : chosen === 'auto' || chosen === 'mock'
        ? await mockProvider(url)
        : await readProvider(chosen)
  if (found === undefined && chosen === 'mock')
    throw new UsageError(`--provider mock: ${url} does not answer /__mock/health as the mock does`)

  const { clock, ...rest } = found ?? noProvider
  const time = oneOf('time', values.time, ['auto', 'virtual', 'real'])
  if (time === 'virtual' && clock === undefined)
    throw new UsageError(`--time virtual: the provider (${rest.name}) has no clock to turn`)
  const maxRequestSize = values['kv-max-request-size']
  return {
    ...rest,
    ...(clock && time !== 'real' && { clock }),
    ...(readOnlyToken !== undefined && { readOnlyToken: async () => readOnlyToken }),
    ...(values['dedicated-account'] === true && { dedicatedAccount: true }),
    ...(maxRequestSize !== undefined && {
      kvMaxRequestSize: wholeNumber('kv-max-request-size', maxRequestSize, 0, 1),
    }),
  }
}

function sinkOf(values: TestOptions) {
  const listen = /^(.+):(\d+)$/.exec(values['sink-listen'] ?? '127.0.0.1:0')
  if (listen === null)
    throw new UsageError(`--sink-listen takes HOST:PORT, not "${values['sink-listen'] ?? ''}"`)
  return {
    host: listen[1] ?? '',
    port: Number(listen[2]),
    publicUrl: values['sink-url'],
  }
}

function shardOf(value: string | undefined) {
  if (value === undefined) return undefined
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(value)?.map(Number) ?? []
  if (index === undefined || of === undefined || index < 1 || index > of)
    throw new UsageError(`--shard takes I/N with I from 1 to N, not "${value}"`)
  return { index, of }
}

const readLists = (values: TestOptions): Expectations => ({
  failing: values['known-failing'] === undefined ? [] : readExpectations(values['known-failing']),
  flaky: values['known-flaky'] === undefined ? [] : readExpectations(values['known-flaky']),
})

const makers = { json } as const

function reportsOf(values: TestOptions) {
  return (values.report ?? []).map((report) => {
    const [, kind = '', file = ''] = /^([^=]*)=(.+)$/.exec(report) ?? []
    if (!Object.hasOwn(makers, kind))
      throw new UsageError(
        `--report takes NAME=FILE with NAME ${Object.keys(makers).join(', ')}, not "${report}"`,
      )
    const make: (write: (text: string) => void) => Reporter = makers[kind as keyof typeof makers]
    return { make, file }
  })
}

function write(file: string, words: string): void {
  try {
    writeFileSync(file, words)
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`)
  }
}

/** Aborted by the first Ctrl-C, so that what is under way is still cleaned up; the second one kills. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new Error('the run was interrupted'))
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  return controller.signal
}
