// Tests of the configuration file: its options, its messages, and its JSON schema.

import { mkdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { UsageError } from '../../conformance/core/usage-error.js'
import { root } from '../testing.js'
import { optionsIn } from './config.js'
import { verb as doctor } from './doctor.js'
import { verb as mutate } from './mutate.js'
import { verb as runTest } from './test.js'
import { options } from './test/options.js'
import { expectRefused, file, reportOf, start, svcContract } from './testing.js'

const read = (text: string) => optionsIn(text, 'f.yaml', 'test', options)
const schema = new Ajv2020().compile(
  JSON.parse(readFileSync(`${root}spec/svc-contract.schema.json`, 'utf8')) as object,
)

test('options have the form of the command line', () => {
  const text =
    'test: { quick: true, rps: 20, timeout: 5s, skip: kv.a, report: [json=r, html=h] }\nmock:\n'
  expect(read(text)).toEqual({
    quick: true,
    rps: '20',
    timeout: '5s',
    skip: ['kv.a'],
    report: ['json=r', 'html=h'],
  })
  expect(schema(parse(text))).toBe(true)
})

test.each(['', '# nothing\n', 'test:\n', 'mock: { kv-port: 0 }\n'])('%j sets no option', (text) => {
  expect(read(text)).toEqual({})
  expect(schema(parse(text))).toBe(true)
})

describe.each([
  ['a: 1', '1: there is no section "a"; the sections are test, mock, mutate'],
  ['tests: {}', '1: there is no section "tests" (did you mean test?); the'],
  [
    'mock: {}\ntest:\n  kv-ulr: x',
    '3: test has no option "kv-ulr" (did you mean kv-url?); see svc-',
  ],
  ['test:\n\n  config: x', '3: test has no option "config"; see'],
  ['test:\n  quick: 1', '2: "quick" takes true or false, not 1'],
  ['test:\n  rps: -1', '2: "rps" takes a whole number, not -1'],
  [
    'test:\n  timeout: 5d',
    '2: "timeout" takes a number of milliseconds, or a time such as 5s, not',
  ],
  ['test:\n  level: mus', '2: "level" takes must or open, not "mus" (did you mean must?)'],
  ['test:\n  kv-token: 7', '2: "kv-token" takes text, TOKEN, not 7; put it in quotes'],
  ['test:\n  skip: [kv.a, 2]', '2: "skip" takes text, PATTERN, or a list of these, not 2; put it'],
  ['test:\n  skip: []', '2: "skip" takes text, PATTERN, or a list of these, not an empty value'],
  ['test:\n  dialect:', '2: "dialect" takes text, svc|upstash|FILE, not an empty value'],
  ['test: x', '1: "test" must be a map, such as `test: { quick: true }`'],
  ['- test', '1: the file must be a map, such as'],
])('%j', (text, message) => {
  it('is refused with its line and what to write', () => {
    const act = () => read(text)
    expect(act).toThrow(UsageError)
    expect(act).toThrow(`f.yaml:${message}`)
    expect(schema(parse(text))).toBe(false)
  })
})

test('a file that is not YAML is refused with its line', () => {
  expect(() => read('test:\n  - [')).toThrow(/^f\.yaml:2: /)
  expect(() => read('test:\n  quick: true\n  quick: true')).toThrow(/^f\.yaml:3: .*unique/)
})

test('a text that may be a token is not repeated', () => {
  expect(() => read('test:\n  quick: SECRET')).toThrow(/^(?!.*SECRET)/)
})

it('--config names the file, and options of the command line win', async () => {
  const config = file('named.yaml', 'test: { level: open, shard: 9/2 }\nmutate: { jobs: many }\n')
  await expectRefused(() => runTest.run(['--config', config]), /--shard takes I\/N .* "9\/2"/)
  const { code, stdout } = await svcContract(
    ...['test', 'kv.publish.only-its-channel', '--plan'],
    ...['--config', config, '--shard', '1/1', '--level', 'must'],
  )
  expect({ code, isPlanned: stdout.includes('kv.publish.') }).toEqual({
    code: 0,
    isPlanned: true,
  })
  await expectRefused(
    () => mutate.run(['--config', config, '--', 'true']),
    /named\.yaml:2: "jobs" takes a whole number, not this text/,
  )
  const missing = () => runTest.run(['--config', file('no.yaml')])
  await expectRefused(missing, /cannot read the configuration .*no\.yaml: ENOENT/)
})

it('svc-contract.yaml of the working folder is found', async () => {
  const folder = file('found')
  mkdirSync(folder)
  file('found/svc-contract.yaml', 'mock:\n  kv-prot: 8079\n')
  const { code, stderr } = await start(['mock'], {}, folder).ended

  expect(code).toBe(2)
  expect(stderr).toContain(
    'svc-contract.yaml:2: mock has no option "kv-prot" (did you mean kv-port?)',
  )
})

it('doctor and drift read the section of test, without its reports', async () => {
  const report = await reportOf('earlier.json', 'kv.methods.unregistered')
  const earlier = readFileSync(report, 'utf8')
  const down = { 'kv-url': 'http://127.0.0.1:1', 'kv-token': 'a-token', report: `json=${report}` }
  const config = ['--config', file('down.yaml', JSON.stringify({ test: down }))]
  for (const line of [['doctor'], ['drift', report]]) {
    const { code, stdout, stderr } = await svcContract(...line, ...config)
    expect({ line, code, names: (stdout + stderr).includes('http://127.0.0.1:1') }).toEqual({
      line,
      code: 3,
      names: true,
    })
  }
  expect(readFileSync(report, 'utf8')).toBe(earlier)

  const wrong = ['--config', file('wrong.yaml', 'test:\n  timeout: 5d\n')]
  await expectRefused(() => doctor.run(wrong), /wrong\.yaml:2: "timeout" takes/)
})
