// Runs the packed package on Bun and Deno: the mock in a program, the mock as a command, and the
// whole suite. Both runtimes are installed from npm into a temporary folder.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { root, run, temporaryFolder } from './testing.js'

const project = temporaryFolder()
const bin = (name: string) => join(project, 'node_modules/.bin', name)
const own = 'node_modules/svc-contract/dist/scripts/cli.js'

type Command = readonly [program: string, ...args: string[]]

/** Runs a program that must succeed. Returns its standard output without the last line end. */
async function outputOf(command: Command): Promise<string> {
  const [file, ...args] = command
  const { code, stdout, output } = await run(file, args, { cwd: project })
  expect(code, `${command.join(' ')} failed:\n${output}`).toBe(0)
  return stdout.trim()
}

const node: Command = [process.execPath, own]

/** Commands of users: start a program on each runtime, and start svc-contract as installed. */
const runtimes = {
  bun: {
    program: [bin('bun'), 'run'],
    suite: [bin('bun'), 'run', own],
    installed: ['bunx --bun svc-contract', [bin('bunx'), '--bun', 'svc-contract']],
  },
  deno: {
    program: [bin('deno'), 'run', '-A'],
    suite: [bin('deno'), 'run', '-A', own],
    installed: ['deno run -A npm:svc-contract', [bin('deno'), 'run', '-A', 'npm:svc-contract']],
  },
} as const

/** A program that uses the mock, and receives a delivery on a server of its runtime. */
const program = `
import { startMock } from 'svc-contract/mocks'

const received = []
const answer = async (request) => {
  received.push(await request.json())
  return new Response('thanks')
}
const options = { hostname: '127.0.0.1', port: 0 }
const app = globalThis.Bun
  ? Bun.serve({ ...options, fetch: answer })
  : Deno.serve({ ...options, onListen() {} }, answer)
const destination = 'http://127.0.0.1:' + (app.port ?? app.addr.port) + '/remind'

const mock = await startMock()
async function post({ url, token }, path, body, headers) {
  const authorization = 'Bearer ' + token
  const response = await fetch(url + path, { method: 'POST', headers: { authorization, ...headers }, body })
  return response.json()
}
const set = await post(mock.kv, '/', '["SET","user","ada"]')
await post(mock.queue, '/v2/publish/' + destination, '{"user":"ada"}', { 'svc-delay': '1d' })
const early = received.length
await mock.clock.advance('1d')
const [{ outcome }] = mock.queue.deliveries()
const response = [outcome.status, outcome.body.toString()]
await mock.reset()
const afterReset = await post(mock.kv, '/', '["GET","user"]')
const left = mock.queue.deliveries().length
const rejects = async (cut) => {
  mock.kv.intercept({ path: '/ping' })[cut]()
  const response = fetch(mock.kv.url + '/ping', { method: 'POST' })
  return response.then((each) => each.text()).then(() => false, () => true)
}
const cut = [await rejects('drop'), await rejects('reset'), await rejects('corrupt')]
await mock.close()
const closed = await fetch(mock.kv.url).then(() => false, () => true)
console.log(JSON.stringify({ set, early, received, response, afterReset, left, cut, closed }))
await (globalThis.Bun ? app.stop() : app.shutdown())
`

/** Starts the command `mock` and waits until it is ready. */
async function startMock(command: Command, ...options: readonly string[]) {
  const [file, ...args] = command
  const ports = ['--kv-port', '0', '--queue-port', '0']
  const child = spawn(file, [...args, 'mock', ...ports, ...options], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const ended = once(child, 'close')
  const [banner] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer | number]
  expect(child.exitCode, `${command.join(' ')} mock ended before it was ready`).toBeNull()
  return { child, ended, banner: String(banner) }
}

interface Report {
  readonly scenarios: readonly { readonly id: string; readonly verdict: string }[]
}

/** Runs the whole suite. Returns the verdict of each scenario, and prints how many there are of each. */
async function verdicts(title: string, suite: Command, options: readonly string[] = []) {
  const report = join(project, 'report.json')
  // The timeout is long, because other campaigns may run at the same time.
  const always = ['--timeout', '60s', '--verbose', '--report', `json=${report}`]
  const output = await outputOf([...suite, 'test', ...options, ...always])
  console.log(`${title}: ${/^Scenarios +(.*)$/m.exec(output)?.[1]}`)
  const { scenarios } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return Object.fromEntries(scenarios.map(({ id, verdict }) => [id, verdict]))
}

/** Runs the whole suite against a mock that is a process of its own. */
async function verdictsOn(title: string, suite: Command, target: Command) {
  const size = ['--kv-max-request-size', '100000'] as const
  const { child, ended, banner } = await startMock(target, '--clock', 'virtual', '--json', ...size)
  const { kv, queue } = JSON.parse(banner) as Record<string, Record<string, string>>
  const judged = await verdicts(title, suite, [
    '--kv-url',
    kv!['url']!,
    '--kv-token',
    kv!['token']!,
    '--kv-readonly-token',
    kv!['readOnlyToken']!,
    '--queue-url',
    queue!['url']!,
    '--queue-token',
    queue!['token']!,
    '--provider',
    'mock',
    '--dedicated-account',
    ...size,
  ])
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  return judged
}

let onNode: Record<string, string>

beforeAll(async () => {
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }\n')
  writeFileSync(join(project, 'program.mjs'), program)
  const packed = (await outputOf(['npm', 'pack', root, '--silent'])).split('\n').at(-1)!
  await outputOf(['npm', 'install', `./${packed}`, ...Object.keys(runtimes)])
  onNode = await verdicts('suite on Node, embedded mock', node, ['--embedded'])
}, 600_000)

describe.each(Object.entries(runtimes))('%s', (name, { program, suite, installed }) => {
  // The first start of an installed runtime may still unpack it.
  beforeAll(async () => {
    const version = await outputOf([program[0], '--version'])
    console.log(name, /\d\S*/.exec(version)?.[0])
  }, 120_000)

  it('runs the mock in a program: a command, a delivery, a reset and the end', async () => {
    expect(JSON.parse(await outputOf([...program, 'program.mjs']))).toEqual({
      set: { result: 'OK' },
      early: 0,
      received: [{ user: 'ada' }],
      response: [200, 'thanks'],
      afterReset: { result: null },
      left: 0,
      closed: true,
    })
  })

  it.each([
    ['SIGINT', 'the file of the command', suite],
    ['SIGTERM', 'the file of the command', suite],
    ['SIGINT', ...installed],
    ['SIGTERM', ...installed],
  ] as const)('runs the command mock until %s, as Node does: %s', async (signal, _, command) => {
    const withoutPorts = (text: string) => text.replace(/:\d+/g, ':PORT')
    const { child, ended, banner } = await startMock(command)
    const [, url, token] = /^key-value {2}(\S+) {2}token (\S+)/.exec(banner) ?? []
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/echo/hello`, { headers })
    expect(await response.json()).toEqual({ result: 'hello' })
    child.kill(signal)
    expect(await ended).toEqual([0, null])

    const same = await startMock(node)
    expect(withoutPorts(banner)).toBe(withoutPorts(same.banner))
    same.child.kill(signal)
    expect(await same.ended).toEqual([0, null])
  })

  describe('the whole suite gives the verdicts that it gives on Node', () => {
    it('against the embedded mock', async () => {
      expect(await verdicts(`suite on ${name}, embedded mock`, suite, ['--embedded'])).toEqual(
        onNode,
      )
    })

    it.each([
      [name, suite],
      ['Node', node],
    ])('against the mock on %s', async (on, target) => {
      const title = `suite on ${name}, mock on ${on}`
      expect(await verdictsOn(title, suite, target)).toEqual(onNode)
    })

    it('on Node, against the mock on the runtime', async () => {
      expect(await verdictsOn(`suite on Node, mock on ${name}`, node, suite)).toEqual(onNode)
    })
  })
})
