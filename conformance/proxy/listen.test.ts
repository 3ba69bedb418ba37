import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from './listen.js'

test('connections beyond the limit are closed, others stay open', async () => {
  const listening = await listen('127.0.0.1', 0, (near) => near.pipe(near), 2)
  const { hostname: host, port } = new URL(listening.origin)
  const open = () => connect({ host, port: Number(port) }).on('error', () => {})
  const [one, other] = [open(), open()]
  await Promise.all([once(one, 'connect'), once(other, 'connect')])
  other.write('a')
  await once(other, 'data')

  await once(open(), 'close')
  one.write('still there')
  expect(String((await once(one, 'data'))[0])).toBe('still there')
  await listening.close()
})
