// Tests of the output and the exit code of a run, for targets that respond correctly, wrongly or
// not at all.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { afterAll, expect, it, vi } from 'vitest'
import { startMock } from '../../mocks/index.js'
import { freePort } from '../free-port.js'
import { startFaulty } from './faulty-testing.js'
import { serve } from '../../conformance/wire/testing.js'
import { cli, file, ofKv, start, svcContract, svcContractWith, targetThat } from './testing.js'

const mock = await startMock()
afterAll(() => mock.close())

it('exits with 0 when every scenario that ran passed', async () => {
  const { code, stdout } = await svcContract('test', 'kv.info.*/post-info', ...ofKv(mock))

  expect(code).toBe(0)
  expect(stdout).toContain('✓ kv.info.')
  expect(stdout).toMatch(/Scenarios {2}\d+ passed, 0 violated/)
})

it('judges the embedded mock without a target, by every ability an operator can declare', async () => {
  const { code, stdout } = await svcContract(
    ...['test', 'kv.limits.request-size', 'kv.transaction.request-size-discards'],
    ...['kv.authentication.password-reset-revokes', 'queue.bulk.selection-is-optional'],
  )
  expect(code).toBe(0)
  expect(stdout).toContain('No target given: judging the embedded mock')
  expect(stdout).toMatch(/Rules {6}4 conforming, \d+ not judged|Rules {6}4 conforming\n/)
  expect(stdout).not.toContain('not applicable')
})

it('exits with 1 on a violation, and shows rule, request, response and a command to try', async () => {
  const faulty = await startFaulty('transaction-discard-error-per-command')
  const id = 'kv.transaction.discard-is-one-error-envelope/malformed-and-unsupported'
  const { code, stdout } = await svcContract('test', id, ...ofKv(faulty))
  await faulty.close()

  expect(code).toBe(1)
  expect(stdout).toContain('✗ violated')
  expect(stdout).toMatch(/rule +“/)
  expect(stdout).toMatch(/sent +POST \/multi-exec/)
  expect(stdout).toMatch(/try +curl .*"\$SVC_KV_URL"/)
  expect(stdout).not.toContain(faulty.kv.token)
})

/**
 * Starts a target that calls `act` in place of a response to requests with this path, by default those
 * of scenarios. Returns the options that select the target.
 */
const targetThatHangs = (act: (request: IncomingMessage) => void, path = /^\/(?!__mock|$)/) =>
  targetThat((request, response) => {
    if (path.test(request.url ?? '')) act(request)
    else response.end('{"result":"PONG"}')
  })

it('stops waiting for a target that never says whether it is a mock', async () => {
  const target = await targetThat((request, response) => {
    if (request.url !== '/__mock/health') response.end('{"result":"PONG"}')
  })
  const { stdout } = await svcContract('test', 'kv.info.*/post-info', '--timeout', '100', ...target)

  expect(stdout).toContain('Scenarios')
})

it.each([
  ['before the target has responded', /^\/$/],
  ['before the target has said whether it is a mock', /^\/__mock\/health$/],
])('exits with 3 on an interrupt %s', async (_, path) => {
  let interrupt = () => {}
  const target = await targetThatHangs(() => interrupt(), path)
  const run = start(['test', 'kv.path.*', ...target])
  interrupt = run.interrupt
  const { code, stderr } = await run.ended

  expect(code).toBe(3)
  expect(stderr).toBe('svc-contract: could not judge: the run was interrupted\n')
})

it('is interrupted by SIGHUP, also if there are two, and writes its reports', async () => {
  const report = file('hung-up.json')
  let hangUp: (request: IncomingMessage) => void = () => {}
  const target = await targetThatHangs((request) => hangUp(request))
  const child = spawn(process.execPath, [
    cli,
    'test',
    'kv.path.*',
    ...target,
    '--report',
    `json=${report}`,
  ])
  hangUp = (request) => {
    // The run ends its requests after the first signal.
    request.socket.once('close', () => child.kill('SIGHUP'))
    child.kill('SIGHUP')
  }
  const [code] = (await once(child, 'close')) as [number | null]

  expect(code).toBe(3)
  expect(JSON.parse(readFileSync(report, 'utf8'))).toHaveProperty('interrupted', true)
})

it('is interrupted when npx ends, which passes no SIGTERM on', async () => {
  const report = file('orphan.json')
  let end = () => {}
  const target = await targetThatHangs(() => end())
  const parent = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'ignore' })`
  const args = [cli, 'test', 'kv.path.*', ...target, '--report', `json=${report}`]
  const lifecycle = { npm_lifecycle_event: 'npx', npm_lifecycle_script: 'svc-contract test' }
  const npx = spawn(process.execPath, ['-e', parent, ...args], {
    env: { ...process.env, ...lifecycle },
  })
  end = () => void npx.kill('SIGTERM')

  const written = () => JSON.parse(readFileSync(report, 'utf8')) as unknown
  await vi.waitFor(() => expect(written()).toHaveProperty('interrupted', true), { timeout: 15_000 })
})

it('exits with 3 when the target is down', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const { code, stderr } = await svcContract('test', '--kv-url', url, '--kv-token', 't')

  expect(code).toBe(3)
  expect(stderr).toContain(`could not judge: ${url}`)
  expect(stderr).toContain('ECONNREFUSED')
})

it.each(['kv', 'queue'] as const)('exits with 3 when the %s token is refused', async (of) => {
  const target = [`--${of}-url`, mock[of].url, `--${of}-token`, 'wrong']
  const { code, stderr } = await svcContract('test', ...target)

  expect(code).toBe(3)
  expect(stderr).toContain(`refused the token with status 401; check --${of}-token`)
})

it('refuses a second run on the same mock, until the first one has ended', async () => {
  const first = start(['test', 'kv.*', ...ofKv(mock)])
  await vi.waitFor(
    async () => {
      const body = JSON.stringify({ holder: 'other', seconds: 0 })
      const { status } = await fetch(`${mock.kv.url}/__mock/lease`, { method: 'POST', body })
      expect(status).toBe(409)
    },
    { timeout: 10_000, interval: 20 },
  )
  const { code, stderr } = await svcContract('test', 'kv.info.*/post-info', ...ofKv(mock))

  expect(code).toBe(3)
  expect(stderr).toContain(`another run uses the mock at ${mock.kv.url}`)
  first.interrupt()
  await first.ended
  expect((await svcContract('test', 'kv.info.*/post-info', ...ofKv(mock))).code).toBe(0)
})

it('prints at most 150 lines, none over 400 characters, for a target with one response to all', async () => {
  const target = await targetThat((_, response) => response.end('{"result":"OK"}'))
  const { code, stdout, stderr } = await svcContract('test', ...target)
  const lines = stdout.split('\n')

  expect(code).toBe(1)
  expect(
    stderr.match(/no PONG, but {"result":"OK"}; is it the key-value interface\?\n/g),
  ).toHaveLength(2)
  expect(stdout).toMatch(/^✗ violated {2}kv\./)
  expect(stdout).toContain('Blocked scenarios, by the cause that stopped their setup\n')
  expect(lines.length).toBeLessThanOrEqual(150)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(400)
}, 60_000)

it('mock refuses a misspelt environment variable', async () => {
  const { code, stderr } = await start(['mock'], { SVC_KV_TOKN: 'secret' }).ended

  expect(code).toBe(2)
  expect(stderr).toContain('no option reads the variable SVC_KV_TOKN (did you mean SVC_KV_TOKEN?)')
  expect(stderr).not.toContain('secret')
})

it.each(['test', 'doctor'])(
  '%s refuses a misspelt variable, also beside a valid target',
  async (verb) => {
    const kv = { SVC_KV_URL: mock.kv.url, SVC_KV_TOKEN: mock.kv.token }
    const { stderr } = await svcContractWith({ SVC_KV_TOKN: 'secret' }, verb)
    expect(stderr).toContain('the variable SVC_KV_TOKN (did you mean SVC_KV_TOKEN?)')
    for (const [name, meant] of [
      ['SVC_QUEU_URL', 'SVC_QUEUE_URL'],
      ['SVC_KV_READ_ONLY_TOKEN', 'SVC_KV_READONLY_TOKEN'],
    ] as const) {
      const { code, stderr } = await svcContractWith({ ...kv, [name]: 'secret' }, verb)

      expect(code).toBe(2)
      expect(stderr).toContain(`no option reads the variable ${name} (did you mean ${meant}?)`)
      expect(stderr).not.toContain('secret')
    }
  },
)

it('ignores other variables, and misspelt ones of options that are set', async () => {
  const others = { SVC_KV_TOKN: 'a', SVC_QUEUE_NAME: 'b', SVC_KV_PORT: 'c', SVC_LOG_URL: 'd' }
  const { code } = await svcContractWith(others, 'test', 'kv.info.*/post-info', ...ofKv(mock))

  expect(code).toBe(0)
})

it('shows no token in the warning about an interface that returns it', async () => {
  const url = await serve(({ headers }, response) => response.end(headers.authorization))
  const target = ['--kv-url', url, '--kv-token', 'a-secret-token']
  const { stderr } = await svcContract('test', 'kv.info.*/post-info', ...target)

  expect(stderr).toContain('no PONG, but Bearer <SVC_KV_TOKEN>')
  expect(stderr).not.toContain('a-secret-token')
})

it('prints every rule, with --verbose every failure too, with --quiet three lines', async () => {
  const green = await svcContract('test', 'kv.info.*/post-info', '--quiet')
  expect(green.stdout).toMatch(/^Scenarios {2}.*\nRules .*\nTarget .*\n$/)
  expect(green).toMatchObject({ code: 0, stderr: '' })

  const target = await targetThat((_, response) => response.end('{"result":"PONG"}'))
  const red = await svcContract('test', 'kv.methods.*', '--verbose', ...target)
  expect(red.code).toBe(1)
  expect(red.stdout).toMatch(/^kv: Endpoints\n {2}. kv\.methods\./m)
  expect(red.stdout).toContain('Failures, with details above\n')
})
