// The command as a user meets it: what it prints and what it exits with.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startMock, type AnyFault, type Mock } from '../mocks/index.js'
import { faults } from '../mocks/faults/index.js'
import type { Report } from '../conformance/index.js'
import { freePort } from './free-port.js'

const cli = fileURLToPath(new URL('../dist/scripts/cli.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'svc-contract-'))
const file = (name: string, content?: string) => {
  const path = join(folder, name)
  if (content !== undefined) writeFileSync(path, content)
  return path
}

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const svcContract = (...args: readonly string[]): Promise<Ended> => start(args).ended

/** Starts the command; `interrupt` is what one Ctrl-C does. */
function start(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env['PATH'], ...environment }
  const child = spawn(process.execPath, [cli, ...args], { env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code]): Ended => ({
    code: code as number | null,
    stdout,
    stderr,
  }))
  let interrupted = false
  const interrupt = () => {
    if (!interrupted) child.kill('SIGINT')
    interrupted = true
  }
  return { ended, interrupt }
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** The options of a key-value target that answers so. */
async function targetThat(answers: RequestListener): Promise<readonly string[]> {
  const server = createHttpServer(answers).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return ['--kv-url', `http://127.0.0.1:${port}`, '--kv-token', 'a-token']
}

let mock: Mock
beforeAll(async () => void (mock = await startMock()))
afterAll(() => mock.close())

const ofKv = ({ kv }: Mock) => ['--kv-url', kv.url, '--kv-token', kv.token]
const ofQueue = ({ queue }: Mock) => ['--queue-url', queue.url, '--queue-token', queue.token]
const faultNamed = (name: string): AnyFault => faults.find((fault) => fault.name === name)!

describe('test', () => {
  it('exits with 0 when every scenario that ran passed', async () => {
    const { code, stdout } = await svcContract('test', 'kv.pipeline.*', ...ofKv(mock))

    expect(code).toBe(0)
    expect(stdout).toContain('✓ kv.pipeline.')
    expect(stdout).toMatch(/Scenarios {2}\d+ passed, 0 violated/)
  })

  it('judges the embedded mock, and says so, when there is no target', async () => {
    const { code, stdout } = await svcContract('test', 'kv.pipeline.*')

    expect(stdout).toContain('No target given: judging the embedded mock')
    expect(code).toBe(0)
  })

  it('exits with 1 on a violation, and shows rule, request, answer and a command to try', async () => {
    const faulty = await startMock({ faults: [faultNamed('a transaction is only a pipeline')] })
    const { code, stdout } = await svcContract('test', 'kv.transaction.*', ...ofKv(faulty))
    await faulty.close()

    expect(code).toBe(1)
    expect(stdout).toContain('✗ violated')
    expect(stdout).toMatch(/rule +“/)
    expect(stdout).toMatch(/sent +POST \/multi-exec/)
    expect(stdout).toMatch(/try +curl .*"\$SVC_KV_URL"/)
    expect(stdout).not.toContain(faulty.kv.token)
  })

  it.each([
    ['an unknown option', ['test', '--kv-uri', 'x'], /--kv-uri/],
    [
      'a pattern that matches nothing',
      ['test', 'kv.nothing.*'],
      /"kv\.nothing\.\*" matches no scenario/,
    ],
    ['a URL without a token', ['test', '--kv-url', 'http://127.0.0.1:1'], /needs --kv-token/],
    [
      'a URL that is none',
      ['test', '--kv-url', 'nowhere', '--kv-token', 'a-token'],
      /"nowhere" is no URL/,
    ],
    [
      'a URL with a password',
      ['test', '--kv-url', 'http://u:SECRET@127.0.0.1:1', '--kv-token', 'a-token'],
      /^(?!.*SECRET).*--kv-url takes a URL without user/,
    ],
    [
      'a URL with a token in it',
      ['test', '--queue-url', 'http://127.0.0.1:1/?_token=SECRET', '--queue-token', 't'],
      /^(?!.*SECRET).*--queue-url takes a URL without user/,
    ],
    ['a sink URL that is none', ['test', '--sink-url', 'nonsense'], /--sink-url "nonsense" is no/],
    ['a timeout too long for a timer', ['test', '--timeout', '99999999999'], /1 to 2147483647/],
    [
      'a pattern of the other interface',
      ['test', 'queue.*', '--kv-url', 'http://127.0.0.1:1', '--kv-token', 'a-token'],
      /"queue\.\*" matches no scenario of kv, the only interface given/,
    ],
    ['a size that is none', ['mock', '--kv-max-key-size', '0'], /--kv-max-key-size takes a whole/],
    [
      'a size beyond what is read at all',
      ['mock', '--kv-max-request-size', '67108865'],
      /from 1 to 67108864/,
    ],
    ['a limit that is none', ['mock', '--kv-daily-requests', '1e3'], /--kv-daily-requests takes/],
    [
      'a RESP port beside a Redis',
      ['mock', '--resp-port', '0', '--redis', 'redis://127.0.0.1:1'],
      /connect to the Redis of --redis itself/,
    ],
    ['a Redis URL that is none', ['mock', '--redis', 'u:SECRET@'], /^(?!.*SECRET).*--redis takes/],
    [
      'a list that cannot be read',
      ['test', '--known-failing', '/nowhere/list'],
      /\/nowhere\/list: ENOENT/,
    ],
    ['a report of an unknown kind', ['test', '--report', 'pdf=x'], /--report takes/],
    [
      'two reports in one file',
      ['test', '--report', 'json=r.out', '--report', 'html=./r.out'],
      /\.\/r\.out is to be written twice/,
    ],
    [
      'a report in the file of the list',
      ['test', '--report', 'json=r.out', '--write-known-failing', 'r.out'],
      /r\.out is to be written twice/,
    ],
    [
      'a report to standard output',
      ['test', '--report', 'json=-'],
      /cannot write -: standard output has the text of the run/,
    ],
    ['a shard that is none', ['test', '--shard', '3/2'], /--shard takes I\/N/],
    ['an unknown verb', ['tset'], /no verb "tset" \(did you mean test\?\)\n$/],
    [
      'a clock that nobody can turn',
      ['mock', '--no-controls', '--clock', 'virtual'],
      /--clock virtual needs the \/__mock routes/,
    ],
    [
      'who may ask what is not there',
      ['mock', '--no-controls', '--control-from', 'any'],
      /--control-from is for the \/__mock routes, and --no-controls has none/,
    ],
    [
      'one token for both rights',
      ['mock', '--kv-token', 'same', '--kv-readonly-token', 'same'],
      /--kv-token and --kv-readonly-token are the same/,
    ],
    ['an empty token', ['mock', '--kv-token', ''], /--kv-token takes a token, not ""/],
    ['an unknown fault', ['mock', '--fault', 'is late'], /no fault "is late"/],
    ['a URL of no model', ['mock', '--llm-url', 'localhost:1'], /--llm-url takes a URL/],
    ['no room at all', ['mock', '--queue-max-ready', '0'], /--queue-max-ready takes a whole/],
    ['nobody who controls', ['mock', '--control-from', 'me'], /--control-from: .* got "me"/],
    [
      'no destination',
      ['mock', '--allow-destination', 'a/b'],
      /--allow-destination: .* got "a\/b"/,
    ],
    ['an unknown engine', ['mock', '--engine', 'wiremock'], /stateful or prism, not "wiremock"/],
    ...['fault', 'resp-port', 'redis', 'clock', 'allow-destination', 'control-from', 'llm-url'].map(
      (option): [string, string[], RegExp] => [
        `--${option} for Prism`,
        ['mock', '--engine', 'prism', `--${option}`, 'virtual'],
        new RegExp(`--${option} is for --engine stateful`),
      ],
    ),
    ['an unknown id', ['explain', 'kv.nothing'], /"kv.nothing" is no rule/],
  ])('exits with 2 on %s, saying what to do', async (_, args, message) => {
    const { code, stderr } = await svcContract(...args)

    expect(code).toBe(2)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/^ +at /m)
  })

  it('exits with 2 on a known failure without a reason', async () => {
    const list = file('no-reason.txt', '# known\nkv.pipeline.order\n')
    const { code, stderr } = await svcContract('test', '--known-failing', list, ...ofKv(mock))

    expect(code).toBe(2)
    expect(stderr).toContain('no-reason.txt:2: "kv.pipeline.order" has no reason')
  })

  it('exits with 2 when the port of the sink is taken, and names it', async () => {
    const { host } = new URL(mock.kv.url)
    const { code, stderr } = await svcContract('test', '--sink-listen', host, ...ofQueue(mock))

    expect(code).toBe(2)
    expect(stderr).toContain(`--sink-listen: ${host} is taken`)
  })

  it('exits with 2 on a report that cannot be written, before it asks the target anything', async () => {
    let asked = 0
    const target = await targetThat((_, response) => response.end(String(++asked)))
    const path = file('nowhere/report.json')
    const { code, stderr } = await svcContract('test', '--report', `json=${path}`, ...target)

    expect(code).toBe(2)
    expect(stderr).toContain(`cannot write ${path}: ENOENT`)
    expect(asked).toBe(0)
  })

  it('exits with 1 on a violation though the report is lost', async () => {
    const folder = file('removed-meanwhile')
    mkdirSync(folder)
    const target = await targetThat((_, response) => {
      rmSync(folder, { recursive: true, force: true })
      response.end('{"result":"PONG"}')
    })
    const path = join(folder, 'report.json')
    const { code, stdout, stderr } = await svcContract(
      'test',
      'kv.methods.*',
      '--report',
      `json=${path}`,
      ...target,
    )

    expect(code).toBe(1)
    expect(stdout).toContain('✗ violated')
    expect(stderr).toContain(`cannot write ${path}: ENOENT`)
  })

  it('gives up a target that never answers whether it is a mock', async () => {
    const target = await targetThat((request, response) => {
      if (request.url !== '/__mock/health') response.end('{"result":"PONG"}')
    })
    const { stdout } = await svcContract('test', 'kv.methods.*', '--timeout', '100', ...target)

    expect(stdout).toContain('Scenarios')
  })

  it.each([
    ['the target is asked whether it answers', /^\/$/],
    ['the target is asked whether it is a mock', /^\/__mock\/health$/],
    ['scenarios run', /^\/(?!__mock|$)/],
  ])('exits with 3 when it is interrupted while %s', async (_, path) => {
    let interrupt = () => {}
    const target = await targetThat((request, response) => {
      if (path.test(request.url ?? '')) interrupt()
      else response.end('{"result":"PONG"}')
    })
    const run = start(['test', 'kv.path.*', ...target])
    interrupt = run.interrupt
    const { code, stderr } = await run.ended

    expect(code).toBe(3)
    expect(stderr).toBe('svc-contract: could not judge: the run was interrupted\n')
  })

  it('exits with 3 when the target is down', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { code, stderr } = await svcContract('test', '--kv-url', url, '--kv-token', 't')

    expect(code).toBe(3)
    expect(stderr).toContain(`could not judge: ${url}`)
    expect(stderr).toContain('ECONNREFUSED')
  })

  it.each(['kv', 'queue'] as const)('exits with 3 when the %s token is refused', async (of) => {
    const { code, stderr } = await svcContract(
      'test',
      `--${of}-url`,
      mock[of].url,
      `--${of}-token`,
      'wrong',
    )

    expect(code).toBe(3)
    expect(stderr).toContain(`refused the token with status 401; check --${of}-token`)
  })

  it('exits with 3 when the Read Only token is refused', async () => {
    const args = ['test', 'kv.authentication.*', ...ofKv(mock), '--kv-readonly-token', 'wrong']
    const { code, stderr } = await svcContract(...args)

    expect(code).toBe(3)
    expect(stderr).toMatch(/could not judge: .* status 401, .*; check --kv-readonly-token/)
  })

  it('exits with 3, and says why, when nothing that was published arrives at the sink', async () => {
    const sink = `http://127.0.0.1:${await freePort()}`
    const args = ['test', 'queue.callback.*', ...ofQueue(mock), '--max-wait', '1']
    const list = file('undelivered.txt', 'kv.pipeline.* as yesterday\n')
    const { code, stdout, stderr } = await svcContract(
      ...[...args, '--sink-url', sink, '--write-known-failing', list],
    )

    expect(code).toBe(3)
    expect(stderr).toContain(`${list} is left as it was`)
    expect(readFileSync(list, 'utf8')).toBe('kv.pipeline.* as yesterday\n')
    const told = `nothing that was published has arrived at the sink, ${sink}; either the target cannot`
    expect(stderr).toContain(`could not judge: ${told}`)
    expect(stderr.split('\n')).toHaveLength(3)
    expect(stdout).toContain(`No delivery came: ${told}`)
  }, 60_000)

  it.each([
    ['a violation that needs no delivery', 200, true],
    ['a queue that accepts nothing', 400, false],
  ])('exits with 1 on %s, though none came', async (_, status, names) => {
    const body = '{"result":"OK"}'
    const [, url = ''] = await targetThat((__, response) => response.writeHead(status).end(body))
    const selection = ['queue.publish.message-id-required', 'queue.publish.body-unchanged']
    const target = ['--queue-url', url, '--queue-token', 'a-token', '--max-wait', '1']
    const { code, stdout } = await svcContract('test', ...selection, ...target)

    expect(code).toBe(1)
    // Only where a message was taken may the way to the sink be what is wrong.
    expect(stdout.includes('No delivery came')).toBe(names)
  })

  it('receives at one address what the target sends to another that leads there', async () => {
    const port = await freePort()
    const tunnel = createServer((from) => {
      const to = connect(port, '127.0.0.1')
      // A scenario may break its connection, which is no matter of the tunnel's.
      pipeline(from, to, from, () => {})
    }).listen(0, '127.0.0.1')
    await once(tunnel, 'listening')
    closing.push(() => tunnel.close())
    const url = `http://localhost:${(tunnel.address() as AddressInfo).port}/`
    const sink = ['--sink-listen', `0.0.0.0:${port}`, '--sink-url', url]

    const { code, stdout } = await svcContract('test', 'queue.forward.*', ...ofQueue(mock), ...sink)
    expect(code).toBe(0)
    expect(stdout).toMatch(/Scenarios {2}[1-9]\d* passed, 0 violated/)
    const looked = await svcContract('doctor', 'queue.forward.*', ...ofQueue(mock), ...sink)
    expect(looked.stdout).toContain(`what is published arrives at ${url.replace(/\/$/, '')}`)
  })

  it('exits with 3 when nothing of the selection could run', async () => {
    const shape = 'kv.envelope.success/every-answer-has-the-documented-shape'
    const { code, stderr } = await svcContract('test', shape, ...ofKv(mock))

    expect(code).toBe(3)
    expect(stderr).toContain('no scenario of this selection could run')
  })

  it('blocks what a provider fails to arrange, and names it without our stack', async () => {
    const provider = file(
      'provider.mjs',
      'export default { async readOnlyToken() { throw new TypeError("not a function") }, group() {} }',
    )
    const patterns = ['kv.authentication.*', 'queue.group.*']
    const target = [...ofKv(mock), ...ofQueue(mock)]
    const { code, stdout } = await svcContract(
      ...['test', ...patterns, '--provider', provider, ...target],
    )

    expect(code).toBe(1)
    const told = `the provider (${provider})`
    expect(stdout).toContain(`${told} failed at readOnlyToken: TypeError: not a function\n`)
    expect(stdout).toContain(`${told} answered undefined when asked for group, expected { remove`)
    expect(stdout).not.toMatch(/harness| {4}at /)
    expect(stdout).toMatch(/Scenarios {2}[1-9]\d* passed, 0 violated, [1-9]\d* blocked/)
  })

  it('exits with 4 on an error that nobody handles, and says so', async () => {
    const provider = file(
      'timer.mjs',
      'setTimeout(() => { throw new Error("in a timer") }); export default {}',
    )
    const args = ['test', 'kv.*', '--provider', provider, ...ofKv(mock)]
    const { code, stderr } = await svcContract(...args)

    expect(code).toBe(4)
    expect(stderr).toMatch(/an error that nobody handled ended the run; .*\n.*Error: in a timer/)
  })

  it('exits with 5 when a known failure passes', async () => {
    const list = file('stale.txt', 'kv.pipeline.* it used to fail\n')
    const { code, stderr } = await svcContract(
      'test',
      'kv.pipeline.*',
      '--known-failing',
      list,
      ...ofKv(mock),
    )

    expect(code).toBe(5)
    expect(stderr).toContain('passes, though "kv.pipeline.*" lists it as failing; remove it')
  })

  it('exits with 5 when an entry matches no scenario there is', async () => {
    const list = file('unknown.txt', 'kv.nothing it is gone\n')
    const args = ['test', 'kv.pipeline.*', '--known-failing', list, ...ofKv(mock)]
    const { code, stderr } = await svcContract(...args)

    expect(code).toBe(5)
    expect(stderr).toContain('"kv.nothing" matches no scenario; remove it')
  })

  it('takes one list for every part of a run', async () => {
    const faulty = await startMock({ faults: [faultNamed('a transaction is only a pipeline')] })
    const list = file('all-parts.txt')
    const ofTarget = ['--known-failing', list, ...ofKv(faulty)]
    await svcContract('test', '--write-known-failing', list, ...ofKv(faulty))
    const parts = [['--shard', '1/3'], ['--shard', '2/3'], ['--shard', '3/3'], ['kv.pipeline.*']]
    const codes = []
    for (const part of parts) codes.push((await svcContract('test', ...part, ...ofTarget)).code)
    await faulty.close()

    expect(codes).toEqual([0, 0, 0, 0])
  }, 60_000)

  it('has runs by the protocol alone, and none where nothing can be arranged', async () => {
    const args = ['test', 'queue.states.run-success', ...ofQueue(mock)]
    const byProtocol = await svcContract(...args, '--provider', 'protocol')
    expect(byProtocol).toMatchObject({
      code: 0,
      stdout: expect.stringMatching('real time') as string,
    })

    const { code, stdout } = await svcContract(...args, '--provider', 'none')
    expect(code).toBe(3)
    expect(stdout).toContain('cannot arrange: runs')
  })

  it('has groups and runs of a provider module', async () => {
    const provider = file(
      'own.mjs',
      `const url = ${JSON.stringify(mock.queue.url)}
      const ask = (body) => fetch(url + '/__mock/queue/groups', { method: 'POST', body: JSON.stringify(body) })
      export default {
        runs: true,
        async group(name, endpoints) {
          const { id } = await (await ask({ name, endpoints })).json()
          return { id, remove: () => ask({ name, endpoints: [] }) }
        },
      }`,
    )
    const rules = ['queue.group.published-by-id', 'queue.states.run-success']
    const args = ['test', ...rules, '--provider', provider, ...ofQueue(mock)]
    const { code, stdout } = await svcContract(...args)

    expect(stdout).toMatch(/3 passed, 0 violated/)
    expect(stdout).not.toContain('not applicable')
    expect(code).toBe(0)
  })

  it.each([
    ['is not there', undefined, 'there is no such file'],
    ['throws', 'throw new Error("no account")', 'no account'],
    ['throws what is no error', 'throw "no account"', 'no account'],
    ['is no JavaScript', 'export default {', 'Unexpected end of input'],
    ['has no default export', 'export const runs = true', 'its default export is no object'],
    ['exports no object', 'export default () => ({})', 'its default export is no object'],
    ['has text for a function', 'export default { group: "a" }', '"group" is to be a function'],
    ['misspells an ability', 'export default { grup() {} }', 'it has "grup", which is no ability'],
    ['has half a clock', 'export default { clock: { now() {} } }', '"clock" is to be { now, adv'],
    ['says no to runs', 'export default { runs: false }', '"runs" is to be true, not boolean'],
  ])('exits with 2 where the provider module %s', async (what, code, because) => {
    const provider = file(`${what.replaceAll(' ', '-')}.mjs`, code)
    const ended = await svcContract('test', '--provider', provider, ...ofQueue(mock))

    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(`cannot use the provider ${provider}: `)
    expect(ended.stderr).toContain(because)
  })

  it('recognises a mock of one interface beside a live other one', async () => {
    const queue = await targetThat((_, response) => response.end('{}'))
    const [, url = ''] = queue
    const { stdout } = await svcContract(
      'test',
      'kv.pipeline.*',
      '--provider',
      'mock',
      ...ofKv(mock),
      '--queue-url',
      url,
      '--queue-token',
      't',
    )
    expect(stdout).toMatch(/Target .* real time/)
  })

  it('writes a list of what failed that makes the next run pass', async () => {
    const faulty = await startMock({ faults: [faultNamed('a transaction is only a pipeline')] })
    const list = file('known.txt')
    const first = await svcContract('test', '--write-known-failing', list, ...ofKv(faulty))
    const second = await svcContract('test', '--known-failing', list, ...ofKv(faulty))
    await faulty.close()

    expect(first.code).toBe(1)
    expect(second.code).toBe(0)
    expect(second.stdout).toContain('failing as expected')
  })

  it.each(['kept.txt', 'kept.yaml'])(
    'keeps what a run of a part says nothing of, where %s is written again',
    async (name) => {
      const faulty = await startMock({ faults: [faultNamed('a transaction is only a pipeline')] })
      const target = ofKv(faulty)
      const list = file(name)
      const both = ['--known-failing', list, '--write-known-failing', list]
      await svcContract('test', 'kv.transaction.*', '--write-known-failing', list, ...target)
      const before = readFileSync(list, 'utf8')
      const part = await svcContract('test', 'kv.pipeline.*', ...both, ...target)
      const whole = await svcContract('test', 'kv.transaction.*', ...both, ...target)
      await faulty.close()

      expect(before).toContain('kv.transaction.')
      expect([part.code, whole.code]).toEqual([0, 0])
      expect(readFileSync(list, 'utf8')).toBe(before)
    },
    60_000,
  )

  it('writes a JSON report that its schema accepts and that has no token in it', async () => {
    const faulty = await startMock({ faults: [faultNamed('a transaction is only a pipeline')] })
    const path = file('report.json')
    await svcContract(
      'test',
      '--report',
      `json=${path}`,
      '--keep-exchanges',
      'all',
      ...ofKv(faulty),
    )
    await faulty.close()

    const text = readFileSync(path, 'utf8')
    const schema = new URL('../spec/report.schema.json', import.meta.url)
    const validate = new Ajv2020({ strict: true }).compile(
      JSON.parse(readFileSync(schema, 'utf8')) as object,
    )
    validate(JSON.parse(text))
    expect(validate.errors).toBeNull()
    const { scenarios, summary } = JSON.parse(text) as Report
    expect(summary.violated).toBeGreaterThan(0)
    expect(
      scenarios.every(({ exchanges, verdict }) => verdict !== 'violated' || exchanges.length > 0),
    ).toBe(true)
    for (const form of [faulty.kv.token, Buffer.from(faulty.kv.token).toString('base64')])
      expect(text).not.toContain(form)
  })

  it('judges both halves of the scenarios in two shards', async () => {
    const counts = await Promise.all(
      ['1/2', '2/2', '1/1'].map(async (shard) => {
        const { stdout } = await svcContract(
          'test',
          'kv.pipeline.*',
          '--shard',
          shard,
          ...ofKv(mock),
        )
        return Number(/(\d+) passed/.exec(stdout)?.[1])
      }),
    )
    expect(counts[0]! + counts[1]!).toBe(counts[2])
  })

  it.each(['--report', '--write-known-failing'])(
    'exits with 2 on %s for a plan, which has nothing to write',
    async (option) => {
      const value = option === '--report' ? `json=${file('plan.json')}` : file('plan.txt')
      const { code, stderr } = await svcContract('test', '--plan', 'kv.pipeline.*', option, value)

      expect(code).toBe(2)
      expect(stderr).toContain('--plan judges nothing that --report or --write-known-failing')
    },
  )

  it('prints the requests it would make, and makes none', async () => {
    const { code, stdout } = await svcContract(
      'test',
      '--plan',
      'kv.pipeline.*',
      '--kv-url',
      'http://127.0.0.1:1',
      '--kv-token',
      't',
    )
    expect(code).toBe(0)
    expect(stdout).toContain('  POST /pipeline')
  })

  describe('plans', () => {
    const readOnly = 'kv.authentication.read-only-reads'
    const unreachable = ['--kv-url', 'http://127.0.0.1:1', '--kv-token', 'a-token']
    const requests = (stdout: string) => stdout.match(/^ {2}[A-Z]+ \//gm)?.length ?? 0

    it('the requests with a token that may only read, where there is one', async () => {
      const embedded = await svcContract('test', '--plan', readOnly)
      const named = await svcContract(
        'test',
        '--plan',
        readOnly,
        ...unreachable,
        '--kv-readonly-token',
        'r',
      )
      expect(requests(embedded.stdout)).toBeGreaterThan(0)
      expect(requests(named.stdout)).toBe(requests(embedded.stdout))
      expect(embedded.stdout).not.toContain('judging')
    })

    it('no such requests where there is none, and says why', async () => {
      const { stdout } = await svcContract('test', '--plan', readOnly, ...unreachable)

      expect(requests(stdout)).toBe(0)
      expect(stdout).toContain('cannot arrange: readOnlyToken')
    })
  })
})

describe('a run that judges nothing is never green', () => {
  const unused = ['--kv-url', 'http://127.0.0.1:1', '--kv-token', 'a-token']
  const onlyMust = 'kv.pipeline.array-of-envelopes'
  const allFail = () => file('all-fail.txt', 'kv.* all of it is known to fail\n')
  const table: readonly [string, () => readonly string[], number, RegExp][] = [
    ['a pattern fits nothing', () => ['kv.pipelin', ...unused], 2, /matches no scenario/],
    ['one of two fits nothing', () => [onlyMust, 'kv.n*', ...unused], 2, /"kv\.n\*" matches no/],
    ['a pattern is empty', () => ['', ...unused], 2, /"" matches no scenario/],
    [
      'what is to be skipped is empty',
      () => ['--skip', '', ...unused],
      2,
      /"" matches no scenario/,
    ],
    ['patterns are of the other interface', () => ['queue', ...unused], 2, /only interface given/],
    ['a shard is empty', () => ['--shard', '', ...unused], 2, /--shard takes/],
    ['a level is empty', () => ['--level', '', ...unused], 2, /--level takes/],
    ['a list of failures has no name', () => ['--known-failing', '', ...unused], 2, /cannot read/],
    ['a URL is empty', () => ['--kv-url', '', '--kv-token', 'a-token'], 2, /"" is no URL/],
    ['everything is skipped', () => ['--skip', '*', ...ofKv(mock)], 3, /leave no scenario/],
    [
      'what is asked for is skipped',
      () => ['kv.pipeline', '--skip', 'kv.pipeline', ...ofKv(mock)],
      3,
      /leave no scenario/,
    ],
    [
      'no rule is of the level',
      () => [onlyMust, '--level', 'open', ...ofKv(mock)],
      3,
      /leave no scenario/,
    ],
    [
      'there are more shards than scenarios',
      () => ['--shard', '9000/9000', ...ofKv(mock)],
      3,
      /leave no scenario/,
    ],
    ['a plan has nothing in it', () => ['--plan', '--skip', '*'], 3, /leave no scenario/],
    [
      'every wait is too long',
      () => [
        'queue.delay.not-before-*',
        '--level',
        'must',
        '--time',
        'real',
        '--max-wait',
        '0',
        ...ofQueue(mock),
      ],
      3,
      /could not judge: no/,
    ],
    [
      'nothing can be arranged',
      () => ['queue.resume', '--provider', 'none', ...ofQueue(mock)],
      3,
      /no scenario of this selection could run/,
    ],
    [
      'nothing of one of two interfaces can be arranged',
      () => [onlyMust, 'queue.resume', '--provider', 'none', ...ofKv(mock), ...ofQueue(mock)],
      3,
      /no scenario of queue in this selection could run/,
    ],
    [
      'all passes and the list knows of failures alone',
      () => [onlyMust, '--known-failing', allFail(), ...ofKv(mock)],
      5,
      /passes, though/,
    ],
  ]
  it.each(table)('where %s', async (_, args, expected, message) => {
    const { code, stderr } = await svcContract('test', ...args())

    expect(code, stderr).toBe(expected)
    expect(stderr).toMatch(message)
  })

  it.each(['SVC_KV_URL', 'SVC_KV_TOKEN', 'SVC_QUEUE_URL'])(
    'where %s is there and empty, as a secret that does not exist',
    async (variable) => {
      const { code, stderr } = await start(['test', 'kv.pipeline'], { [variable]: '' }).ended

      expect(code).toBe(2)
      expect(stderr).toContain(`there is no target, and ${variable} is empty`)
    },
  )

  it('though a list without an entry changes nothing', async () => {
    const list = file('empty.txt', '# nothing is known\n')
    const { code, stdout } = await svcContract(
      'test',
      onlyMust,
      '--known-failing',
      list,
      ...ofKv(mock),
    )

    expect(code).toBe(0)
    expect(stdout).toMatch(/Scenarios {2}[1-9]/)
  })

  it('also where its shards are merged', async () => {
    const shards = await Promise.all(
      ['1/2', '2/2'].map(async (shard) => {
        const path = file(`nothing-${shard[0]}.json`)
        const output = ['--shard', shard, '--report', `json=${path}`]
        await svcContract('test', '--skip', '*', ...output, ...ofKv(mock))
        return path
      }),
    )
    const { code, stderr } = await svcContract('merge', ...shards)

    expect(code).toBe(3)
    expect(stderr).toContain('leave no scenario')
  })
})

describe('reports', () => {
  const isOnlyAPipeline = 'a transaction is only a pipeline'
  const patterns = ['kv.transaction.unsupported-command-discards', 'kv.methods.*']
  const reportOf = async (name: string, target: Mock, ...options: readonly string[]) => {
    const path = file(name)
    await svcContract('test', ...patterns, '--report', `json=${path}`, ...options, ...ofKv(target))
    return path
  }
  let faulty: Mock
  beforeAll(async () => void (faulty = await startMock({ faults: [faultNamed(isOnlyAPipeline)] })))
  afterAll(() => faulty.close())

  it('of every kind are written by one run, also where it is interrupted', async () => {
    let interrupt = () => {}
    const target = await targetThat((request, response) => {
      if (/^\/(?!__mock|$)/.test(request.url ?? '')) interrupt()
      else response.end('{"result":"PONG"}')
    })
    const kinds = ['json', 'junit', 'html', 'markdown', 'tap', 'github', 'badge']
    const paths = kinds.map((kind) => file(`interrupted.${kind}`))
    const options = kinds.flatMap((kind, index) => ['--report', `${kind}=${paths[index]}`])
    const run = start(['test', 'kv.path.*', ...options, ...target])
    interrupt = run.interrupt
    expect((await run.ended).code).toBe(3)

    const [json = '', , html, markdown] = paths.map((path) => readFileSync(path, 'utf8'))
    expect(JSON.parse(json)).toMatchObject({ format: 1, interrupted: true })
    expect(html).toContain('The run was interrupted')
    expect(markdown).toContain('The run was interrupted')
  })

  it('come by themselves under GitHub Actions, and what the target answers is no command', async () => {
    const summary = file('step-summary.md', '# Of an earlier step\n')
    const { ended } = start(['test', ...patterns, ...ofKv(faulty)], {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
    })
    const { code, stdout } = await ended
    const [, secret] = /^::stop-commands::(\S+)\n/.exec(stdout) ?? []
    const [quoted = '', commands = ''] = stdout.split(`::${secret}::\n`)

    expect(code).toBe(1)
    expect(quoted).toContain('✗ violated')
    expect(commands).toMatch(
      /^::error title=kv.transaction.unsupported-command-discards \(violated\)::/,
    )
    expect(readFileSync(summary, 'utf8')).toMatch(/^# Of an earlier step\n## ✗ 1 rule violated\n/)
  })

  it('do not differ where nothing has changed, and tell what has', async () => {
    const before = await reportOf('before.json', mock)
    const again = await reportOf('again.json', mock)
    const after = await reportOf('after.json', faulty)
    const same = await svcContract('diff', before, again)
    const changed = await svcContract('diff', before, after)
    const json = await svcContract('diff', '--json', before, after)

    expect(same).toMatchObject({ code: 0, stderr: '' })
    expect(same.stdout).toContain('No verdict and no observation changed.')
    expect(changed.code).toBe(1)
    expect(changed.stdout).toContain(
      '  kv.transaction.unsupported-command-discards  conforming → violated\n',
    )
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({
      rules: [{ id: patterns[0], before: 'conforming', after: 'violated' }],
    })
  }, 60_000)

  it('of shards are merged to the report of the whole, and judged like it', async () => {
    const shards = [
      await reportOf('shard-1.json', faulty, '--shard', '1/2'),
      await reportOf('shard-2.json', faulty, '--shard', '2/2'),
    ]
    const whole = await reportOf('whole.json', faulty)
    const path = file('merged.json')
    const { code, stdout } = await svcContract('merge', ...shards, '--report', `json=${path}`)

    expect(code).toBe(1)
    expect(stdout).toContain('✗ violated')
    expect((await svcContract('diff', whole, path)).code).toBe(0)

    const incomplete = await svcContract('merge', shards[1]!)
    expect(incomplete.code).toBe(3)
    expect(incomplete.stderr).toBe('svc-contract: could not judge: shard 1 of 2 is missing\n')
    const twice = await svcContract('merge', ...shards, whole)
    expect(twice.code).toBe(2)
    expect(twice.stderr).toContain('they are no shards of one run')
    const other = file('of-others.json')
    const output = ['--shard', '1/2', '--report', `json=${other}`]
    await svcContract('test', 'kv.pipeline.*', ...output, ...ofKv(faulty))
    const mixed = await svcContract('merge', other, shards[1]!)
    expect(mixed.code).toBe(2)
    expect(mixed.stderr).toContain(
      `is a shard of ${patterns.toSorted().join(' ')} and ${other} one of kv.pipeline.*`,
    )
  }, 60_000)

  it('of shards that a stale list was for end, merged, as the whole does', async () => {
    const list = file('stale-of-all.txt', `${patterns[0]} broken\nkv.methods.get it was\n`)
    const known = ['--known-failing', list]
    const shards = [
      await reportOf('stale-1.json', faulty, '--shard', '1/2', ...known),
      await reportOf('stale-2.json', faulty, '--shard', '2/2', ...known),
    ]
    const whole = await svcContract('test', ...patterns, ...known, ...ofKv(faulty))
    const { code, stderr } = await svcContract('merge', ...shards)

    expect(whole.code).toBe(5)
    expect({ code, stderr }).toEqual({ code: whole.code, stderr: whole.stderr })
  }, 60_000)

  it.each([
    ['diff of one report', ['diff', 'a.json'], /diff takes two JSON reports/],
    ['diff of what is not there', ['diff', '/nowhere/a', '/nowhere/b'], /cannot read the report/],
    ['diff of what is no report', ['diff', cli, cli], /cli\.js is no JSON/],
    ['merge of nothing', ['merge'], /merge takes the JSON reports/],
    ['merge into nowhere', ['merge', 'a.json', '--report', 'json=/nowhere/r'], /cannot write/],
  ])('exit with 2 on %s', async (_, args, message) => {
    const { code, stderr } = await svcContract(...args)

    expect(code).toBe(2)
    expect(stderr).toMatch(message)
  })
})

describe('doctor', () => {
  it('finds nothing wrong with the embedded mock, and changes nothing about it', async () => {
    const { code, stdout } = await svcContract('doctor', 'kv.pipeline.*', 'queue.delay.*')

    expect(code).toBe(0)
    expect(stdout).toContain('No target given: this is the embedded mock.')
    expect(stdout).toContain('the Read Only token reads and does not write')
    expect(stdout).toMatch(/sink +what is published arrives at/)
    expect(stdout).toMatch(/Scenarios {2}(\d+) of \1 will be judged\nRequests {3}about \d+\n$/)
  })

  it('says what a live target is not judged by, and why, as JSON too', async () => {
    const args = ['doctor', 'queue.group.*', 'queue.delay.*', ...ofQueue(mock)]
    const real = [...args, '--provider', 'none', '--max-wait', '5', '--rps', '3']
    const { code, stdout } = await svcContract(...real)
    expect(code).toBe(0)
    expect(stdout).toContain('will not: the provider (none) cannot arrange: group')
    expect(stdout).toContain('no other judges queue.group.')
    expect(stdout).toContain('longer waits in real time than the 5 s of --max-wait')
    expect(stdout).toMatch(/Requests {3}about \d+, which take \d+ s at --rps 3/)
    expect(stdout).not.toContain(mock.queue.token)

    const { stdout: json } = await svcContract(...real, '--json')
    const told = JSON.parse(json) as Record<string, unknown>
    expect(told).toMatchObject({ provider: 'none', time: 'real' })
    expect(told['unjudged']).toHaveLength(2)
  })

  it('exits with 3 where something is down, refused or out of reach, and says which', async () => {
    const down = await svcContract(
      'doctor',
      ...ofQueue(mock),
      ...ofKv(mock).toSpliced(1, 1, 'http://127.0.0.1:1'),
    )
    expect(down.code).toBe(3)
    expect(down.stdout).toMatch(/✗ kv +.*is the service running there\?\n✓ queue/)

    const refused = await svcContract('doctor', ...ofKv(mock).toSpliced(3, 1, 'SECRET'))
    expect(refused.code).toBe(3)
    expect(refused.stdout).toMatch(/refused the token with status 401; check --kv-token/)
    expect(refused.stdout).not.toContain('SECRET')

    const nowhere = ['--sink-url', 'http://127.0.0.1:1', '--max-wait', '1']
    const unreached = await svcContract('doctor', ...ofQueue(mock), ...nowhere)
    expect(unreached.code).toBe(3)
    expect(unreached.stdout).toMatch(/✗ sink +what is published does not arrive at/)
  })

  it('takes no option of test that it would do nothing for', async () => {
    const { code, stderr } = await svcContract('doctor', '--report', 'json=looked.json')
    const { stdout } = await svcContract('doctor', '--help')

    expect(code).toBe(2)
    expect(stderr).toContain('--report')
    expect(stdout).toContain('--sink-url')
    expect(stdout).not.toMatch(/--(report|plan|bail|known-failing|keep-exchanges)/)
  })

  it('exits with 2 on a mistake in how it was called', async () => {
    const { host } = new URL(mock.kv.url)
    const taken = await svcContract('doctor', '--sink-listen', host, ...ofQueue(mock))
    expect(taken).toMatchObject({ code: 2, stdout: '' })
    expect(taken.stderr).toContain(`--sink-listen: ${host} is taken`)
  })
})

describe('list and explain', () => {
  it.each(['scenarios', 'rules', 'faults'])('lists %s as lines and as JSON', async (what) => {
    const lines = await svcContract('list', what)
    const values = await svcContract('list', what, '--json')

    expect(lines.code).toBe(0)
    expect((JSON.parse(values.stdout) as unknown[]).length).toBe(
      lines.stdout.trimEnd().split('\n').length,
    )
  })

  it.each([
    [['scenarios', 'kv.path.no-command'], ['kv.path.no-command/a-path-without-a-command']],
    [['kv.path.no-command'], ['kv.path.no-command/a-path-without-a-command']],
    [['kv.path.no-com*', 'kv.path.no-command'], ['kv.path.no-command/a-path-without-a-command']],
    [
      ['rules', 'kv.path.no-command', '*.path.empty-body'],
      ['open kv.path.empty-body', 'open kv.path.no-command'],
    ],
    [['faults', 'DELETE is one*'], ['kv    DELETE is one of the methods']],
  ])('lists what patterns fit: %j', async (args, lines) => {
    expect(await svcContract('list', ...args)).toEqual({
      code: 0,
      stdout: `${lines.join('\n')}\n`,
      stderr: '',
    })
  })

  it('lists the faults that break a rule', async () => {
    const { stdout } = await svcContract('list', 'faults', 'kv.methods.others-refused')
    expect(stdout).toContain('kv    DELETE is one of the methods\n')
    expect(stdout).not.toContain('queue ')
  })

  it.each([
    [['scenario'], 'the pattern "scenario" matches none of the scenarios'],
    [['rules', 'kv.*', 'kv.pth'], 'the pattern "kv.pth" matches none of the rules'],
  ])('says what list takes where nothing fits: %j', async (args, why) => {
    const { code, stdout, stderr } = await svcContract('list', ...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(
      `${why}; list takes scenarios, rules, faults, and patterns over their ids`,
    )
  })

  it('explains a rule by its quote, its place, its scenarios and its faults', async () => {
    const { stdout } = await svcContract('explain', 'kv.transaction.unsupported-command-discards')

    expect(stdout).toContain('any command is unsupported')
    expect(stdout).toMatch(/kv contract, Rules, line \d+/)
    expect(stdout).toContain('a transaction is only a pipeline')
  })
})

describe('mock', () => {
  it('prints one line when ready, serves, and ends cleanly on a signal', async () => {
    const child = spawn(process.execPath, [
      cli,
      'mock',
      '--json',
      '--kv-port',
      '0',
      '--queue-port',
      '0',
    ])
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { kv, queue } = JSON.parse(line.toString()) as Record<
      'kv' | 'queue',
      { url: string; token: string }
    >

    const answer = await fetch(`${kv.url}/echo/hello`, {
      headers: { Authorization: `Bearer ${kv.token}` },
    })
    expect(await answer.json()).toEqual({ result: 'hello' })
    expect((await fetch(`${queue.url}/__mock/health`)).status).toBe(200)

    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('serves the same data over RESP where that is asked for, and says where', async () => {
    const ports = ['--kv-port', '0', '--queue-port', '0', '--resp-port', '0']
    const child = spawn(process.execPath, [cli, 'mock', '--json', ...ports])
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { kv } = JSON.parse(line.toString()) as { kv: { token: string; resp: { url: string } } }
    const { username, password, port } = new URL(kv.resp.url)
    expect([username, password]).toEqual(['default', kv.token])

    const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1')
    socket.write(`AUTH ${password}\r\n`)
    expect(await once(socket, 'data')).toEqual(['+OK\r\n'])

    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([0, null])
    socket.destroy()
  })

  it('serves examples with Prism, and ends cleanly on Ctrl-C', async () => {
    const options = ['--engine', 'prism', '--kv-port', '0', '--queue-port', '0', '--json']
    const child = spawn(process.execPath, [cli, 'mock', ...options])
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { kv } = JSON.parse(line.toString()) as { kv: { url: string; readOnlyToken: string } }

    const answer = await fetch(`${kv.url}/set/key/value`, {
      headers: { Authorization: `Bearer ${kv.readOnlyToken}` },
    })
    expect(await answer.json()).toEqual({ result: 'OK' })

    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('ends cleanly also where it is told to as soon as it is ready', async () => {
    const ports = '--kv-port 0 --queue-port 0 --json'
    const script = `exec 3< <(exec "$0" "$1" mock ${ports}); read -r line <&3; kill $!; wait $!`
    const child = spawn('bash', ['-c', script, process.execPath, cli], { stdio: 'inherit' })

    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('says which port is taken', async () => {
    const port = new URL(mock.kv.url).port
    const { code, stderr } = await svcContract('mock', '--kv-port', port, '--queue-port', '0')

    expect(code).toBe(2)
    expect(stderr).toContain(port)
  })
})

describe('proxy', () => {
  const script = file(
    'client.mjs',
    `const token = process.argv[2]
     const url = process.env.SVC_KV_URL
     const headers = { Authorization: 'Bearer ' + token }
     for (const path of ['/set/a/b', '/get/a', '/get'])
       console.log(await (await fetch(url + path, { headers })).text())
     console.log(await (await fetch(url + '/get/a?_token=' + token)).text())
     console.log('queue at ' + process.env.SVC_QUEUE_URL)
     process.exitCode = Number(process.argv[3] ?? 0)`,
  )
  const ofTarget = ({ kv, queue }: Mock) => ['--kv-url', kv.url, '--queue-url', queue.url]
  const client = (token: string, ...more: string[]) => [
    ...['--', process.execPath, script, token],
    ...more,
  ]

  it('runs a command before the target, and tells what of the contract it touched', async () => {
    const { kv, queue } = mock
    const report = ['--report', `json=${file('proxied.json')}`]
    const { code, stdout } = await svcContract(
      ...['proxy', ...ofTarget(mock), ...report],
      ...client(kv.token, '0', '--help'),
    )

    expect(code).toBe(0)
    expect(stdout).toContain('{"result":"OK"}\n{"result":"b"}\n')
    expect(stdout).toMatch(/queue at http:\/\/127\.0\.0\.1:\d+\n/)
    expect(stdout).not.toContain(`queue at ${queue.url}`)
    expect(stdout).toMatch(/✓ kv +GET +\/\{command\}\/\{args\} +200 ×3/)
    expect(stdout).toMatch(/kv\.envelope\.error ×1\n/)
    expect(stdout).not.toContain(kv.token)
    const { coverage, target } = JSON.parse(readFileSync(file('proxied.json'), 'utf8')) as Report
    expect(target).toMatchObject({ kvUrl: kv.url, queueUrl: queue.url })
    expect(coverage).toMatchObject({ exchanges: 4, documented: 4, broken: 0 })
  })

  it('exits with 1 when something broke the contract, and shows it without its token', async () => {
    const fault = faultNamed('a success envelope says how long the command took')
    const faulty = await startMock({ faults: [fault] })
    const output = ['--report', `html=${file('proxied.html')}`]
    const { code, stdout } = await svcContract(
      ...['proxy', ...ofTarget(faulty), ...output],
      ...client(faulty.kv.token),
    )
    await faulty.close()

    expect(code).toBe(1)
    expect(stdout).toContain('✗ violated')
    expect(stdout).toMatch(/rule +“Success envelope/)
    expect(stdout).toMatch(/sent +GET \/set\/a\/b\n/)
    expect(stdout).toMatch(/try +curl .*Bearer '"\$SVC_KV_TOKEN" .*"\$SVC_KV_URL"'\/set\/a\/b'/)
    expect(stdout).toContain('200 ×3 (3 broken)')
    for (const text of [stdout, readFileSync(file('proxied.html'), 'utf8')])
      expect(text).not.toContain(faulty.kv.token)
  })

  it('exits as the command did, where that failed', async () => {
    const { code } = await svcContract('proxy', ...ofTarget(mock), ...client(mock.kv.token, '7'))
    expect(code).toBe(7)
  })

  it('exits with 3 when nothing passed through it', async () => {
    const command = ['--', process.execPath, '-e', '0']
    const { code, stderr } = await svcContract('proxy', ...ofTarget(mock), ...command)
    expect(code).toBe(3)
    expect(stderr).toContain('no answer that the documents tell of has passed through')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints one line when ready, and its report when it is ended by %s',
    async (signal) => {
      const ports = ['--kv-port', '0', '--queue-port', '0']
      const child = spawn(process.execPath, [cli, 'proxy', '--json', ...ofTarget(mock), ...ports])
      let out = ''
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
      await once(child.stdout, 'data')
      const { kv } = JSON.parse(out) as { kv: { url: string } }
      const stream = await fetch(`${kv.url}/subscribe/a`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${mock.kv.token}`, Accept: 'text/event-stream' },
      })
      expect(stream.status).toBe(200)

      child.kill(signal)
      expect(await once(child, 'close')).toEqual([0, null])
      const { coverage } = JSON.parse(out.split('\n')[1]!) as Report
      expect(coverage).toMatchObject({ exchanges: 1, documented: 1, broken: 0 })
    },
  )

  it.each([
    ['no target', ['proxy'], /needs the target .*--kv-url/],
    ['a command without --', ['proxy', 'npm', 'test'], /after --/],
    ['no command after --', ['proxy', '--kv-url', 'http://127.0.0.1:1', '--'], /after --/],
    [
      'a command that is none',
      ['proxy', '--kv-url', 'http://127.0.0.1:1', '--', './nowhere'],
      /nowhere could not be started/,
    ],
    ['a URL with a secret', ['proxy', '--kv-url', 'http://a:b@c'], /without user/],
  ])('exits with 2 on %s', async (_, args, message) => {
    const { code, stderr } = await svcContract(...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
  })

  it('exits with 2 on a port that is taken', async () => {
    const port = new URL(mock.kv.url).port
    const { code, stderr } = await svcContract('proxy', '--kv-url', mock.kv.url, '--kv-port', port)
    expect(code).toBe(2)
    expect(stderr).toContain(port)
  })
})

it('prints help where that is the verb, of another one too', async () => {
  expect(await svcContract('help')).toEqual(await svcContract('--help'))
  expect(await svcContract('help', 'diff')).toEqual(await svcContract('diff', '--help'))
})

it('prints help for every verb, and its version', async () => {
  expect((await svcContract('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  for (const verb of ['test', 'mock', 'list', 'explain', 'diff', 'merge', 'proxy']) {
    const { code, stdout } = await svcContract(verb, '--help')
    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: svc-contract ${verb}`)
  }
})
