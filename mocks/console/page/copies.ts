// An entry of the journal as a curl command and as a test.

import type { Entry, HeaderMap } from './feed.ts'
import type { Session } from './api.ts'

/** Headers that curl and fetch set themselves. */
const OWN = new Set(
  ['host', 'connection', 'content-length', 'user-agent', 'accept', 'accept-encoding']
    .concat(['accept-language', 'transfer-encoding', 'authorization', 'sec-fetch-mode'])
    .concat(['cache-control', 'pragma', 'keep-alive']),
)

const sentHeaders = (headers: HeaderMap): [string, string][] =>
  Object.entries(headers)
    .filter(([name]) => !OWN.has(name.toLowerCase()))
    .map(([name, values]) => [name, [values].flat().join(', ')])

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const fullUrl = ({ kind, url }: Entry, session: Session): string =>
  kind === 'attempt' ? url : `${session[kind]?.url ?? ''}${url}`

/** Returns a curl command that sends the same request again, with the token of the mock. */
export function curlOf(entry: Entry, session: Session): string {
  const { kind, method, requestBody, requestHeaders } = entry
  const token = kind === 'attempt' ? undefined : session[kind]?.token
  const parts = [`curl -i ${quoted(fullUrl(entry, session))}`]
  if (method !== 'GET' && !(method === 'POST' && requestBody)) parts.push(`-X ${method}`)
  if (token !== undefined) parts.push(`-H ${quoted(`Authorization: Bearer ${token}`)}`)
  for (const [name, value] of sentHeaders(requestHeaders))
    parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (requestBody) parts.push(`--data-raw ${quoted(requestBody)}`)
  return parts.join(' \\\n  ')
}

/** Returns a vitest file that sends the same request, and expects the same response. */
export const testOf = (entry: Entry, session: Session): string =>
  headOf(session) +
  (entry.kind === 'attempt' ? testOfAttempt(entry) : testOfRequest(entry, entry.kind))

/** Returns the beginning of a test, whose mock has the same dialect and allows the same hosts. */
function headOf({ dialect: { name }, allowDestinations }: Session): string {
  const options = [
    ...(name === 'svc' ? [] : [`dialect: ${JSON.stringify(name)}`]),
    ...(allowDestinations.length === 0
      ? []
      : [`allowDestinations: ${JSON.stringify(allowDestinations)}`]),
  ]
  return `import { expect, test } from 'vitest'
import { useMock } from 'svc-contract/vitest'

const mock = useMock(${options.length === 0 ? '' : `{ ${options.join(', ')} }`})
`
}

function testOfRequest(
  { method, url, requestBody, requestHeaders, status, responseBody }: Entry,
  kind: 'kv' | 'queue',
): string {
  const path = url.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')
  const headers = [
    `Authorization: \`Bearer \${mock.${kind}.token}\``,
    ...sentHeaders(requestHeaders).map(
      ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    ),
  ]
  return `
test(${JSON.stringify(`${method} ${url}`)}, async () => {
  const response = await fetch(\`\${mock.${kind}.url}${path}\`, {
    method: ${JSON.stringify(method)},
    headers: { ${headers.join(', ')} },${requestBody ? `\n    body: ${JSON.stringify(requestBody)},` : ''}
  })
  expect(response.status).toBe(${status ?? 200})
${expectedBody(kind, responseBody)}})
`
}

/** The queue returns new ids for each request, so that only the names of the fields are compared. */
function expectedBody(kind: 'kv' | 'queue', body: string | undefined): string {
  const value = jsonIn(body)
  if (value === undefined) return ''
  const wanted = `  expect(await response.json()).toEqual(${JSON.stringify(value)})\n`
  if (kind === 'kv' || typeof value !== 'object' || value === null) return wanted
  if (Array.isArray(value)) return `  expect(await response.json()).toHaveLength(${value.length})\n`
  const names = JSON.stringify(Object.keys(value))
  return `  expect(Object.keys((await response.json()) as object)).toEqual(${names})\n`
}

function jsonIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

function testOfAttempt({ url, method, requestBody, requestHeaders }: Entry): string {
  const forwarded = sentHeaders(requestHeaders).filter(([name]) => /^content-type$/i.test(name))
  const body = requestBody ? `\n    body: ${JSON.stringify(requestBody)},` : ''
  const headers = forwarded.map(([name, value]) => `, '${name}': ${JSON.stringify(value)}`).join('')
  return `
test(${JSON.stringify(`${method} ${url} is delivered`)}, async () => {
  // The delivery gets this answer, so that the destination need not run.
  mock.queue.interceptDelivery({ url: ${JSON.stringify(url)} }).reply(200)
  await fetch(\`\${mock.queue.url}/v2/publish/${url}\`, {
    method: 'POST',
    headers: { Authorization: \`Bearer \${mock.queue.token}\`${headers} },${body}
  })
  await mock.clock.advance(0)
  expect(mock.queue.deliveries()).toMatchObject([{ url: ${JSON.stringify(url)} }])
})
`
}
