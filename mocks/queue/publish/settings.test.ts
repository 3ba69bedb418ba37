import { expect, test } from 'vitest'
import { dialects, type Dialect } from '#generated/dialects.js'
import { givenSettings, parseSettings } from './settings.js'
import { publishTo } from '../testing.js'

const read = (
  headers: Readonly<Record<string, string>>,
  query = '',
  dialect: Dialect = dialects.svc,
) => parseSettings(givenSettings(publishTo(`http://app.test/?${query}`, headers), dialect), dialect)

test('without settings the defaults of the document hold', () => {
  expect(read({})).toEqual({
    method: 'POST',
    retries: 3,
    retryDelay: undefined,
    timeout: 900_000,
    delay: 0,
    notBefore: undefined,
    forward: [],
    forwardAll: false,
    callback: undefined,
    failureCallback: undefined,
    deduplicationId: undefined,
    contentBasedDeduplication: false,
    flowControl: undefined,
  })
})

test('settings are read from headers, in any case', () => {
  const settings = read({
    'Svc-Method': 'put',
    'svc-retries': '0',
    'Svc-Retry-Delay': 'pow(2, retried)',
    'SVC-TIMEOUT': '30s',
    'Svc-Delay': '1.5h',
    'Svc-Not-Before': '1700000000',
    'Svc-Header-Forward': 'true',
    'Svc-Deduplication-Id': 'Order 7',
    'Svc-Content-Based-Deduplication': 'true',
    'Svc-Flow-Control-Key': 'payments',
    'Svc-Flow-Control-Value': 'parallelism=2, rate=3, period=1m',
  })
  expect(settings).toMatchObject({
    method: 'PUT',
    retries: 0,
    retryDelay: 'pow(2, retried)',
    timeout: 30_000,
    delay: 5_400_000,
    notBefore: 1_700_000_000_000,
    forward: [],
    forwardAll: true,
    deduplicationId: 'Order 7',
    contentBasedDeduplication: true,
    flowControl: { key: 'payments', parallelism: 2, rate: 3, period: 60_000 },
  })
})

test('settings are read from lowercase query keys', () => {
  const settings = read({}, 'svc-method=GET&svc-retries=7&svc-header-forward=true&SVC-DELAY=1s')
  expect(settings).toMatchObject({ method: 'GET', retries: 7, forwardAll: true, delay: 0 })
})

test('a header wins over the query', () => {
  expect(read({ 'Svc-Retries': '1' }, 'svc-retries=2').retries).toBe(1)
})

test('headers for the destination come without their prefix', () => {
  expect(read({ 'Svc-Forward-X-A': '1' }, 'svc-forward-x-b=2').forward).toEqual([
    ['x-a', '1'],
    ['x-b', '2'],
  ])
})

test.each([
  [{ 'Svc-Forward-': 'x' }, '', 'Svc-Forward-'],
  [{}, 'svc-forward-a%20b=1', 'svc-forward-a b'],
  [{}, 'svc-forward-a%0d%0ab=1', 'svc-forward-a'],
  [{}, 'svc-forward-x-a=1%0d%0ax-b:2', 'svc-forward-x-a'],
  [{}, 'svc-forward-x-a=%E2%82%AC', 'svc-forward-x-a'],
])('a header that HTTP cannot carry is refused, and named: %j %s', (headers, query, named) => {
  expect(() => read(headers, query)).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining(named) as string }),
  )
})

test('a timeout only shortens what the plan allows', () => {
  expect(read({ 'Svc-Timeout': '2h' }).timeout).toBe(900_000)
})

test('compound durations are a setting of the dialect', () => {
  expect(() => read({ 'Svc-Delay': '1d10h' })).toThrow('Svc-Delay')
  expect(read({ 'Upstash-Delay': '1d10h' }, '', dialects.upstash).delay).toBe(122_400_000)
})

test.each([
  ['Svc-Method', 'CONNECT', 'one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS'],
  ['Svc-Retries', '-1', 'a whole number'],
  ['Svc-Retries', '1.5', 'a whole number'],
  ['Svc-Timeout', '1d', 'a number followed by s, m or h'],
  ['Svc-Timeout', '1'.repeat(400) + 's', 'a number followed by s, m or h'],
  ['Svc-Delay', '10', 'a number followed by s, m, h or d, at most 36500d'],
  ['Svc-Delay', '36501d', 'a number followed by s, m, h or d, at most 36500d'],
  ['Svc-Delay', '9'.repeat(400) + 's', 'a number followed by s, m, h or d, at most 36500d'],
  ['Svc-Not-Before', '9'.repeat(15), 'a Unix timestamp in seconds'],
  ['Svc-Not-Before', 'tomorrow', 'a Unix timestamp in seconds'],
  ['Svc-Header-Forward', 'yes', 'true or false'],
  ['Svc-Header-Forward', 'constructor', 'true or false'],
  ['Svc-Callback', 'ftp://app.test/', 'an http or https URL'],
  ['Svc-Callback', 'http://', 'an http or https URL'],
  ['Svc-Callback', '', 'an http or https URL'],
  ['Svc-Failure-Callback', 'app.test/failed', 'an http or https URL'],
  ['Svc-Deduplication-Id', '', 'an id'],
  ['Svc-Content-Based-Deduplication', '1', 'true or false'],
  ['Svc-Flow-Control-Key', '', 'a key'],
])('%s: %s is refused, and said why', (name, value, expected) => {
  expect(() => read({ [name]: value })).toThrow(
    expect.objectContaining({
      status: 400,
      message: `${name}: expected ${expected}, got "${value}"`,
    }),
  )
})

const CALLED = 'https://app.test/called?a=b'

test.each([
  ['Svc-Callback', 'callback'],
  ['Svc-Failure-Callback', 'failureCallback'],
] as const)('what stands behind %s are settings of the message that calls', (name, kind) => {
  const settings = read({
    'Svc-Retry-Delay': '1',
    'Svc-Timeout': '1s',
    'Svc-Delay': '1s',
    'Svc-Not-Before': '1',
    'Svc-Forward-X-A': '1',
    [name]: CALLED,
    [`${name}-Method`]: 'put',
    [`${name}-Retries`]: '7',
    [`${name}-Timeout`]: '2s',
    [`${name}-Delay`]: '3d',
    [`${name}-Forward-X-B`]: '2',
  })[kind]
  expect(settings).toEqual({
    spelled: name,
    url: CALLED,
    settings: {
      ...read({}),
      method: 'PUT',
      retries: 7,
      timeout: 2000,
      delay: 259_200_000,
      forward: [['x-b', '2']],
    },
  })
})

test('a flow control value that is none is refused, and said why', () => {
  const headers = { 'Svc-Flow-Control-Key': 'payments', 'Svc-Flow-Control-Value': 'two' }
  expect(() => read(headers)).toThrow(
    /^Svc-Flow-Control-Value: expected parallelism, .* got "two"$/,
  )
})

test.each([
  ['Key', 'payments', 'Value'],
  ['Value', 'rate=1', 'Key'],
])('a flow control %s alone is refused, and said what is missing', (name, value, missing) => {
  expect(() => read({ [`Svc-Flow-Control-${name}`]: value })).toThrow(
    expect.objectContaining({
      status: 400,
      message: `Svc-Flow-Control-${name} needs Svc-Flow-Control-${missing}`,
    }),
  )
})

test('the two callbacks have their own settings, in headers or in the query', () => {
  const { callback, failureCallback, ...own } = read(
    { 'Svc-Callback-Delay': '1s', 'Svc-Failure-Callback': CALLED },
    `svc-failure-callback-delay=2s&svc-callback=${encodeURIComponent(CALLED)}`,
  )
  expect(callback).toMatchObject({
    spelled: 'svc-callback',
    url: CALLED,
    settings: { delay: 1000 },
  })
  expect(failureCallback).toMatchObject({ url: CALLED, settings: { delay: 2000 } })
  expect(own.delay).toBe(0)
})

test.each<[Record<string, string>, number]>([
  [{}, 3],
  [{ 'Svc-Retries': '7' }, 7],
  [{ 'Svc-Callback-Retries': '1' }, 1],
  [{ 'Svc-Retries': '7', 'Svc-Callback-Retries': '0' }, 0],
])('a callback has the retries of the original unless it has its own: %j', (headers, retries) => {
  expect(read({ 'Svc-Callback': CALLED, ...headers }).callback?.settings.retries).toBe(retries)
})

test('a callback may have a callback', () => {
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

test('settings of a callback that nobody asks for say nothing', () => {
  expect(read({ 'Svc-Callback-Delay': 'soon', 'Svc-Callback-Forward-X': '1' })).toEqual(read({}))
})

test('what is wrong with the settings of a callback is refused under their own name', () => {
  const headers = { 'Svc-Failure-Callback': CALLED, 'Svc-Failure-Callback-Timeout': '1d' }
  expect(() => read(headers)).toThrow(
    'Svc-Failure-Callback-Timeout: expected a number followed by s, m or h, got "1d"',
  )
})

test('settings of another dialect are none', () => {
  expect(read({ 'Upstash-Retries': '9' }).retries).toBe(3)
})

test('an expression that is none is refused with its column', () => {
  expect(() => read({ 'Svc-Retry-Delay': '1000 * retries' })).toThrow(
    /^Svc-Retry-Delay: column 8: expected "retried" .* got "retries", in "1000 \* retries"$/,
  )
})
