// Tests docs/durable-queue.md like a reader, against a real Redis: the commands, the example and the
// compose file.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startRedisServer, withoutRedisServer, type RedisServer } from '../mocks/kv/redis/server.js'
import { blocksIn, cli, root, run, temporaryFolder, textOf } from './testing.js'

const page = textOf('docs/durable-queue.md')
const codeIn = (language: string) =>
  blocksIn(page).flatMap((block) => (block.language === language ? [block.code] : []))

describe.skipIf(withoutRedisServer())('the page on the durable queue', () => {
  const folder = temporaryFolder()
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedisServer({ databases: 2 })
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(root, join(folder, 'node_modules/svc-contract'))
  })
  afterAll(() => server.close())

  const onServer = (text: string) => text.replaceAll('127.0.0.1:6379', new URL(server.url).host)

  it.each(codeIn('sh').flatMap((code) => code.trim().split('\n')))('starts %s', async (command) => {
    const [npx, name, ...args] = onServer(command).split(' ')
    expect([npx, name]).toEqual(['npx', 'svc-contract'])
    const child = spawn(process.execPath, [cli, ...args, '--kv-port', '0', '--queue-port', '0'])
    const [banner] = (await once(child.stdout, 'data')) as [Buffer]
    child.kill()
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(banner.toString()).toContain('http://127.0.0.1:')
  })

  it('runs the example', async () => {
    writeFileSync(join(folder, 'queue.mjs'), onServer(codeIn('js').join('')))
    const { code, output } = await run(process.execPath, ['queue.mjs'], { cwd: folder })
    expect(output).toBe('200\n')
    expect(code).toBe(0)
  })

  it('has a compose file whose processes start with their options', async () => {
    const { services } = parse(codeIn('yaml')[0]!) as {
      readonly services: { readonly mock: { readonly command: readonly string[] } }
    }
    const own = services.mock.command.map((each) =>
      each.replace('redis://redis:6379', server.url).replace('0.0.0.0', '127.0.0.1'),
    )
    const child = spawn(process.execPath, [cli, ...own, '--kv-port=0', '--queue-port=0'])
    const [banner] = (await once(child.stdout, 'data')) as [Buffer]
    child.kill()
    await once(child, 'exit')
    expect(banner.toString()).toContain('http://127.0.0.1:')
  })
})
