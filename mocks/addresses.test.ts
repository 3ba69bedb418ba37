import { expect, test } from 'vitest'
import { loopback } from './addresses.js'

test.each([
  ['127.0.0.1', true],
  ['127.255.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['localhost', false],
  ['', false],
])('"%s" is an address of loopback: %s', (address, is) => {
  expect(loopback().has(address)).toBe(is)
})

test.each([
  ['192.168.1.7', '192.168.1.7', '192.168.1.8'],
  ['172.16.0.0/12', '172.31.0.1', '172.32.0.1'],
  ['172.16.0.0/12', '::ffff:172.17.0.1', '::ffff:10.0.0.1'],
  ['fd00::/8', 'fd00::1', 'fe80::1'],
])('%s adds %s and not %s', (entry, added, other) => {
  const addresses = loopback()
  expect(addresses.add(entry)).toBe(true)
  expect(addresses.has(added)).toBe(true)
  expect(addresses.has(other)).toBe(false)
  expect(addresses.has('127.0.0.1')).toBe(true)
})

test.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129', 'app.test', 'app.test/8', ''])(
  '"%s" is neither an address nor a range',
  (entry) => {
    expect(loopback().add(entry)).toBe(false)
  },
)
