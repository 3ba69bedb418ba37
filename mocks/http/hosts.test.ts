import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { isWildcard, ownHosts, reachable } from './hosts.js'

const addresses = Object.values(networkInterfaces()).flatMap((each = []) => each)
const ipv4 = addresses.find(({ family }) => family === 'IPv4')!.address

test.each([
  ['127.0.0.1', [], 'localhost:8080', true],
  ['127.0.0.1', [], '127.0.0.1', true],
  ['127.0.0.1', [], '127.9.9.9:1', true],
  ['127.0.0.1', [], '[::1]:8080', true],
  ['127.0.0.1', [], 'page.test:8080', false],
  ['127.0.0.1', [], 'localhost.page.test', false],
  ['127.0.0.1', [], '127.0.0.1.page.test', false],
  ['127.0.0.1', [], '', false],
  ['127.0.0.1', [], 'localhost@page.test', false],
  ['127.0.0.1', ['mock'], 'mock:8079', true],
  ['127.0.0.1', ['mock'], 'mock.page.test', false],
  ['mock.local', [], 'mock.local:8080', true],
  ['192.0.2.1', [], '192.0.2.1:8080', true],
  ['0.0.0.0', [], '0.0.0.0:8080', true],
  ['0.0.0.0', [], '192.0.2.1', false],
  ['0.0.0.0', [], `${ipv4}:8080`, true],
  ['::', [], `${ipv4}:8080`, true],
])('a server on %s with names %j owns the host %s: %s', (listensOn, listed, host, expected) => {
  expect(ownHosts(listensOn, listed)(host)).toBe(expected)
})

test.each([
  ['0.0.0.0', true, '127.0.0.1'],
  ['::', true, '::1'],
  ['mock.local', false, 'mock.local'],
])('%s is a wildcard: %s, and clients on this machine use %s', (address, wildcard, own) => {
  expect(isWildcard(address)).toBe(wildcard)
  expect(reachable(address)).toBe(own)
})

test.each(['mock:8079', 'http://mock', 'a b', '', '*'])('rejects the name "%s"', (name) => {
  expect(() => ownHosts('127.0.0.1', [name])).toThrow(
    `expected a host name without a port, got "${name}"`,
  )
})
