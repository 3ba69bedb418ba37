import { describe, expect, test } from 'vitest'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { sinkOf } from './sink.js'

describe('the address of the sink', () => {
  test.each([
    [undefined, '127.0.0.1', 0],
    ['10.0.0.1:8090', '10.0.0.1', 8090],
    ['localhost:65535', 'localhost', 65_535],
    ['[::1]:0', '::1', 0],
  ])('%s is host %s and port %i', (listen, host, port) => {
    expect(sinkOf({ ...(listen !== undefined && { 'sink-listen': listen }) })).toEqual({
      host,
      port,
      publicUrl: undefined,
    })
  })

  test.each(['', '8090', ':8090', 'localhost', '::1:0', '[::1]', 'localhost:65536', 'a:b'])(
    '"%s" is none',
    (listen) => {
      expect(() => sinkOf({ 'sink-listen': listen })).toThrow(UsageError)
    },
  )

  test.each(['0.0.0.0:8090', '0:0', '[::]:0', '[0:0::0]:8090'])(
    '%s is no address to call, so that one is to be named',
    (listen) => {
      expect(() => sinkOf({ 'sink-listen': listen })).toThrow(
        `--sink-listen ${listen} listens on every address; say with --sink-url`,
      )
      const named = { 'sink-listen': listen, 'sink-url': 'http://build-7.example:8090' }
      expect(sinkOf(named)).toMatchObject({ publicUrl: 'http://build-7.example:8090' })
    },
  )

  test('may be another to the target', () => {
    expect(sinkOf({ 'sink-url': 'https://tunnel.example/sink' })).toMatchObject({
      publicUrl: 'https://tunnel.example/sink',
    })
    expect(() => sinkOf({ 'sink-url': 'nonsense' })).toThrow('--sink-url "nonsense" is no URL')
  })
})
