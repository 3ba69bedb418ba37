// proxy: checks the responses to an application, for example while its tests run. Reports the parts
// of the contract that the application used.

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { startProxy, type Proxy, type ScenarioResult } from '../../conformance/index.js'
import { counted } from '../../conformance/report/counted.js'
import { printableJson } from '../../conformance/core/printable.js'
import { proxyText } from '../../conformance/proxy/text.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { addressProblem } from './address.js'
import { complain } from './complain.js'
import { readDialect } from './files.js'
import { stopSignal } from './signals.js'
import { reporterOn } from './terminal.js'
import { endingOf } from './test/exit.js'
import { surroundingsOf } from './test/github.js'
import { options as testOptions } from './test/options.js'
import { deleteOldReports, outputsOf, writeOutputs } from './test/reports.js'
import { httpUrl } from './test/url.js'
import { emptyVariables, read, wholeNumber, type Values, type Verb } from './verb.js'
import { name, version } from './version.js'

const options = {
  'kv-url': testOptions['kv-url'],
  'queue-url': testOptions['queue-url'],
  host: { value: 'HOST', about: 'address to listen on (127.0.0.1)' },
  'kv-port': { value: 'PORT', about: 'key-value port (9079; with a command, a free one)' },
  'queue-port': { value: 'PORT', about: 'queue port (9080; with a command, a free one)' },
  controls: { about: 'forward /__mock of a mock, for this machine only' },
  dialect: testOptions.dialect,
  json: { about: 'print a line of JSON when ready, and the JSON report' },
  report: testOptions.report,
} as const

type ProxyValues = Values<typeof options>

/** The environment variables with tokens. No report may contain a token. */
const tokenVariables = ['SVC_KV_TOKEN', 'SVC_KV_READONLY_TOKEN', 'SVC_QUEUE_TOKEN'] as const

export const verb: Verb = {
  summary: 'checks the responses that an application receives',
  positionals: '',
  last: '[-- COMMAND…]',
  options,
  async run(args) {
    const end = args.includes('--') ? args.indexOf('--') : args.length
    const command = args.slice(end + 1)
    const { values, positionals } = read(args.slice(0, end), options)
    if (positionals.length > 0 || (end < args.length && command.length === 0))
      throw new UsageError('proxy takes a command to run after --, such as: proxy -- npm test')
    deleteOldReports(values, [{ option: '--dialect', file: values.dialect }])
    const requested = outputsOf(values)
    const { outputs, before, after } = surroundingsOf(process.env)
    const terminal = reporterOn(process.stdout, 0, { progress: false, detail: 'verbose' })
    // Results are printed at once only if there is no command, because a command uses the terminal
    // until it ends.
    const late: ScenarioResult[] = []
    const isLive = values.json !== true && command.length === 0
    const stopped = stopSignal()
    const proxy = await start(values, command, (result) =>
      isLive ? terminal.result?.(result) : late.push(result),
    )

    let code = 0
    try {
      const ready = () => readyLines(values, command, proxy)
      console.log(values.json === true ? JSON.stringify(urlsOf(proxy)) : ready())
      if (command.length === 0) await stopped
      else code = await codeOf(command, proxy)
    } finally {
      await proxy.close()
    }

    const report = proxy.report()
    process.stdout.write(before)
    if (values.json === true) console.log(printableJson(JSON.stringify(report)))
    else {
      for (const [first, ...others] of byRule(late)) {
        terminal.result?.(first)
        if (others.length > 0)
          console.log(
            `  and ${counted(others.length, 'more response')}; --report json=FILE has all`,
          )
      }
      process.stdout.write(`\n${proxyText(report)}`)
    }
    const unwritten = writeOutputs([...requested, ...outputs], report)
    const ending = endingOf({ report, interrupted: false, stale: [], unwritten })
    process.stdout.write(after(report, ending.because.length))
    ending.because.forEach(complain)
    return code === 0 ? ending.code : code
  },
}

/** Groups results by their rule. */
function byRule(
  results: readonly ScenarioResult[],
): Iterable<[ScenarioResult, ...ScenarioResult[]]> {
  const groups = new Map<string, [ScenarioResult, ...ScenarioResult[]]>()
  for (const result of results) {
    const group = groups.get(result.rule)
    if (group === undefined) groups.set(result.rule, [result])
    else group.push(result)
  }
  return groups.values()
}

async function start(
  values: ProxyValues,
  command: readonly string[],
  onBroken: (result: ScenarioResult) => void,
): Promise<Proxy> {
  const target = (of: 'kv' | 'queue', port: number) => {
    const url = values[`${of}-url`]
    const otherwise = command.length === 0 ? port : 0
    return (
      url !== undefined && {
        [of]: {
          url: httpUrl(`${of}-url`, url),
          port: wholeNumber(`${of}-port`, values[`${of}-port`], otherwise, 0, 65_535),
        },
      }
    )
  }
  const [empty] = emptyVariables(options, values)
  if (empty !== undefined)
    throw new UsageError(
      `${empty} is empty; give it a value, or unset it to leave its interface out`,
    )
  const targets = { ...target('kv', 9079), ...target('queue', 9080) }
  if (Object.keys(targets).length === 0)
    throw new UsageError('proxy needs a target: --kv-url, --queue-url or both')
  const host = values.host ?? '127.0.0.1'
  const tokens = tokenVariables.flatMap((variable) => {
    const token = process.env[variable] ?? ''
    return token === '' ? [] : [[variable, token]]
  })
  return startProxy({
    ...targets,
    host,
    onBroken,
    controls: values.controls === true,
    tool: { name, version },
    dialect: readDialect(values.dialect),
    tokens: Object.fromEntries(tokens) as Record<string, string>,
  }).catch((error: unknown) => {
    if (addressProblem(error) === undefined) throw error
    throw new UsageError(`the proxy could not start: ${(error as Error).message}`)
  })
}

const urlsOf = ({ kv, queue }: Proxy) => ({ ...(kv && { kv }), ...(queue && { queue }) })

const readyLines = (values: ProxyValues, command: readonly string[], { kv, queue }: Proxy) =>
  [
    ...(kv ? [`key-value  ${kv.url} for ${values['kv-url']}`] : []),
    ...(queue ? [`queue      ${queue.url} for ${values['queue-url']}`] : []),
    ...(command.length === 0 ? ['Ctrl-C stops it and prints the coverage.'] : []),
  ].join('\n')

/** Runs a command that uses the proxy. Resolves with the exit code of the command. */
async function codeOf([file = '', ...args]: readonly string[], proxy: Proxy): Promise<number> {
  const { kv, queue } = proxy
  const env = {
    ...process.env,
    ...(kv && { SVC_KV_URL: kv.url }),
    ...(queue && { SVC_QUEUE_URL: queue.url }),
  }
  const child = spawn(file, args, { env, stdio: 'inherit' })
  // Ctrl-C also reaches the command, which may handle it in its own way. A second Ctrl-C ends a
  // command that did not receive the first.
  let interrupted = false
  process.on('SIGINT', () => {
    if (interrupted) child.kill('SIGTERM')
    interrupted = true
  })
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', ({ message }) =>
      reject(new UsageError(`the command ${file} could not be started: ${message}`)),
    )
    child.on('close', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    )
  })
}
