// Tests action.yml like a runner of GitHub Actions: checks its inputs and runs its scripts in bash
// with the variables and files that a runner provides.

import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMock, type Mock } from '../../mocks/index.js'
import { options } from '../cli/test/options.js'
import { blocksIn, root, run, temporaryFolder, textOf } from '../testing.js'

type Texts = Readonly<Record<string, string>>
interface Step {
  readonly id: string
  readonly shell: string
  readonly env: Texts
  readonly run: string
}
interface Action {
  readonly inputs: Readonly<Record<string, { description: string; default?: string }>>
  readonly outputs: Readonly<Record<string, { description: string; value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const action = parse(textOf('action.yml')) as Action
const folder = temporaryFolder()

const writeProgram = (file: string, text: string) => {
  writeFileSync(file, text)
  chmodSync(file, 0o755)
}

/** Runs a step like a runner, with the inputs of the action and the outputs of the previous step. */
async function runStep(id: string, inputs: Texts, before: Texts = {}, job: Texts = {}) {
  const { env, run: script } = action.runs.steps.find((step) => step.id === id)!
  const cwd = mkdtempSync(join(folder, 'step-'))
  const valueOf = (expression: string) =>
    expression.replace(/\$\{\{ (inputs|steps\.install\.outputs)\.([\w-]+) \}\}/g, (_, of, name) =>
      of === 'inputs' ? (inputs[String(name)] ?? '') : (before[String(name)] ?? ''),
    )
  const [output, summary, file] = [
    join(cwd, 'output'),
    join(cwd, 'summary'),
    join(cwd, 'script.sh'),
  ]
  for (const path of [output, summary]) writeFileSync(path, '')
  writeFileSync(file, script)
  const environment = {
    // The environment has the settings that this machine needs to reach a package registry.
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(SVC|INPUT)_/.test(name)),
    ),
    ...job,
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: root,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    RUNNER_TEMP: folder,
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, valueOf(value)])),
  }
  const args = ['--noprofile', '--norc', '-e', '-o', 'pipefail', file]
  const ended = await run('bash', args, { cwd, env: environment })
  const lines = readFileSync(output, 'utf8').matchAll(/^([^=\n]+)=(.*)$/gm)
  const outputs = Object.fromEntries(
    Array.from(lines, ([, name = '', value = '']) => [name, value]),
  )
  return { ...ended, outputs: outputs as Texts, summary: readFileSync(summary, 'utf8') }
}

it.each(['20.18.3', '18.20.0', ''])(
  'refuses Node "%s" and names the version it needs',
  async (version) => {
    const old = mkdtempSync(join(folder, 'old-'))
    writeProgram(join(old, 'node'), `#!/bin/sh\necho ${version}\n`)
    const job = { PATH: `${old}:${process.env['PATH'] ?? ''}` }
    const { code, stdout } = await runStep('install', {}, {}, job)

    expect(code).toBe(2)
    expect(stdout).toMatch(/^::error title=svc-contract::svc-contract needs Node 20\.19 or later/)
    expect(stdout).toContain(`and here is ${version || 'none'}:`)
  },
)

/** The action always judges a target, once. */
const withoutInput = ['plan', 'embedded', 'watch']

describe('action.yml', () => {
  it('has an input for every option of test, without a default, which a script reads', () => {
    const ofTest = Object.keys(options).filter((option) => !withoutInput.includes(option))
    expect(Object.keys(action.inputs).toSorted()).toEqual(
      [...ofTest, 'patterns', 'version', 'wait'].toSorted(),
    )
    for (const [name, input] of Object.entries(action.inputs)) {
      expect(input.description).toMatch(/\S/)
      expect(input).not.toHaveProperty('default')
      const variable = `INPUT_${name.toUpperCase().replaceAll('-', '_')}`
      const step = action.runs.steps.find(({ env }) => Object.hasOwn(env, variable))
      expect(step?.env[variable]).toBe(`\${{ inputs.${name} }}`)
    }
  })

  it('has outputs of the step that judges', () => {
    for (const [name, { description, value }] of Object.entries(action.outputs)) {
      expect(description).toMatch(/\S/)
      expect(value).toBe(`\${{ steps.test.outputs.${name} }}`)
    }
  })

  it('has only bash scripts without expressions', () => {
    expect(action.runs.using).toBe('composite')
    for (const { shell, run } of action.runs.steps) {
      expect(shell).toBe('bash')
      expect(run).not.toContain('${{')
    }
  })

  it('is shown in docs/ci.md with its own inputs, outputs and version', () => {
    const { code = '' } = blocksIn(textOf('docs/ci.md')).find(
      ({ language }) => language === 'yaml',
    )!
    const [gate, next] = parse(code) as readonly [
      { uses: string; id: string; with: Texts },
      { run: string },
    ]
    const { version } = JSON.parse(textOf('package.json')) as { version: string }

    expect(gate.uses).toBe(`svc-contract/svc-contract@v${version}`)
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(gate.with)))
    const outputs = Array.from(next.run.matchAll(/steps\.(\w+)\.outputs\.([\w-]+)/g))
    expect(outputs.length).toBeGreaterThan(0)
    for (const [, id, output = ''] of outputs) {
      expect(id).toBe(gate.id)
      expect(action.outputs).toHaveProperty(output)
    }
  })
})

describe('inputs', () => {
  const before = { folder: join(folder, 'echo') }
  const hostile = `$(touch ran) \`touch ran\` "; touch ran; ' * \\`
  beforeAll(() => {
    // This program replaces the svc-contract command. It prints its arguments and environment.
    const bin = join(before.folder, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    const print = `console.log(JSON.stringify({ args: process.argv.slice(2), env: process.env }))`
    writeProgram(join(bin, 'svc-contract'), `#!/usr/bin/env node\n${print}\n`)
  })
  const called = async (inputs: Texts, job?: Texts) => {
    const { code, output, stdout } = await runStep('test', inputs, before, job)
    expect(code, output).toBe(0)
    return JSON.parse(stdout) as { args: readonly string[]; env: Texts }
  }

  it('reach the command unchanged, each as an argument or a variable', async () => {
    const secrets = Object.entries(options).flatMap(([name, option]) =>
      'env' in option ? [[name, option.env] as const] : [],
    )
    const given = Object.entries(options)
      .filter(([name, option]) => !withoutInput.includes(name) && !('env' in option))
      .map(([name, option]) => {
        if (!('value' in option)) return { name, input: 'true', args: [`--${name}`] }
        const values = 'multiple' in option ? [hostile, `- 2 of ${name}`] : [hostile]
        const args = values.map((value) => `--${name}=${value}`)
        return { name, input: values.join('\n'), args }
      })
    const { args, env } = await called({
      ...Object.fromEntries(secrets.map(([name]) => [name, `${name} ${hostile}`])),
      ...Object.fromEntries(given.map(({ name, input }) => [name, input])),
      patterns: `\n  kv.pipeline.*\n${hostile}\r\n\n`,
    })

    expect(args.slice(0, 2)).toEqual(['test', `--report=json=${before.folder}/report.json`])
    expect(args.slice(-3)).toEqual(['--', 'kv.pipeline.*', hostile])
    expect(args.slice(2, -3).toSorted()).toEqual(given.flatMap(({ args }) => args).toSorted())
    for (const [name, variable] of secrets) expect(env[variable]).toBe(`${name} ${hostile}`)
    expect(Object.values(env).filter((value) => value.startsWith('kv-token'))).toHaveLength(1)
  })

  it('that are empty are left to the environment of the job', async () => {
    const ofJob = { SVC_KV_URL: 'http://of-job', SVC_KV_TOKEN: 't' }
    const { args, env } = await called({}, ofJob)

    expect(args.slice(2)).toEqual(['--'])
    expect(env).toMatchObject(ofJob)
    expect(env).not.toHaveProperty('SVC_QUEUE_URL')
    const url = 'http://of-input'
    expect((await called({ 'kv-url': url }, ofJob)).env['SVC_KV_URL']).toBe(url)
  })

  it('wait until the target is ready', async () => {
    const statuses = [503, 404]
    const server = createServer((_, response) => response.writeHead(statuses.shift() ?? 200).end())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    await called({ 'kv-url': `http://127.0.0.1:${port}`, wait: '60' })
    server.close()
    expect(statuses).toEqual([])
  })

  it.each([
    ['no target, as with a missing secret', { 'kv-token': 't' }, /there is no target/],
    ['a wait that is no number', { 'kv-url': 'http://kv', wait: '1m' }, /wait takes a number/],
    ['an invalid flag', { 'kv-url': 'http://kv', bail: 'yes' }, /bail takes true or false/],
  ])('are refused with %s', async (_, inputs, message) => {
    const { code, stdout, outputs } = await runStep('test', inputs, before)

    expect(code).toBe(2)
    expect(stdout).toMatch(/^::error title=svc-contract::.*\n$/)
    expect(stdout).toMatch(message)
    expect(outputs).toEqual({ 'exit-code': '2' })
  })
})

describe('the action', () => {
  let installed: Texts
  let mock: Mock
  let faulty: Mock
  // Every run detects this fault. Other faults, for example of atomicity, are detected only if
  // requests overlap.
  const fault = 'transaction-runs-before-all-checked'
  const inputsOf = ({ kv }: Mock) => ({
    'kv-url': kv.url,
    'kv-token': kv.token,
    patterns: 'kv.transaction.*\nkv.methods.*',
  })
  beforeAll(async () => {
    mock = await startMock()
    faulty = await startMock({ faults: [fault] })
    const pack = ['pack', root, '--silent', '--ignore-scripts']
    const { stdout } = await run('npm', pack, { cwd: folder })
    const { code, stderr, outputs } = await runStep('install', {
      version: join(folder, stdout.trim()),
    })
    expect(code, stderr).toBe(0)
    installed = outputs
  }, 120_000)
  afterAll(() => Promise.all([mock.close(), faulty.close()]))

  const commands = (stdout: string) =>
    stdout.split('\n').filter((line) => /^::(error|warning)/.test(line))

  it('passes a conforming server and writes a summary', async () => {
    const { code, stdout, outputs, summary } = await runStep('test', inputsOf(mock), installed)

    expect(code, stdout).toBe(0)
    expect(commands(stdout)).toEqual([])
    expect(summary).toMatch(/^## ✓ No violation found/)
    expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(action.outputs).toSorted())
    expect(outputs).toMatchObject({ 'exit-code': '0', violated: '0', 'harness-errors': '0' })
    expect(outputs).toMatchObject({ 'expected-violations': '0' })
    expect(Number(outputs['passed'])).toBeGreaterThan(20)
  }, 60_000)

  it('fails a faulty server with annotations and a summary, without a token', async () => {
    const { code, stdout, outputs, summary } = await runStep('test', inputsOf(faulty), installed)
    const report = readFileSync(outputs['report']!, 'utf8')
    const { summary: counts } = JSON.parse(report) as { summary: { violated: number } }

    expect(code).toBe(1)
    expect(commands(stdout)[0]).toMatch(/^::error title=kv\.transaction\.[\w-]+ \(violated\)::/)
    expect(summary).toMatch(/^## ✗ \d+ rules? violated/)
    expect(outputs).toMatchObject({ 'exit-code': '1', violated: String(counts.violated) })
    for (const text of [stdout, summary, report]) expect(text).not.toContain(faulty.kv.token)
  }, 60_000)

  it.each([
    ['a usage error', 2, {}, { patterns: 'kv.nothing' }, /::the pattern "kv.nothing" matches/],
    [
      'a refused token',
      3,
      { passed: '0' },
      { 'kv-token': 'x' },
      /::could not judge: .* status 401/,
    ],
  ])('annotates %s', async (_, code, counts, inputs, message) => {
    const ended = await runStep('test', { ...inputsOf(mock), ...inputs }, installed)

    expect(ended.code).toBe(code)
    expect(commands(ended.stdout)).toEqual([expect.stringMatching(message)])
    expect(ended.outputs).toMatchObject({ 'exit-code': String(code), ...counts })
    expect('report' in ended.outputs).toBe('passed' in counts)
  })
})
