// Tests of the report files that a run writes.

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Report } from '../../../conformance/index.js'
import { startFaulty } from '../faulty-testing.js'
import { writeOutputs } from './reports.js'
import { verb as merge } from '../merge.js'
import { verb as test } from '../test.js'
import {
  expectRefused,
  file,
  ofKv,
  reportOf,
  start,
  svcContract,
  svcContractWith,
  targetThat,
} from '../testing.js'

const faulty = await startFaulty('transaction-is-pipeline')
afterAll(() => faulty.close())
/** Scenarios of rules that the faulty mock breaks. */
const faultyRules = ['kv.transaction.unsupported-command-discards/unsupported-commands']

it('exits with 2 on a report that cannot be written, before any request', async () => {
  let requests = 0
  const target = await targetThat((_, response) => response.end(String(++requests)))
  const path = join(file('no-folder', ''), 'report.json')
  const { code, stderr } = await svcContract('test', '--report', `json=${path}`, ...target)

  expect(code).toBe(2)
  expect(stderr).toContain(`cannot write ${path}: ${file('no-folder')} is not a folder`)
  expect(requests).toBe(0)
})

it.skipIf(!existsSync('/proc/self'))(
  'exits with 2 on a report in a folder that only seems to be writable',
  async () => {
    for (const path of ['/proc/x', '/proc/a/b/report.xml']) {
      const { code, stderr } = await svcContract('test', '--report', `junit=${path}`, '--skip', '*')

      expect(code).toBe(2)
      expect(stderr).toContain(`cannot write ${path}: no file can be created in /proc (E`)
    }
  },
)

it('deletes an old report before the first request, because a killed run writes none', async () => {
  const [path, list] = [file('old.json', '{}'), file('old.txt', '# ours\n')]
  const found: boolean[] = []
  const target = await targetThat((_, response) => {
    found.push(existsSync(path), existsSync(list))
    response.end('{"result":"PONG"}')
  })
  const outputs = ['--report', `json=${path}`, '--write-known-failing', list]
  await svcContract('test', 'kv.info.*/post-info', ...outputs, ...target)

  expect(found.slice(0, 2)).toEqual([false, true])
  expect(existsSync(path)).toBe(true)
})

describe('an old report is deleted before', () => {
  it.each([
    ['--level=x', /--level takes/],
    ['--shard=9/2', /--shard takes/],
    ['kv.nothing', /kv\.nothing/],
    ['--known-failing=no-file', /cannot read the list/],
    ['--kv-url=http://127.0.0.1:1', /needs --kv-token/],
    [`--report=junk=${file('junk')}`, /--report takes NAME=FILE/],
  ])('the usage error %s', async (argument, message) => {
    const path = file('of-yesterday.json', '{}')
    await expectRefused(() => test.run([argument, '--report', `json=${path}`]), message)

    expect(existsSync(path)).toBe(false)
  })

  it('no link, which may lead to the output of the process', async () => {
    const [path, link] = [file('target.json', '{}'), file('link.json', '')]
    rmSync(link)
    symlinkSync(path, link)
    await expectRefused(() => test.run(['--level=x', '--report', `json=${link}`]), /--level takes/)

    expect([readFileSync(path, 'utf8'), lstatSync(link).isSymbolicLink()]).toEqual(['{}', true])
  })

  it('a report to merge is missed', async () => {
    const path = file('merged-yesterday.json', '{}')
    await expectRefused(
      () => merge.run(['missing.json', '--report', `json=${path}`]),
      /cannot read the report/,
    )

    expect(existsSync(path)).toBe(false)
  })

  it('but not by --plan or by an option that does not exist', async () => {
    const path = file('kept-yesterday.json', '{}')
    for (const argument of ['--plan', '--unknown'])
      await expectRefused(() => test.run([argument, '--report', `json=${path}`]), /--/)

    expect(existsSync(path)).toBe(true)
  })
})

describe('no report is written over', () => {
  const inputs = ['known-failing', 'known-flaky', 'dialect', 'provider']
  it.each(inputs)('the file of --%s, and it stays', async (option) => {
    const path = file(`${option}.input`, 'content')
    const link = file(`${option}.link`)
    symlinkSync(path, link)
    for (const report of [path, link])
      await expectRefused(
        () => test.run([`--${option}`, path, '--report', `json=${report}`]),
        new RegExp(`would be written over ${path}, which --${option} reads`),
      )

    expect(readFileSync(path, 'utf8')).toBe('content')
  })

  it('the list of flaky scenarios by --write-known-failing', async () => {
    const path = file('flaky.txt', 'kv.pipeline.order it is flaky\n')
    const args = ['--known-flaky', path, '--write-known-failing', path]
    await expectRefused(() => test.run(args), /which --known-flaky reads/)
  })

  it('a report to merge', async () => {
    const path = file('shard-in.json', '{}')
    const args = [path, '--report', `json=${path}`]
    await expectRefused(() => merge.run(args), /which merge reads; write to another file/)

    expect(readFileSync(path, 'utf8')).toBe('{}')
  })

  it('a file that is no report of this kind', async () => {
    for (const [kind, content] of [
      ['json', '{ "name": "my-service" }'],
      ['badge', '{ "format": 1 }'],
      ['html', '# Notes'],
    ]) {
      const path = file(`${kind}.other`, content)
      await expectRefused(
        () => test.run(['--report', `${kind}=${path}`]),
        new RegExp(`would replace a file that is no ${kind} report`),
      )
      expect(readFileSync(path, 'utf8')).toBe(content)
    }
  })

  it('another report through a link, even if the file does not exist yet', async () => {
    const [real, folder] = [file('links/real.json'), file('linked')]
    mkdirSync(file('links'))
    symlinkSync(file('links'), folder)
    symlinkSync('real.json', file('links/other.json'))
    for (const other of [join(folder, 'real.json'), join(folder, 'other.json')]) {
      const args = ['--report', `json=${real}`, '--report', `html=${other}`]
      await expectRefused(() => test.run(args), /would be written twice/)
    }
  })
})

it('creates the folder of a report', async () => {
  const path = file('new/folder/report.json')
  const target = await targetThat((_, response) => response.end('{"result":"PONG"}'))
  await svcContract('test', 'kv.info.*/post-info', '--report', `json=${path}`, ...target)

  expect(existsSync(path)).toBe(true)
})

it('exits with 1 on a violation though the report is lost', async () => {
  const folder = file('removed-meanwhile')
  mkdirSync(folder)
  const target = await targetThat((_, response) => {
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, '')
    response.end('{"result":"PONG"}')
  })
  const path = join(folder, 'report.json')
  const args = ['test', 'kv.authentication.*', '--report', `json=${path}`, ...target]
  const { code, stdout, stderr } = await svcContract(...args)

  expect(code).toBe(1)
  expect(stdout).toContain('✗ violated')
  expect(stderr).toContain(`cannot write ${path}: E`)
})

it('writes a JSON report that matches its schema and contains no token', async () => {
  const args = [...faultyRules, 'kv.pipeline.empty', '--keep-exchanges', 'all', ...ofKv(faulty)]
  const path = await reportOf('report.json', ...args)
  const text = readFileSync(path, 'utf8')
  const schema = new URL('../../../spec/report.schema.json', import.meta.url)
  const validate = new Ajv2020({ strict: true }).compile(
    JSON.parse(readFileSync(schema, 'utf8')) as object,
  )
  validate(JSON.parse(text))
  expect(validate.errors).toBeNull()
  const { scenarios, summary } = JSON.parse(text) as Report
  expect(summary.violated).toBeGreaterThan(0)
  const violated = scenarios.filter(({ verdict }) => verdict === 'violated')
  expect(violated.every(({ exchanges }) => exchanges.length > 0)).toBe(true)
  for (const form of [faulty.kv.token, Buffer.from(faulty.kv.token).toString('base64')])
    expect(text).not.toContain(form)
}, 60_000)

it('says "none" in every report for an observed value that is absent', async () => {
  const target = await targetThat((request, response) =>
    response.end(request.url === '/' ? '{"result":"PONG"}' : '{"result":"OK"}'),
  )
  const names = ['json', 'html', 'junit', 'tap'] as const
  const files = names.map((name) => file(`absent.${name}`))
  const reports = names.flatMap((name, index) => ['--report', `${name}=${files[index]}`])
  const { code, stdout } = await svcContract('test', 'kv.errors.texts', ...target, ...reports)

  expect(code).toBe(0)
  expect(stdout).toContain(': none')
  for (const path of files)
    expect(readFileSync(path, 'utf8')).toMatch(/: ?"none"|<code>none<|&quot;none&quot;/)
}, 60_000)

it('writes the other reports if one crashes, and then throws', () => {
  const print = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  const [first, second] = [file('crashed.html'), file('written.txt')]
  const crash = () => {
    throw new TypeError('a bug')
  }
  const outputs = [
    { file: first, textOf: crash },
    { file: second, textOf: () => 'whole' },
    { file: join(second, 'nowhere'), textOf: () => 'lost' },
  ]
  const report = { scenarios: [] } as unknown as Report

  expect(() => writeOutputs(outputs, report)).toThrow(`the report for ${first} failed`)
  expect(readFileSync(second, 'utf8')).toBe('whole')
  expect(print).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/cannot write .*nowhere/))
})

describe('reports', () => {
  it('of every kind are written by one run, even if it is interrupted', async () => {
    let interrupt = () => {}
    const target = await targetThat((request, response) => {
      if (/^\/(?!__mock|$)/.test(request.url ?? '')) interrupt()
      else response.end('{"result":"PONG"}')
    })
    const kinds = ['json', 'junit', 'html', 'markdown', 'ctrf', 'tap', 'github', 'badge']
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

  it('are printed for GitHub Actions, and text of the target is no command', async () => {
    const summary = file('step-summary.md', '# Of an earlier step\n')
    const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }
    const args = ['test', ...faultyRules, ...ofKv(faulty)]
    const { code, stdout } = await svcContractWith(environment, ...args)
    const [, secret] = /^::stop-commands::(\S+)\n/.exec(stdout) ?? []
    const [quoted = '', commands = ''] = stdout.split(`::${secret}::\n`)

    expect(code).toBe(1)
    expect(quoted).toContain('✗ violated')
    expect(commands).toMatch(
      /^::error title=kv.transaction.unsupported-command-discards \(violated\)::/,
    )
    expect(readFileSync(summary, 'utf8')).toMatch(/^# Of an earlier step\n## ✗ 1 rule violated\n/)
  })
})

it.skipIf(!existsSync('/dev/full'))('says which report a full disk does not take', async () => {
  const { code, stderr } = await svcContract('test', 'kv.info', '--report', 'json=/dev/full')

  expect(code).toBe(2)
  expect(stderr).toContain('cannot write /dev/full: ENOSPC')
})

it.each(['/proc/self/mem', 'x'.repeat(300)])('refuses a report in %s', async (path) => {
  const report = () => test.run(['kv.pipeline', '--report', `json=${path}`])
  await expectRefused(report, /cannot (read|write) .*(EIO|EACCES|ENAMETOOLONG)/)
})
