import { expect, test } from 'vitest'
import { dialects, type Dialect } from '#generated/dialects.js'
import { givenSettings, parseSettings } from './settings.js'
import { publishTo } from '../testing.js'

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
