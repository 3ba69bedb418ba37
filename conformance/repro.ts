// How a failure can be seen again without this suite: the requests of a scenario as shell commands.
// Tokens come from the environment.

import type { Interface } from '#generated/rules.js'
import { redacted } from './redact.js'
import type { RecordedExchange } from './report.js'

/** Headers that curl makes itself. */
const made = new Set(['host', 'content-length'])

/**
 * The exchanges as `curl` commands, one a line. `base` is the path of the target's URL: the shell
 * variable stands for it.
 */
export function reproOf(
  of: Interface,
  exchanges: readonly RecordedExchange[],
  base: string,
): string {
  return exchanges.map(({ request }) => curl(of, request, base)).join('\n')
}

function curl(of: Interface, request: RecordedExchange['request'], base: string): string {
  const name = of === 'kv' ? 'SVC_KV' : 'SVC_QUEUE'
  const withToken = (text: string) => quote(text).replaceAll(redacted, `'"$${name}_TOKEN"'`)
  const hasBody = 'bodyBase64' in request || request.body !== ''
  return [
    'bodyBase64' in request ? `printf %s ${quote(request.bodyBase64)} | base64 -d |` : undefined,
    'curl -sS -i --path-as-is',
    request.method === 'HEAD' ? '--head' : `-X ${request.method}`,
    ...request.headers
      .filter(([header]) => !made.has(header.toLowerCase()))
      .map(([header, value]) => `-H ${withToken(`${header}: ${value}`)}`),
    !hasBody
      ? undefined
      : 'bodyBase64' in request
        ? '--data-binary @-'
        : `--data-raw ${withToken(request.body)}`,
    // Without this line curl would call the body a form.
    hasBody && !request.headers.some(([header]) => header.toLowerCase() === 'content-type')
      ? "-H 'Content-Type:'"
      : undefined,
    `"$${name}_URL"${withToken(request.target.slice(base.length))}`,
  ]
    .filter((part) => part !== undefined)
    .join(' ')
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
