// How a failure can be seen again: the requests of a scenario as shell commands that need no suite,
// and the command that judges the scenario once more. URLs and tokens come from the environment.

import type { Interface } from '#generated/rules.js'
import { splitRedacted } from './redact.js'
import type { RecordedExchange } from './report.js'
import type { Scenario } from '../core/scenario.js'
import type { CommandOptions, StageOptions } from '../core/options.js'

/** Headers that curl makes itself. */
const made = new Set(['host', 'connection', 'content-length'])

/** Of more characters no system is sure to take an argument. */
const longestArgument = 30_000

/** For so many seconds a stream is shown, which would not end. */
const streamSeconds = 5

/**
 * The exchanges as `curl` commands, one a line. `base` is the path of the target's URL: the shell
 * variable stands for it. A stream is read behind the requests that follow it.
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
    // A moment later it has begun.
    return isBehind(exchange, index) ? `${command} & sleep 1` : command
  })
  return [...lines, ...(exchanges.some(isBehind) ? ['wait'] : [])].join('\n')
}

type Known = Pick<
  StageOptions,
  'kv' | 'queue' | 'dialect' | 'provider' | 'sink' | 'timeoutMs' | 'maxWaitMs' | 'again'
>

/**
 * The command that judges one scenario again, as this run did. It exits with 0 where the target
 * conforms and with something else where it does not.
 */
export function judgingAgain(
  { id, interface: of, needs }: Pick<Scenario, 'id' | 'interface' | 'needs'>,
  options: Known,
): string {
  const said = Object.entries(options.again ?? commandOptionsOf(options))
    .filter(([name]) => concerns(name, of))
    .filter(([name]) => name !== 'dedicated-account' || needs.includes('dedicatedAccount'))
    .flatMap(([name, value]) => {
      if (value === undefined || value === false) return []
      return [value === true ? `--${name}` : `--${name} ${quote(`${value}`)}`]
    })
  return [`npx svc-contract test ${quote(id)}`, ...said].join(' ')
}

/** Whether an option has anything to do with an interface: the other one is not judged. */
const concerns = (option: string, of: Interface): boolean =>
  !option.startsWith(of === 'kv' ? 'queue-' : 'kv-') && !(of === 'kv' && option.startsWith('sink-'))

/** What the command is to be told of a run that was not begun by it. */
function commandOptionsOf({ kv, queue, dialect, provider, sink, ...waits }: Known): CommandOptions {
  const { timeoutMs, maxWaitMs } = waits
  const { name = 'none', clock, kvMaxRequestSize } = provider ?? {}
  return {
    'kv-url': kv?.url,
    'queue-url': queue?.url,
    dialect: dialect !== undefined && dialect.name !== 'svc' && dialect.name,
    'sink-url': sink?.publicUrl,
    // The mock's is found; others are known to the command by the file that they are in.
    provider: name === 'none' || name === 'protocol' || /[./\\]/.test(name) ? name : undefined,
    'dedicated-account': true,
    'kv-max-request-size': kvMaxRequestSize,
    time: name === 'mock' && clock === undefined && 'real',
    'max-wait': maxWaitMs !== undefined && Math.ceil(maxWaitMs / 1000),
    timeout: timeoutMs,
  }
}

/** Whether it is a stream that we closed, or one that another server would make of the request. */
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
    // What the shell does by itself may be as long as it likes.
    long && `printf %s ${shell(body)} |`,
    'curl -sS -i --path-as-is',
    mayStream(exchange) && `-N --max-time ${streamSeconds}`,
    request.method === 'HEAD' ? '--head' : `-X ${request.method}`,
    ...request.headers
      .filter(([header]) => !made.has(header.toLowerCase()))
      .map(([header, value]) => `-H ${shell(`${header}: ${value}`)}`),
    body !== '' && (binary || long ? '--data-binary @-' : `--data-raw ${shell(body)}`),
    // Without this line curl would call the body a form.
    body !== '' && !typed && "-H 'Content-Type:'",
    `"$${name}_URL"${shell(request.target.slice(base.length))}`,
  ]
    .filter((part) => part !== false)
    .join(' ')
}

/** A text that can stand in a command, or the base64 of what cannot: no text, or one with a NUL. */
function bodyOf(request: RecordedExchange['request']): string | { readonly base64: string } {
  if ('bodyBase64' in request) return { base64: request.bodyBase64 }
  return request.body.includes('\0')
    ? { base64: Buffer.from(request.body).toString('base64') }
    : request.body
}

/** A text as one word of the shell, with what was redacted from the environment. */
const shell = (text: string) =>
  splitRedacted(text)
    .map((part, index) => (index % 2 === 1 ? `"$${part}"` : part === '' ? '' : quote(part)))
    .join('') || "''"

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
