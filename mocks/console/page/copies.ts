// An entry of the journal as a curl command and as a test.

import type { Session } from './api.ts'
import { earlierOf, expectsExactly } from './dependencies.ts'
import type { Entry, HeaderMap } from './feed.ts'
import { publishedIn } from './published.ts'
import { quoted, UNSEEN } from './shell.ts'

/** Headers that curl and fetch set themselves. */
const OWN = new Set(
  ['host', 'connection', 'content-length', 'user-agent', 'accept', 'accept-encoding']
    .concat(['accept-language', 'transfer-encoding', 'authorization', 'sec-fetch-mode'])
    .concat(['cache-control', 'pragma', 'keep-alive']),
)

/** The token in copies of requests whose token the mock did not accept. */
const WRONG = 'WRONG_TOKEN'

/** Returns the headers of a request except those that its client sets itself. */
export const sentHeaders = (headers: HeaderMap): [string, string][] =>
  Object.entries(headers)
    .filter(([name]) => !OWN.has(name.toLowerCase()))
    .map(([name, values]) => [name, [values].flat().join(', ')])

const hasAuthorization = ({ requestHeaders }: Entry) =>
  Object.keys(requestHeaders).some((name) => name.toLowerCase() === 'authorization')

/** The value of a query parameter that the journal hides, because it is a token. */
const HIDDEN = /=\*\*\*(?=&|$)/

/** Returns the kind of token that a request needs for the same response. */
function tokenOf(entry: Entry): 'token' | 'readOnlyToken' | 'wrong' | undefined {
  if (entry.kind === 'attempt') return undefined
  if (entry.status === 401)
    return hasAuthorization(entry) || HIDDEN.test(entry.url) ? 'wrong' : undefined
  return entry.kind === 'kv' && /\bNOPERM\b/.test(entry.responseBody ?? '')
    ? 'readOnlyToken'
    : 'token'
}

/**
 * Returns a curl command that sends the same request again, with the token of the mock. A token that
 * the mock did not accept is `WRONG_TOKEN`.
 */
export function curlOf(entry: Entry, session: Session): string {
  const { kind, method, url, requestBody, requestBodyBase64, requestHeaders } = entry
  const of = tokenOf(entry)
  const service = kind === 'attempt' ? undefined : session[kind]
  const token =
    of === 'wrong' ? WRONG : of === 'readOnlyToken' ? session.kv?.readOnlyToken : service?.token
  const target = HIDDEN.test(url) ? url.replace(HIDDEN, `=${token}`) : url
  const parts = [`curl -i -g ${quoted(`${service?.url ?? ''}${target}`)}`]
  const base64 = requestBodyBase64 ?? unseenInBase64(requestBody)
  const hasBody = requestBody ?? base64
  if (method !== 'GET' && !(method === 'POST' && hasBody)) parts.push(`-X ${quoted(method)}`)
  if (of !== undefined && target === url)
    parts.push(`-H ${quoted(`Authorization: Bearer ${token}`)}`)
  for (const [name, value] of sentHeaders(requestHeaders))
    parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (base64 !== undefined) parts.push('--data-binary @-')
  else if (requestBody) parts.push(`--data-raw ${quoted(requestBody)}`)
  const command = parts.join(' \\\n  ')
  return base64 === undefined ? command : `echo ${quoted(base64)} | base64 -d | ${command}`
}

/** Returns a body in base64 if a terminal would obey some of its characters. */
function unseenInBase64(body: string | undefined): string | undefined {
  if (body === undefined || body.search(UNSEEN) < 0) return undefined
  const bytes = new TextEncoder().encode(body)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The state of the mock that a copied test depends on. */
export interface Surroundings {
  /** The faults that are on. */
  readonly faults: readonly string[]
  /** The entries of the journal, oldest first. */
  readonly entries: readonly Entry[]
}

/**
 * Returns a vitest file that sends the same request to an empty mock, after the earlier requests that
 * it depends on. The test expects what then holds, and begins with a comment if it needs more.
 */
export const testOf = (entry: Entry, session: Session, around: Surroundings): string =>
  headOf(session, around) +
  (entry.kind === 'attempt'
    ? testOfAttempt(entry, session)
    : testOfRequest(entry, entry.kind, around))

const json = (value: unknown): string => JSON.stringify(value) ?? 'undefined'

/** Returns the beginning of a test, whose mock has the same dialect, faults and allowed hosts. */
function headOf({ dialect: { name }, allowDestinations }: Session, { faults }: Surroundings) {
  const options = [
    ...(name === 'svc' ? [] : [`dialect: ${json(name)}`]),
    ...(allowDestinations.length === 0 ? [] : [`allowDestinations: ${json(allowDestinations)}`]),
    ...(faults.length === 0 ? [] : [`faults: ${json(faults)}`]),
  ]
  return `import { expect, test } from 'vitest'
import { useMock } from 'svc-contract/vitest'

${faults.length === 0 ? '' : '// These faults were on when the test was copied.\n'}const mock = useMock(${options.length === 0 ? '' : `{ ${options.join(', ')} }`})
`
}

/** Escapes text for a template of JavaScript. */
const inTemplate = (text: string) => text.replace(/[\\`]|\$(?=\{)/g, '\\$&')

/** Returns the source of a call of `fetch`. */
function fetchOf(entry: Entry): string {
  const { kind, method, url, requestHeaders } = entry
  const of = tokenOf(entry)
  const token = of === 'wrong' ? WRONG : `\${mock.${of === 'token' ? kind : 'kv'}.${of}}`
  const path = inTemplate(url)
  const target = path.replace(HIDDEN, () => `=${token}`)
  const headers = [
    ...(of === undefined || target !== path ? [] : [`Authorization: \`Bearer ${token}\``]),
    ...sentHeaders(requestHeaders).map(([name, value]) => `${json(name)}: ${json(value)}`),
  ]
  return `fetch(\`\${mock.${kind}.url}${target}\`, {
    method: ${json(method)},${headers.length === 0 ? '' : `\n    headers: { ${headers.join(', ')} },`}${bodyOf(entry)}
  })`
}

const bodyOf = ({ requestBody, requestBodyBase64 }: Entry): string =>
  requestBody
    ? `\n    body: ${json(requestBody)},`
    : requestBodyBase64
      ? `\n    body: Uint8Array.from(atob(${json(requestBodyBase64)}), (each) => each.charCodeAt(0)),`
      : ''

function testOfRequest(entry: Entry, kind: 'kv' | 'queue', { entries }: Surroundings): string {
  const { method, url, status } = entry
  const { earlier, needs } = earlierOf(entry, entries)
  const comments = [
    ...(needs === undefined
      ? []
      : [`This test needs state that an empty mock does not have: ${needs}`]),
    ...(entry.requestClipped ? ['The journal has only the beginning of the body.'] : []),
  ]
  const steps = [
    ...groupOf(entry),
    ...(earlier.length === 0 ? [] : ['// The earlier requests that this one depends on.']),
    ...earlier.flatMap((each) => [...groupOf(each), `await ${fetchOf(each)}`]),
    ...waitsOf(entry),
    ...interceptOf(entry, kind),
    ...(status === undefined
      ? [`await expect(\n    ${fetchOf(entry)},\n  ).rejects.toThrow()`]
      : [
          `const response = await ${fetchOf(entry)}`,
          `expect(response.status).toBe(${status})`,
          ...expectedBody(entry, entries),
        ]),
  ]
  return `
${comments.map((each) => `// ${each}\n`).join('')}test(${json(`${method} ${url}`)}, async () => {
${steps.map((step) => `  ${step}\n`).join('')}})
`
}

/** Returns the creation of the URL group that a request published to. */
function groupOf({ kind, url, status = 0, responseBody }: Entry): string[] {
  const [, name] = /^\/v2\/publish\/([^/?]+)(\?|$)/.exec(url) ?? []
  const results = jsonIn(responseBody)
  if (kind !== 'queue' || !name || status >= 300 || !Array.isArray(results)) return []
  const urls = (results as { readonly url: string }[]).map((each) => each.url)
  return [`await mock.queue.setGroup(${json(decodeURIComponent(name))}, ${json(urls)})`]
}

interface Notified {
  readonly workflowRunId: string
  readonly waiter: { readonly url: string }
}

/** Returns the creation of the runs that waited for the event of a notify. */
function waitsOf({ kind, url, status = 0, responseBody }: Entry): string[] {
  const [, event] = /^\/v2\/notify\/(?:[^/?]+\/)?([^/?]+)(?:\?|$)/.exec(url) ?? []
  const results = jsonIn(responseBody)
  if (kind !== 'queue' || !event || status >= 300 || !Array.isArray(results)) return []
  const waits = [{ eventId: decodeURIComponent(event) }]
  return (results as readonly Notified[]).map(({ workflowRunId, waiter: { url: workflowUrl } }) => {
    const run = { workflowUrl, workflowRunId, state: 'RUN_STARTED', waits }
    return `await fetch(\`\${mock.queue.url}/__mock/queue/runs\`, {
    method: 'POST',
    body: JSON.stringify(${json(run)}),
  })`
  })
}

/** Returns the intercept that acted on a request. */
function interceptOf(
  { interceptedBy, method, url, status, error, responseBody }: Entry,
  on: string,
) {
  if (interceptedBy === undefined) return []
  const match = json({ method, path: url.split('?')[0] })
  const [, cut] = /\((\w+)\)$/.exec(error ?? '') ?? []
  const effect = cut
    ? `${cut}()`
    : `reply(${status}, ${json(jsonIn(responseBody) ?? responseBody ?? '')})`
  return [`mock.${on}.intercept(${match}).${effect}`]
}

/** Returns what holds for the body. Ids and times differ in each run. */
function expectedBody(entry: Entry, entries: readonly Entry[]): string[] {
  const { kind, method, interceptedBy, error, responseBody, status = 0 } = entry
  const value = jsonIn(responseBody)
  if (value === undefined || error !== undefined || entry.responseClipped) return []
  const expected = (source: string) => [`expect(await response.json()).toEqual(${source})`]
  if (interceptedBy !== undefined) return expected(json(value))
  if (kind === 'kv') {
    if (expectsExactly(entry, entries)) return expected(json(value))
    return Array.isArray(value)
      ? [`expect(await response.json()).toHaveLength(${value.length})`]
      : [`expect(await response.json()).toHaveProperty(${json(Object.keys(value as object)[0])})`]
  }
  if (status < 300 && publishedIn(entry).ids.length === 0 && method === 'GET')
    return expected(`expect.any(${Array.isArray(value) ? 'Array' : 'Object'})`)
  return expected(shapeOf(value))
}

/** The fields of the queue whose values are the same in each run. */
const SAME: readonly string[] = ['url', 'deduplicated']

function shapeOf(value: unknown, name = ''): string {
  if (SAME.includes(name) || value === null) return json(value)
  // A run that the test creates has other headers.
  if (name === 'headers') return 'expect.any(Object)'
  if (Array.isArray(value)) return `[${value.map((each) => shapeOf(each)).join(', ')}]`
  if (typeof value === 'object')
    return `{ ${Object.entries(value)
      .map(([key, each]) => `${json(key)}: ${shapeOf(each, key)}`)
      .join(', ')} }`
  return `expect.any(${typeof value === 'string' ? 'String' : typeof value === 'number' ? 'Number' : 'Boolean'})`
}

function jsonIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

function testOfAttempt(entry: Entry, { dialect: { headerPrefix } }: Session): string {
  const { url, method, requestHeaders, status, responseBody } = entry
  const forwarded = sentHeaders(requestHeaders).filter(([name]) => /^content-type$/i.test(name))
  if (method !== 'POST') forwarded.push([`${headerPrefix}Method`, method])
  const headers = forwarded.map(([name, value]) => `, ${json(name)}: ${json(value)}`).join('')
  const isAnswered = status !== undefined
  const body = isAnswered && responseBody ? `, ${json(jsonIn(responseBody) ?? responseBody)}` : ''
  const answer = isAnswered ? `reply(${status}${body})` : 'drop()'
  const outcome = isAnswered ? `{ status: ${status} }` : `{ kind: 'unanswered' }`
  const what = !isAnswered ? 'gets no response' : status < 300 ? 'is delivered' : `gets ${status}`
  return `
${entry.requestClipped ? '// The journal has only the beginning of the body.\n' : ''}test(${json(`${method} ${url} ${what}`)}, async () => {
  // The delivery gets this response, so that the destination need not run.
  mock.queue.interceptDelivery({ url: ${json(url)} }).${answer}
  const published = await fetch(\`\${mock.queue.url}/v2/publish/${inTemplate(url)}\`, {
    method: 'POST',
    headers: { Authorization: \`Bearer \${mock.queue.token}\`${headers} },${bodyOf(entry)}
  })
  expect(published.status).toBe(200)
  await mock.clock.advance(0)
  expect(mock.queue.deliveries()).toMatchObject([{ url: ${json(url)}, outcome: ${outcome} }])
})
`
}
