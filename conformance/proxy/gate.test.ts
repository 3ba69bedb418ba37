import { expect, test } from 'vitest'
import { createGate, mayNameControl } from './gate.js'

const gateOf = (rest: object = {}) =>
  createGate({ basePath: '', host: '127.0.0.1', controls: true, ...rest })

test.each([
  ['/__mock/reset', true],
  ['/__mock', true],
  ['/__mock?a', true],
  ['http://any:1/__mock/reset', true],
  ['http://any:1#/__mock/reset', false],
  [' /__mock/reset', true],
  ['//__mock/reset', true],
  ['/a/../__mock/reset', true],
  ['/./__mock/reset', true],
  ['/%5f_mock/%72eset', true],
  ['\\__mock\\reset', true],
  ['/a%2F..%2f__mock', true],
  ['/set/__mock/1', false],
  ['/get/a?b=/__mock/reset', false],
  ['/__mocks/reset', false],
  ['/v2/publish/http://127.0.0.1:8079/__mock/reset', false],
  ['*', false],
  ['', false],
])('%j is for control routes: %s', (target, isGuarded) => {
  expect(gateOf().guards(target)).toBe(isGuarded)
})

test('the path of the target is left out', () => {
  const { guards } = gateOf({ basePath: '/base/kv' })
  expect(['/base/kv/__mock/reset', '/__mock/reset', '/base//kv/./__mock'].every(guards)).toBe(true)
  expect(['/base/__mock/reset', '/other/kv/__mock'].some(guards)).toBe(false)
})

test.each([
  ['localhost:9079', true],
  ['LOCALHOST.', true],
  ['127.0.0.1', true],
  ['127.1.2.3:1', true],
  ['[::1]:9079', true],
  ['[::ffff:127.0.0.1]', true],
  ['evil.test:9079', false],
  ['localhost.evil.test', false],
  ['127.0.0.1.evil.test', false],
  ['127.evil.0.1', false],
  ['localhost:80:80', false],
  ['localhost@evil.test', false],
  ['10.0.0.1', false],
  ['', false],
])('a client that calls the proxy %j is allowed: %s', (host, isAllowed) => {
  const reason = gateOf().refusal([['hOsT', host]], '127.0.0.1')
  expect(reason === undefined).toBe(isAllowed)
})

test('every Host line counts, and a client without one is no browser', () => {
  const { refusal } = gateOf()
  expect(refusal([], '127.0.0.1')).toBeUndefined()
  const lines = [['Host', 'localhost'] as const, ['Host', 'evil.test'] as const]
  expect(refusal(lines, '127.0.0.1')).toContain('evil.test')
})

test.each([
  ['http://evil.test/__mock/reset', false],
  ['http://localhost@evil.test/__mock/reset', false],
  ['HTTP://localhost:1/__mock/reset', true],
  ['/__mock/reset', true],
])('the authority of the target %s counts as a Host: allowed %s', (target, isAllowed) => {
  const reason = gateOf().refusal([['Host', 'localhost']], '127.0.0.1', target)
  expect(reason === undefined).toBe(isAllowed)
})

test('the name that the proxy listens on is its own', () => {
  expect(gateOf({ host: 'proxy.test' }).refusal([['Host', 'Proxy.test:1']], '::1')).toBeUndefined()
})

test('clients of other machines are refused, and all clients without --controls', () => {
  const host = [['Host', 'localhost']] as const
  for (const address of ['::1', '127.9.9.9', '::ffff:127.0.0.1'])
    expect(gateOf().refusal(host, address)).toBeUndefined()
  for (const address of ['192.168.1.7', '::ffff:10.0.0.1', undefined])
    expect(gateOf().refusal(host, address)).toContain('may not use control routes')
  expect(gateOf({ controls: false }).refusal(host, '127.0.0.1')).toContain('--controls')
})

test.each([
  ['\r\nPOST /__mock/reset', true],
  ['%2F%5f%5F%6d%6F%63%6b', true],
  ['/_mock __mock', false],
])('%j may name a control route: %s', (bytes, may) => {
  expect(mayNameControl(bytes)).toBe(may)
})
