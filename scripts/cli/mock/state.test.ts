// Tests of mock --state: data that survives the mock, and files that are no state.

import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startMock } from '../../../mocks/index.js'
import { temporaryFolder } from '../../testing.js'
import { file, refuses, svcContract } from '../testing.js'
import { keepState } from './state.js'
import { startMockFrom, startReady } from './testing.js'

const folder = temporaryFolder()

async function startWith(...options: readonly string[]) {
  const { child, kv, queue } = await startReady(...options)
  onTestFinished(() => void child.kill('SIGKILL'))
  const send = async (place: { url: string; token: string }, path: string, headers = {}) => {
    const authorization = `Bearer ${place.token}`
    const init = { method: 'POST', headers: { authorization, ...headers } }
    return await (await fetch(place.url + path, init)).json()
  }
  return {
    command: (path: string) => send(kv, path),
    publish: () => send(queue, '/v2/publish/http://127.0.0.1:9/', { 'svc-delay': '1d' }),
    clock: async () => (await fetch(`${kv.url}/__mock/clock`)).json(),
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      await once(child, 'close')
    },
  }
}

test('data, messages and the time are there again after the end of the mock', async () => {
  const state = join(folder, 'state.json')
  const seed = file('seed.json', '{"kv":{"commands":[["SET","seeded","0"]]}}')
  const options = ['--state', state, '--seed', seed, '--clock', 'virtual']
  const first = await startWith(...options)
  await first.command('/incr/seeded')
  await first.publish()
  const clock = await first.clock()
  await first.end('SIGTERM')

  const second = await startWith(...options)
  expect(await second.command('/get/seeded')).toEqual({ result: '1' })
  expect(await second.clock()).toEqual(clock)
  expect(clock).toMatchObject({ waiting: 1 })
}, 30_000)

test('a mock that is killed loses only the last seconds', async () => {
  const state = join(folder, 'killed.json')
  const first = await startWith('--state', state)
  await first.command('/set/k/stored-before')
  await vi.waitFor(() => expect(readFileSync(state, 'utf8')).toContain('stored-before'), 15_000)
  await first.end('SIGKILL')

  const second = await startWith('--state', state)
  expect(await second.command('/get/k')).toEqual({ result: 'stored-before' })
}, 30_000)

test.each([
  ['{"snapshot":1', /^svc-contract: --state: \S+ is not a state of a mock: /],
  ['{"snapshot":2}', /that this version can load: snapshot: expected version 1, got 2; move the/],
  ['{"kv":{}}', /that this version can load: expected a snapshot, as .*, got \{"kv":\{\}\}/],
])('a file with %s is refused, and stays as it is', async (text, message) => {
  const state = file('wrong.json', text)
  const ports = ['--kv-port', '0', '--queue-port', '0']
  const { code, stderr } = await svcContract('mock', ...ports, '--state', state)
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
  expect(readFileSync(state, 'utf8')).toBe(text)
})

test('a file that another mock has written since is not overwritten', async () => {
  const state = join(folder, 'shared.json')
  const mock = await startMock()
  onTestFinished(() => mock.close())
  const problems: string[] = []
  const end = keepState(mock, state, (problem) => void problems.push(problem))
  writeFileSync(state, 'of another mock')
  await mock.seed({ kv: { commands: [['SET', 'k', 'v']] } })
  end()

  expect(problems.join()).toContain(`another process has written ${state}`)
  expect(readFileSync(state, 'utf8')).toBe('of another mock')
})

test('a file that cannot be written is refused', async () => {
  const ports = ['--kv-port', '0', '--queue-port', '0']
  const { code, stderr } = await svcContract('mock', ...ports, '--state', join(folder, 'no/state'))
  expect(code).toBe(2)
  expect(stderr).toMatch(/--state cannot write .*no\/state: ENOENT/)
})

refuses('mock', startMockFrom, [
  ['--state a.json --redis redis://127.0.0.1:1', /--state keeps data in memory/],
  ['--state a.json --queue-store redis://127.0.0.1:1', /--state keeps data in memory/],
  ['--engine prism --state a.json', /--state is for --engine stateful/],
])
