// Creates commands that repeat a failure. They read URLs and tokens from the environment.

import type { Interface } from '#generated/rules.js'
import { splitRedacted, type RemovedSecret } from './redact.js'
import type { RecordedExchange } from './report.js'
import { quote } from './shell.js'
import { unseen } from '../core/printable.js'
import type { Scenario } from '../core/scenario.js'
import type { CommandOptions, StageOptions } from '../core/options.js'

/** Headers that curl adds by itself. */
const curlHeaders = new Set(['host', 'connection', 'content-length'])

/** The longest argument in characters, because some systems reject longer ones. */
const longestArgument = 30_000

/** The seconds to read a stream that may never end. */
const streamSeconds = 5

/**
 * Returns the exchanges as `curl` commands, one per line, with a shell variable for the URL. A
 * stream runs in the background while the requests after it are sent. `base` is the path of the
 * target's URL.
 */
export function reproOf(
  of: Interface,
  exchanges: readonly RecordedExchange[],
  base: string,
): string {
  const isBehind = (exchange: RecordedExchange, index: number) =>
    mayStream(exchange) && index < exchanges.length - 1
  const lines = exchanges.map((exchange, index) => {
    const command = curl(of, exchange, base)
    // The pause of 1 second lets the stream open before the next request.
    return isBehind(exchange, index) ? `${command} & sleep 1` : command
  })
  const isRead = exchanges.map(({ request }) => of === 'queue' && request.method === 'GET')
  const once = lines.filter((_, index) => !isReadAgain(lines, isRead, index))
  return [...once, ...(exchanges.some(isBehind) ? ['wait'] : [])].join('\n')
}

/** True if a list is read again before anything else is sent, as it may lag. A GET of a key may write. */
function isReadAgain(lines: readonly string[], isRead: readonly boolean[], index: number): boolean {
  const next = isRead.indexOf(false, index)
  return lines.slice(index + 1, next < 0 ? undefined : next).includes(lines[index]!)
}

type RunSettings = Pick<
  StageOptions,
  'kv' | 'queue' | 'dialect' | 'provider' | 'sink' | 'timeoutMs' | 'maxWaitMs' | 'again'
>

/** Returns the command that judges scenarios of one interface again. */
export function testCommand(
  scenarios: readonly Pick<Scenario, 'id' | 'interface' | 'needs'>[],
  options: RunSettings,
): string {
  const ids = Array.from(new Set(scenarios.map(({ id }) => quote(id))))
  const of = scenarios.some((each) => each.interface === 'kv') ? 'kv' : 'queue'
  const needsAccount = scenarios.some(({ needs }) => needs.includes('dedicatedAccount'))
  const shownOptions = Object.entries(options.again ?? commandOptionsOf(options))
    .filter(([name]) => concerns(name, of))
    .filter(([name]) => name !== 'dedicated-account' || needsAccount)
    .flatMap(([name, value]) => {
      if (value === undefined || value === false) return []
      return [value === true ? `--${name}` : `--${name} ${quote(`${value}`)}`]
    })
  return ['npx svc-contract test', ...ids, ...shownOptions].join(' ')
}

/** Returns true unless the option is only for the other interface. */
const concerns = (option: string, of: Interface): boolean =>
  !option.startsWith(of === 'kv' ? 'queue-' : 'kv-') && !(of === 'kv' && option.startsWith('sink-'))

function commandOptionsOf({
  kv,
  queue,
  dialect,
  provider,
  sink,
  ...waits
}: RunSettings): CommandOptions {
  const { timeoutMs, maxWaitMs } = waits
  const { name = 'none', clock, kvMaxRequestSize } = provider ?? {}
  return {
    'kv-url': kv?.url,
    'queue-url': queue?.url,
    dialect: dialect !== undefined && dialect.name !== 'svc' && dialect.name,
    'sink-url': sink?.publicUrl,
    // The provider of the mock is detected without an option. The name of any other provider is its
    // file.
    provider: name === 'none' || name === 'protocol' || /[./\\]/.test(name) ? name : undefined,
    'dedicated-account': true,
    'kv-max-request-size': kvMaxRequestSize,
    time: name === 'mock' && clock === undefined && 'real',
    'max-wait': maxWaitMs !== undefined && Math.ceil(maxWaitMs / 1000),
    timeout: timeoutMs,
  }
}

/**
 * Returns true for a stream, and for a request to which another server may respond with a stream.
 */
const mayStream = ({ request, closed }: RecordedExchange): boolean =>
  closed === true ||
  request.headers.some(
    ([name, value]) => name.toLowerCase() === 'accept' && value.includes('text/event-stream'),
  )

function curl(of: Interface, exchange: RecordedExchange, base: string): string {
  const { request } = exchange
  const name = of === 'kv' ? 'SVC_KV' : 'SVC_QUEUE'
  const body = bodyOf(request)
  const binary = typeof body === 'object'
  const long = !binary && body.length > longestArgument
  const typed = request.headers.some(([header]) => header.toLowerCase() === 'content-type')
  return [
    binary && `printf %s ${quote(body.base64)} | base64 -d |`,
    // A long body is piped from `printf`, because builtin commands of a shell have no limit for
    // arguments.
    long && `printf %s ${shell(body)} |`,
    'curl -sS -i --path-as-is',
    mayStream(exchange) && `-N --max-time ${streamSeconds}`,
    request.method === 'HEAD' ? '--head' : `-X ${shell(request.method)}`,
    ...request.headers
      .filter(([header]) => !curlHeaders.has(header.toLowerCase()))
      .map(([header, value]) => `-H ${shell(`${header}: ${value}`)}`),
    body !== '' && (binary || long ? '--data-binary @-' : `--data-raw ${shell(body)}`),
    // Without this option, curl would send the content type of a form.
    body !== '' && !typed && "-H 'Content-Type:'",
    `"$${name}_URL"${shell(request.target.slice(base.length))}`,
  ]
    .filter((part) => part !== false)
    .join(' ')
}

/** Returns the body as text, or in base64 if it is not text or not visible on a terminal. */
function bodyOf({ body, bodyBase64 = '' }: RecordedExchange['request']) {
  if (body === undefined) return { base64: bodyBase64 }
  const hasSecret = splitRedacted(body).some((part) => typeof part !== 'string')
  const isText = hasSecret ? !body.includes('\0') : body.search(unseen) < 0
  return isText ? body : { base64: Buffer.from(body).toString('base64') }
}

/** Quotes text as one word of the shell. Redacted values are read from the environment. */
const shell = (text: string) =>
  splitRedacted(text)
    .map((part) => (typeof part === 'string' ? quote(part) : fromEnvironment(part)))
    .join('') || "''"

function fromEnvironment({ variable, form }: RemovedSecret): string {
  const piped = (command: string) => `"$(printf %s "$${variable}" | ${command})"`
  if (form === undefined) return `"$${variable}"`
  if (form === 'cut') return `"\${${variable}%?}"`
  return piped({ lower: 'tr A-Z a-z', upper: 'tr a-z A-Z', base64: "base64 | tr -d '\\n'" }[form])
}
