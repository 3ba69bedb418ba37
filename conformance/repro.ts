// How a failure can be seen again: the requests of a scenario as shell commands that need no suite,
// and the command that judges the scenario once more. URLs and tokens come from the environment.

import type { Interface } from '#generated/rules.js'
import type { Provider } from './provider.js'
import { splitRedacted } from './redact.js'
import type { RecordedExchange } from './report.js'
import type { Scenario } from './scenario.js'

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
  const isBehind = ({ closed }: RecordedExchange, index: number) =>
    closed === true && index < exchanges.length - 1
  const lines = exchanges.map((exchange, index) => {
    const command = curl(of, exchange, base)
    // A moment later it has begun.
    return isBehind(exchange, index) ? `${command} & sleep 1` : command
  })
  return [...lines, ...(exchanges.some(isBehind) ? ['wait'] : [])].join('\n')
}

/**
 * The command that judges one scenario, under what was known of the target. It exits with 0 where
 * the target conforms and with something else where it does not.
 */
export function judgingAgain(
  { id, needs }: Pick<Scenario, 'id' | 'needs'>,
  { name, kvMaxRequestSize }: Pick<Provider, 'name' | 'kvMaxRequestSize'>,
  dialect: string,
): string {
  return [
    `npx svc-contract test ${quote(id)}`,
    dialect !== 'svc' && `--dialect ${quote(dialect)}`,
    // The others are found without being named.
    /[./\\]/.test(name) && `--provider ${quote(name)}`,
    needs.includes('dedicatedAccount') && '--dedicated-account',
    kvMaxRequestSize !== undefined && `--kv-max-request-size ${kvMaxRequestSize}`,
  ]
    .filter((part) => part !== false)
    .join(' ')
}

function curl(of: Interface, { request, closed }: RecordedExchange, base: string): string {
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
    closed === true && `-N --max-time ${streamSeconds}`,
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
