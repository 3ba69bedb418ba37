import { expect, test } from 'vitest'
import { assertApart, placeOf } from './place.js'

const names = { port: 'kvPort', url: 'kvUrl' } as const

test.each([
  [{ kvUrl: 'http://h' }, 'kvUrl is for listen: false'],
  [{ listen: false, kvPort: 80 }, 'kvPort opens a port'],
  [{ listen: false, host: '127.0.0.1' }, 'host opens a port'],
  [{ listen: false, respPort: 0 }, 'respPort opens a port'],
  [{ listen: false, kvUrl: 'kv' }, 'kvUrl: expected a URL such as'],
  [{ listen: false, kvUrl: 'ftp://h' }, 'got "ftp://h"'],
  [{ listen: false, kvUrl: 'http://h/?a' }, 'kvUrl: expected a URL such as'],
])('rejects %o', (options, message) => {
  expect(() => placeOf('kv', options, names)).toThrow(message)
})

test('rejects one URL for both interfaces', () => {
  const at = (url: string) => ({ url })
  expect(() => assertApart({ kv: at('http://h'), queue: at('http://H:80') })).toThrow(
    'kvUrl and queueUrl: expected two URLs',
  )
  expect(() => assertApart({ kv: at('http://h'), queue: at('http://h/queue') })).not.toThrow()
  expect(() => assertApart({ kv: {}, queue: {} })).not.toThrow()
  expect(() => assertApart({ kv: { port: 0 }, queue: { port: 0 } })).not.toThrow()
  expect(() => assertApart({ kv: { port: 8079 }, queue: { port: 8079 } })).toThrow(
    'kvPort and queuePort: expected two ports, got 8079 for both',
  )
})
