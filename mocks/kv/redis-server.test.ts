import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { startRedisServer, withoutRedisServer } from './redis-server.js'

describe.skipIf(withoutRedisServer())('a real server for tests', () => {
  test('answers on the port it tells, and is gone once closed', async () => {
    const server = await startRedisServer()
    const ping = () =>
      execFileSync('redis-cli', ['-u', server.url, 'PING'], { encoding: 'utf8', stdio: 'pipe' })
    expect(ping()).toBe('PONG\n')

    await server.close()

    expect(ping).toThrow()
  })
})
