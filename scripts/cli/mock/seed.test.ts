// Tests of mock --seed: files, snapshots, and the messages about wrong files.

import { expect, onTestFinished, test } from 'vitest'
import { blocksIn, textOf } from '../../testing.js'
import { file, refuses, svcContract } from '../testing.js'
import { startMockFrom, startReady, type Ready } from './testing.js'

async function startWith(seed: string): Promise<Ready> {
  const { child, ...ready } = await startReady('--seed', seed)
  onTestFinished(() => void child.kill('SIGTERM'))
  return ready
}

const get = async ({ url, token }: Ready['queue'], path: string) =>
  (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json()

test('the seed of the documentation becomes data, and its snapshot a seed', async () => {
  const documented = blocksIn(textOf('docs/testing.md')).find(({ language }) => language === 'yaml')
  const first = await startWith(file('seed.yaml', documented?.code))
  const snapshot = await (await fetch(`${first.queue.url}/__mock/snapshot`)).text()

  for (const { kv, queue } of [first, await startWith(file('state.json', snapshot))]) {
    expect(await get(kv, '/get/user:ada')).toEqual({ result: 'new' })
    expect(await get(kv, '/acl/users')).toEqual({ result: ['ada', 'default'] })
    expect(await get(queue, '/v2/queues')).toMatchObject([{ name: 'mails', parallelism: 2 }])
    expect(await get(queue, '/v2/schedules')).toMatchObject([{ cron: '0 9 * * *' }])
    expect(await get(queue, '/v2/topics/orders')).toMatchObject({ name: 'orders' })
    expect(await get(queue, '/v2/workflows/dlq')).toMatchObject({ messages: [{}] })
  }
}, 30_000)

test('a wrong value has the file, the path and what was expected', async () => {
  const path = file('wrong.json', '{"kv": {"commands": [["SET", "a", "x"], ["INCR", "a"]]}}')
  const ports = ['--kv-port', '0', '--queue-port', '0']
  const { code, stderr } = await svcContract('mock', ...ports, '--seed', path)
  expect(stderr).toContain(
    `the seed ${path}: kv.commands[1]: INCR a failed: ERR value is not an integer`,
  )
  expect(code).toBe(2)
})

refuses('mock', startMockFrom, [
  ['--seed no-such-file.yaml', /cannot read the seed no-such-file\.yaml: ENOENT/],
  ['--engine prism --seed a.yaml', /--seed is for --engine stateful/],
])
