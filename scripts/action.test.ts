// action.yml as a runner of GitHub Actions uses it: its inputs, and what its scripts do, run by bash
// with the variables and files that a runner gives them.

import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '../mocks/faults/index.js'
import { startMock, type Mock } from '../mocks/index.js'
import { options } from './cli/test/options.js'

interface Step {
  readonly id: string
  readonly shell: string
  readonly env: Readonly<Record<string, string>>
  readonly run: string
}
interface Action {
  readonly inputs: Readonly<Record<string, { description: string; default?: string }>>
  readonly outputs: Readonly<Record<string, { description: string; value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const action = parse(textOf('action.yml')) as Action
const stepNamed = (id: string) => action.runs.steps.find((step) => step.id === id)!
const folder = mkdtempSync(join(tmpdir(), 'svc-contract-action-'))
afterAll(() => rmSync(folder, { recursive: true }), 60_000)

type Inputs = Readonly<Record<string, string>>
type Outputs = Readonly<Record<string, string>>
interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly outputs: Outputs
  readonly summary: string
}

/** Runs a step as a runner does, with what the workflow gives the action and what a step before told. */
function runStep(id: string, inputs: Inputs, before: Outputs = {}, job: Inputs = {}) {
  const { env, run } = stepNamed(id)
  const place = mkdtempSync(join(folder, 'step-'))
  const file = (name: string, content = '') => {
    writeFileSync(join(place, name), content)
    return join(place, name)
  }
  const valueOf = (expression: string) =>
    expression.replace(/\$\{\{ (inputs|steps\.install\.outputs)\.([\w-]+) \}\}/g, (_, of, name) =>
      of === 'inputs' ? (inputs[String(name)] ?? '') : (before[String(name)] ?? ''),
    )
  const environment = {
    // With what this machine needs to reach a registry, and no target of its own.
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(SVC|INPUT)_/.test(name)),
    ),
    ...job,
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: root,
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
    RUNNER_TEMP: folder,
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, valueOf(value)])),
  }
  const script = ['--noprofile', '--norc', '-e', '-o', 'pipefail', file('script.sh', run)]
  return new Promise<Ended>((resolve) =>
    execFile('bash', script, { cwd: place, env: environment }, (error, stdout, stderr) => {
      const lines = readFileSync(join(place, 'output'), 'utf8').trimEnd().split('\n')
      resolve({
        ...{ code: Number(error?.code ?? 0), stdout, stderr },
        outputs: Object.fromEntries(
          lines.map((line): [string, string] => {
            const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(line) ?? []
            return [name, value]
          }),
        ),
        summary: readFileSync(join(place, 'summary'), 'utf8'),
      })
    }),
  )
}

it.each(['20.18.3', '18.20.0', ''])(
  'is refused by a Node "%s", and says which it needs',
  async (version) => {
    const old = mkdtempSync(join(folder, 'old-'))
    writeFileSync(join(old, 'node'), `#!/bin/sh\necho ${version}\n`)
    chmodSync(join(old, 'node'), 0o755)
    const job = { PATH: `${old}:${process.env['PATH'] ?? ''}` }
    const { code, stdout } = await runStep('install', {}, {}, job)

    expect(code).toBe(2)
    expect(stdout).toMatch(/^::error title=svc-contract::svc-contract needs Node 20\.19 or later/)
    expect(stdout).toContain(`and here is ${version || 'none'}:`)
  },
)

describe('action.yml', () => {
  const ofTheAction = ['patterns', 'version']

  it('has an input for every option of test, and for nothing that is none', () => {
    const ofTest = Object.keys(options).filter((option) => option !== 'plan')
    const inputs = Object.keys(action.inputs)

    expect(inputs.toSorted()).toEqual([...ofTest, ...ofTheAction].toSorted())
  })

  it('describes every input and output, and leaves defaults to the command', () => {
    for (const input of Object.values(action.inputs)) {
      expect(input.description).toMatch(/\S/)
      expect(input).not.toHaveProperty('default')
    }
    for (const output of Object.values(action.outputs)) expect(output.description).toMatch(/\S/)
  })

  it('has bash alone for scripts, and no expression in one', () => {
    expect(action.runs.using).toBe('composite')
    for (const { shell, run } of action.runs.steps) {
      expect(shell).toBe('bash')
      expect(run).not.toContain('${{')
    }
  })

  it('hands every input to a script that reads it', () => {
    for (const input of Object.keys(action.inputs)) {
      const variable = `INPUT_${input.toUpperCase().replaceAll('-', '_')}`
      const step = action.runs.steps.find(({ env }) => Object.hasOwn(env, variable))

      expect(step?.env[variable]).toBe(`\${{ inputs.${input} }}`)
    }
  })

  it('is used in the README with inputs and outputs that it has, of its own version', () => {
    const [, block = ''] = /```yaml\n([^]*?)```/.exec(textOf('README.md')) ?? []
    const [gate, told] = parse(block) as readonly [
      { uses: string; id: string; with: Inputs },
      { run: string },
    ]
    const { version } = JSON.parse(textOf('package.json')) as { version: string }

    expect(gate.uses).toBe(`OWNER/svc-contract@v${version}`)
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(gate.with)))
    const outputs = Array.from(told.run.matchAll(/steps\.(\w+)\.outputs\.([\w-]+)/g))
    expect(outputs.length).toBeGreaterThan(0)
    for (const [, id, output = ''] of outputs) {
      expect(id).toBe(gate.id)
      expect(action.outputs).toHaveProperty(output)
    }
  })

  it('takes its outputs from the step that judges', () => {
    for (const [name, { value }] of Object.entries(action.outputs))
      expect(value).toBe(`\${{ steps.test.outputs.${name} }}`)
  })
})

describe('what the workflow says', () => {
  const bin = join(folder, 'echo/node_modules/.bin')
  const before = { folder: join(folder, 'echo') }
  const hostile = `$(touch ran) \`touch ran\` "; touch ran; ' * \\`
  beforeAll(() => {
    // In the place of the command: it tells how it was called.
    mkdirSync(bin, { recursive: true })
    const tell = `console.log(JSON.stringify({ args: process.argv.slice(2), env: process.env }))`
    writeFileSync(join(bin, 'svc-contract'), `#!/usr/bin/env node\n${tell}\n`)
    chmodSync(join(bin, 'svc-contract'), 0o755)
  })
  const called = async (inputs: Inputs, job?: Inputs) => {
    const { code, stdout, stderr } = await runStep('test', inputs, before, job)
    expect(code, stdout + stderr).toBe(0)
    return JSON.parse(stdout) as { args: readonly string[]; env: Readonly<Record<string, string>> }
  }
  const secrets = Object.entries(options).flatMap(([name, option]) =>
    'env' in option ? [[name, option.env] as const] : [],
  )

  it('reaches the command to the letter, each as its own argument', async () => {
    const given = Object.entries(options)
      .filter(([name, option]) => name !== 'plan' && !('env' in option))
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

    const [verb, report, ...rest] = args
    expect([verb, report]).toEqual(['test', `--report=json=${before.folder}/report.json`])
    expect(rest.slice(-3)).toEqual(['--', 'kv.pipeline.*', hostile])
    expect(rest.slice(0, -3).toSorted()).toEqual(given.flatMap(({ args }) => args).toSorted())
    for (const [name, variable] of secrets) expect(env[variable]).toBe(`${name} ${hostile}`)
    expect(Object.values(env).filter((value) => value.startsWith('kv-token'))).toHaveLength(1)
  })

  it('is nothing where it is empty, and then the environment of the job counts', async () => {
    const ofJob = { SVC_KV_URL: 'http://of-job', SVC_KV_TOKEN: 't' }
    const { args, env } = await called({}, ofJob)

    expect(args.slice(2)).toEqual(['--'])
    expect(env).toMatchObject(ofJob)
    expect(env).not.toHaveProperty('SVC_QUEUE_URL')
    expect((await called({ 'kv-url': 'http://of-input' }, ofJob)).env['SVC_KV_URL']).toBe(
      'http://of-input',
    )
  })

  it.each([
    ['names no target, as where a secret is not there', { 'kv-token': 't' }, /there is no target/],
    [
      'sets a flag to what is neither',
      { 'kv-url': 'http://kv', bail: 'yes' },
      /bail takes true or false/,
    ],
  ])('is a mistake where it %s', async (_, inputs, message) => {
    const { code, stdout, outputs } = await runStep('test', inputs, before)

    expect(code).toBe(2)
    expect(stdout).toMatch(/^::error title=svc-contract::.*\n$/)
    expect(stdout).toMatch(message)
    expect(outputs).toEqual({ 'exit-code': '2' })
  })
})

describe('the action', () => {
  let installed: Outputs
  let mock: Mock
  let faulty: Mock
  // Caught in every run: what breaks atomicity is only seen where requests meet.
  const runsUnchecked = 'transaction-runs-before-all-checked'
  const inputsOf = ({ kv }: Mock) => ({
    'kv-url': kv.url,
    'kv-token': kv.token,
    patterns: 'kv.transaction.*\nkv.methods.*',
  })
  beforeAll(async () => {
    mock = await startMock()
    faulty = await startMock({ faults: faults.filter(({ id }) => id === runsUnchecked) })
    const version = await new Promise<string>((resolve) =>
      execFile('npm', ['pack', root, '--silent', '--ignore-scripts'], { cwd: folder }, (_, name) =>
        resolve(join(folder, name.trim())),
      ),
    )
    const { code, stderr, outputs } = await runStep('install', { version })
    expect(code, stderr).toBe(0)
    installed = outputs
  }, 120_000)
  afterAll(() => Promise.all([mock.close(), faulty.close()]))

  const commands = (stdout: string) =>
    stdout.split('\n').filter((line) => /^::(error|warning)/.test(line))

  it('is green where a server conforms, and says what was judged', async () => {
    const { code, stdout, outputs, summary } = await runStep('test', inputsOf(mock), installed)

    expect(code, stdout).toBe(0)
    expect(commands(stdout)).toEqual([])
    expect(summary).toMatch(/^## ✓ Conforming/)
    expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(action.outputs).toSorted())
    expect(outputs).toMatchObject({ 'exit-code': '0', violated: '0', 'harness-errors': '0' })
    expect(Number(outputs['passed'])).toBeGreaterThan(20)
  }, 60_000)

  it('is red where one does not, beside the code and in the summary, without a token', async () => {
    const { code, stdout, outputs, summary } = await runStep('test', inputsOf(faulty), installed)
    const report = readFileSync(outputs['report']!, 'utf8')
    const { summary: counts } = JSON.parse(report) as { summary: { violated: number } }

    expect(code).toBe(1)
    expect(commands(stdout)[0]).toMatch(/^::error title=kv\.transaction\.[\w-]+ \(violated\)::/)
    expect(summary).toMatch(/^## ✗ \d+ rules? violated/)
    expect(outputs).toMatchObject({ 'exit-code': '1', violated: String(counts.violated) })
    for (const text of [stdout, summary, report]) expect(text).not.toContain(faulty.kv.token)
  }, 60_000)

  it('is green again with the list that it wrote of what failed', async () => {
    const list = join(folder, 'known failing.txt')
    const first = { ...inputsOf(faulty), 'write-known-failing': list }
    const next = { ...inputsOf(faulty), 'known-failing': list }

    expect((await runStep('test', first, installed)).code).toBe(1)
    const { code, outputs } = await runStep('test', next, installed)
    expect(code).toBe(0)
    expect(Number(outputs['expected-violations'])).toBeGreaterThan(0)
  }, 60_000)

  it.each([
    ['was called by mistake', 2, { patterns: 'kv.nothing' }, /::the pattern "kv.nothing" matches/],
    ['could not judge', 3, { 'kv-token': 'SECRET' }, /::could not judge: .* status 401/],
  ])('tells beside the code that it %s', async (_, code, inputs, message) => {
    const ended = await runStep('test', { ...inputsOf(mock), ...inputs }, installed)

    expect(ended.code).toBe(code)
    expect(commands(ended.stdout)).toEqual([expect.stringMatching(message)])
    expect(ended.outputs).toEqual({ 'exit-code': String(code) })
  })
})
