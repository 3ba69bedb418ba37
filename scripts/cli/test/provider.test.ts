// Tests of providers: the state that they set up, their errors, and invalid modules.

import { existsSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { startMock } from '../../../mocks/index.js'
import { file, ofKv, ofQueue, start, svcContract } from '../testing.js'

const mock = await startMock()
afterAll(() => mock.close())

it('blocks scenarios if the provider fails, and names it without our stack', async () => {
  const provider = file(
    'provider.mjs',
    'export default { async readOnlyToken() { throw new TypeError("not a function") }, group() {} }',
  )
  const patterns = [
    'kv.authentication.read-only-refuses-scan',
    'kv.transaction.unsupported-command-discards/unsupported-commands',
    'queue.group.published-by-id/reaches-endpoint',
  ]
  const target = [...ofKv(mock), ...ofQueue(mock)]
  const { code, stdout } = await svcContract(
    ...['test', ...patterns, '--provider', provider, ...target],
  )

  expect(code).toBe(1)
  const name = `the provider (${provider})`
  expect(stdout).toContain(`${name} failed at readOnlyToken: TypeError: not a function\n`)
  expect(stdout).toContain(`${name} returned undefined instead of { remove, … } for group`)
  expect(stdout).not.toMatch(/harness| {4}at /)
  expect(stdout).toMatch(/Scenarios {2}[1-9]\d* passed, 0 violated, [1-9]\d* blocked/)
})

it('exits with 3 if the clock of the provider moves by itself', async () => {
  const provider = file(
    'moving.mjs',
    'export default { clock: { now: async () => Date.now(), advance: async () => {} } }',
  )
  const args = ['test', 'queue.delay.*', '--provider', provider, ...ofQueue(mock)]
  const { code, stderr } = await svcContract(...args)

  expect(code).toBe(3)
  expect(stderr).toContain(`the clock of the provider (${provider}) moves by itself`)
})

it('exits with 4 on an unhandled error', async () => {
  const provider = file(
    'timer.mjs',
    'setTimeout(() => { throw new Error("in a timer") }); export default {}',
  )
  const args = ['test', 'kv.*', '--provider', provider, ...ofKv(mock)]
  const { code, stderr } = await start(args).ended

  expect(code).toBe(4)
  expect(stderr).toMatch(/an unhandled error ended the run; .*\n.*Error: in a timer/)
})

it.each([
  ['when it is imported', 'process.exit(0); export default {}'],
  ['during a scenario', 'export default { readOnlyToken: () => process.exit(0) }'],
])('exits with 4 on a module that calls process.exit %s', async (when, code) => {
  const provider = file(`exits ${when}.mjs`, code)
  const path = file(`exits ${when}.json`, '{}')
  const output = ['--provider', provider, '--report', `json=${path}`]
  const args = ['test', 'kv.authentication.*', ...output, ...ofKv(mock)]
  const ended = await start(args).ended

  expect(ended.code).toBe(4)
  expect(ended.stderr).toContain('the run ended before it was finished, so there are no results')
  expect(existsSync(path)).toBe(false)
})

it('has runs by the protocol alone, and none without a provider', async () => {
  const args = ['test', 'queue.message-logs.filter-run-level-state/selects', ...ofQueue(mock)]
  const byProtocol = await svcContract(...args, '--provider', 'protocol')
  expect(byProtocol).toMatchObject({
    code: 0,
    stdout: expect.stringMatching('real time') as string,
  })

  const { code, stdout } = await svcContract(...args, '--provider', 'none')
  expect(code).toBe(3)
  expect(stdout).toContain('cannot arrange: runs')
})

it('uses groups and runs of a provider module', async () => {
  const provider = file(
    'own.mjs',
    `const url = ${JSON.stringify(mock.queue.url)}
    const set = (body) => fetch(url + '/__mock/queue/groups', { method: 'POST', body: JSON.stringify(body) })
    export default {
      runs: true,
      async group(name, endpoints) {
        const { id } = await (await set({ name, endpoints })).json()
        return { id, remove: () => set({ name, endpoints: [] }) }
      },
    }`,
  )
  const ids = [
    'queue.group.published-by-id/reaches-endpoint',
    'queue.message-logs.filter-run-level-state/selects',
  ]
  const args = ['test', ...ids, '--provider', provider, ...ofQueue(mock)]
  const { code, stdout } = await svcContract(...args)

  expect(stdout).toMatch(/2 passed, 0 violated/)
  expect(stdout).not.toContain('not applicable')
  expect(code).toBe(0)
})

it.each([
  ['is missing', undefined, 'there is no such file'],
  ['throws', 'throw new Error("no account")', 'no account'],
  ['throws a text', 'throw "no account"', 'no account'],
  [
    'has no default export',
    'export const runs = true',
    'the default export of the module is not an object',
  ],
  [
    'exports no object',
    'export default () => ({})',
    'the default export of the module is not an object',
  ],
  ['has text for a function', 'export default { group: "a" }', '"group" must be a function'],
  [
    'misspells an ability',
    'export default { grup() {} }',
    'it has "grup", which is not an ability',
  ],
  ['has half a clock', 'export default { clock: { now() {} } }', '"clock" must be { now, adv'],
  ['has false for runs', 'export default { runs: false }', '"runs" must be true, not boolean'],
])('exits with 2 if the provider module %s', async (what, code, because) => {
  const provider = file(`${what.replaceAll(' ', '-')}.mjs`, code)
  const ended = await svcContract('test', '--provider', provider, ...ofQueue(mock))

  expect(ended.code).toBe(2)
  expect(ended.stderr).toContain(`cannot use the provider ${provider}: `)
  expect(ended.stderr).toContain(because)
})

it('exits with 2 if there is a provider module, but no target', async () => {
  const provider = file('mine.mjs', 'export default {}')
  const { code, stderr } = await svcContract('test', 'queue.delay.*', '--provider', provider)

  expect(code).toBe(2)
  expect(stderr).toContain('is for a target of yours, and there is none; set --kv-url')
})
