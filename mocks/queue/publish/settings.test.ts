import { dialects, type Dialect } from '#generated/dialects.js'
import { expect, test, vi } from 'vitest'
import { startQueue } from '../../start/start.js'
import { publishTo, testQueue } from '../testing.js'
import { parseDestination } from './destination.js'
import { givenSettings, parseSettings, describeUnknown } from './settings.js'
import { warningsOf } from '../../testing.js'

const read = (
  headers: Readonly<Record<string, string>>,
  query = '',
  dialect: Dialect = dialects.svc,
) => parseSettings(givenSettings(publishTo(`http://app.test/?${query}`, headers), dialect), dialect)

test.each([
  [{ 'Svc-Forward-': 'x' }, '', 'Svc-Forward-'],
  [{}, 'svc-forward-a%20b=1', 'svc-forward-a b'],
  [{}, 'svc-forward-a%0d%0ab=1', 'svc-forward-a'],
  [{}, 'svc-forward-x-a=1%0d%0ax-b:2', 'svc-forward-x-a'],
  [{}, 'svc-forward-x-a=%E2%82%AC', 'svc-forward-x-a'],
])('an invalid header to forward is refused with its name: %j %s', (headers, query, named) => {
  expect(() => read(headers, query)).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining(named) as string }),
  )
})

test('compound durations are valid in the upstash dialect only', () => {
  expect(() => read({ 'Svc-Delay': '1d10h' })).toThrow('Svc-Delay')
  expect(read({ 'Upstash-Delay': '1d10h' }, '', dialects.upstash).delay).toBe(122_400_000)
})

const CALLED = 'https://app.test/called?a=b'

test.each([
  ['Key', 'payments', 'Value'],
  ['Value', 'rate=1', 'Key'],
])('a flow control %s alone is refused', (name, value, missing) => {
  expect(() => read({ [`Svc-Flow-Control-${name}`]: value })).toThrow(
    expect.objectContaining({
      status: 400,
      message: `Svc-Flow-Control-${name} needs Svc-Flow-Control-${missing}`,
    }),
  )
})

test('parses the callback of a callback', () => {
  const { callback } = read({
    'Svc-Retries': '7',
    'Svc-Callback': CALLED,
    'Svc-Callback-Failure-Callback': `${CALLED}&failed`,
    'Svc-Callback-Failure-Callback-Forward-X-A': '1',
  })
  expect(callback?.settings).toMatchObject({
    forward: [],
    failureCallback: { url: `${CALLED}&failed`, settings: { retries: 7, forward: [['x-a', '1']] } },
  })
})

test('ignores settings of a callback without a URL', () => {
  expect(read({ 'Svc-Callback-Delay': 'soon', 'Svc-Callback-Forward-X': '1' })).toEqual(read({}))
})

test('a bad setting of a callback is refused with its full name', () => {
  const headers = { 'Svc-Failure-Callback': CALLED, 'Svc-Failure-Callback-Timeout': '1d' }
  expect(() => read(headers)).toThrow(
    'Svc-Failure-Callback-Timeout: expected a number followed by s, m or h, got "1d"',
  )
})

const given = (...names: string[]) =>
  names.map((name) => ({ spelled: `Svc-${name}`, name: name.toLowerCase(), value: '1' }))

test.each([
  ['Retry', 'there is no setting Svc-Retry'],
  ['Retrys', 'there is no setting Svc-Retrys (did you mean Svc-retries?)'],
  ['Callback-Dely', 'there is no setting Svc-Callback-Dely (did you mean Svc-callback-delay?)'],
  ['Failure-Callback-Nothing', 'there is no setting Svc-Failure-Callback-Nothing'],
])('describes %s', (name, description) => {
  expect(describeUnknown(given('Delay', name))).toBe(description)
})

test('all settings, headers to forward and headers of clients are known', () => {
  const names = ['Delay', 'Callback', 'Failure-Callback-Retries', 'Forward-Retrys', 'Cron']
  expect(describeUnknown(given(...names, 'Workflow-RunId', 'Telemetry-Sdk'))).toBeUndefined()
})

test('each misspelt setting causes one warning, wherever the queue reads settings', async () => {
  const warnings = warningsOf('SettingWarning')
  const queue = await startQueue({ listen: false })
  const send = async (path: string, headers: object = {}, body = '') => {
    const authorization = { Authorization: `Bearer ${queue.token}` }
    const init = { method: 'POST', headers: { ...authorization, ...headers }, body }
    expect((await queue.fetch(path, init)).status).toBeLessThan(300)
  }
  const destination = 'http://127.0.0.1:9/'

  for (let times = 0; times < 2; times++) {
    await send(`/v2/publish/${destination}`, { 'Svc-Retry': '0' })
    await send(`/v2/publish/${destination}?svc-dely=1h`)
    await send(`/v2/publish/${destination}?svc-%1b[2J%0aforged%20line%e2%80%ae=1h`)
    const item = { destination, headers: { 'Svc-Timeot': '1h' } }
    await send('/v2/batch', {}, JSON.stringify([item]))
  }
  await vi.waitFor(() => expect(warnings).toHaveLength(4))
  expect(warnings).toEqual([
    'there is no setting svc-retry: the mock ignores it',
    'there is no setting svc-dely (did you mean svc-delay?): the mock ignores it',
    String.raw`there is no setting svc-\x1b[2J\nforged line\u202e: the mock ignores it`,
    'there is no setting Svc-Timeot (did you mean Svc-timeout?): the mock ignores it',
  ])
  await queue.close()
})

const others = { Host: 'queue.test', 'Svc-Retries': '1', 'Svc-Header-Forward': 'true' }
const hop = { Connection: 'keep-alive, X-Hop', 'X-Hop': '1', 'Transfer-Encoding': 'chunked' }
const named = { 'Svc-Forward-Host': 'evil', 'Svc-Forward-Connection': 'close' }

test.each([
  ['other headers are forwarded', { ...others, ...hop, 'Content-Length': '0', 'X-Kept': '1' }],
  ['they are named', { ...named, 'Svc-Forward-Content-Length': '7', 'Svc-Forward-X-Kept': '1' }],
])('drops headers of the connection where %s', (_, sent: Record<string, string>) => {
  const publication = testQueue().queue.reading.publication(publishTo('http://app.test/', sent))
  expect(publication.instructions.headers).toEqual({ 'X-Kept': ['1'] })
})

test.each([
  ['slashes, dots and encodings', 'http://app.test//a/../%2e%2E/', 'http://app.test//a/../%2e%2E/'],
  ['an empty query', 'http://app.test/?', 'http://app.test/?'],
  [
    'keys of ours among its own',
    'http://app.test/?a=1&svc-retries=2&b=2',
    'http://app.test/?a=1&b=2',
  ],
  ['keys of ours alone', 'http://app.test/?svc-delay=1s&svc_token=t', 'http://app.test/'],
  ['a key of ours, encoded', 'http://app.test/?%73vc_token=t', 'http://app.test/'],
  ['a wholly encoded URL', 'http%3A%2F%2Fapp.test%2Fa%3Fb=c', 'http://app.test/a?b=c'],
  [
    'an encoded URL and a query',
    'http%3A%2F%2Fapp.test%2F%3Fb=c?svc-retries=1&d',
    'http://app.test/?b=c&d',
  ],
])('%s', (_, rest, url) => {
  expect(parseDestination(rest, dialects.svc)).toEqual({ kind: 'url', url })
})

test.each([
  ['api/llm', 'api/llm'],
  ['order%20listeners?svc_token=t', 'order listeners'],
])('%s is a name', (rest, name) => {
  expect(parseDestination(rest, dialects.svc)).toEqual({ kind: 'name', name })
})

test('a dialect removes its own query keys only', () => {
  const rest = 'http://app.test/?svc-delay=1s&upstash-delay=1s&qstash_token=t'
  expect(parseDestination(rest, dialects.upstash)).toEqual({
    kind: 'url',
    url: 'http://app.test/?svc-delay=1s',
  })
})
