import { expect, test } from 'vitest'
import { createEgress } from './egress.js'

test.each([
  ['127.0.0.1', true],
  ['[::1]', true],
  ['[::ffff:127.0.0.1]', true],
  ['localhost', true],
  ['app.localhost', true],
  ['0.0.0.0', false],
  ['169.254.169.254', false],
  ['[::]', false],
  ['[::ffff:10.0.0.1]', false],
  ['localhost.test', false],
])('%s may be called by default: %s', (host, may) => {
  expect(createEgress().mayCall(host)).toBe(may)
})

test('an allowed name may resolve to any address', () => {
  const egress = createEgress(['App.test'])
  expect(egress.mayCall('app.test')).toBe(true)
  expect(egress.mayConnect('app.test', '203.0.113.7')).toBe(true)
  expect(egress.mayCall('other.test')).toBe(false)
  expect(egress.mayCall('10.0.0.1')).toBe(false)
})

test('every name may resolve into an allowed range', () => {
  const egress = createEgress(['10.0.0.0/8', 'fd00::/8'])
  expect(egress.mayCall('10.1.2.3')).toBe(true)
  expect(egress.mayCall('[fd00::1]')).toBe(true)
  expect(egress.mayCall('11.0.0.1')).toBe(false)
  expect(egress.mayCall('app.test')).toBe(true)
  expect(egress.mayConnect('app.test', '10.1.2.3')).toBe(true)
  expect(egress.mayConnect('app.test', '203.0.113.7')).toBe(false)
})

test('any allows every destination', () => {
  const egress = createEgress(['app.test', 'any'])
  for (const host of ['10.0.0.1', '[::]', 'other.test']) expect(egress.mayCall(host)).toBe(true)
  expect(egress.mayConnect('other.test', '203.0.113.7')).toBe(true)
  expect(() => createEgress(['any', 'http://app.test'])).toThrow(RangeError)
})

test('localhost may resolve to loopback only', () => {
  expect(createEgress().mayConnect('localhost', '::1')).toBe(true)
  expect(createEgress().mayConnect('localhost', '203.0.113.7')).toBe(false)
})

test.each(['10.0.0.0/33', 'fd00::/129', 'app.test/8', 'http://app.test', ''])(
  'rejects the entry "%s"',
  (entry) => {
    expect(() => createEgress([entry])).toThrow(RangeError)
  },
)

test('an entry that is a URL is rejected with its host', () => {
  expect(() => createEgress(['https://example.com:8080/hook'])).toThrow(
    'got "https://example.com:8080/hook"; pass only the host, example.com',
  )
})
