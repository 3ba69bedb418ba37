// Tests of mutate: the score of test suites of a small application, its reports and its exit codes.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../testing.js'
import { verb } from './mutate.js'
import type { MutateReport } from './mutate/report.js'
import { file, refuses, start, svcContract, svcContractWith } from './testing.js'

/** An application whose tests check nothing, something or all that it relies on. */
const shop = file(
  'shop.mjs',
  `const { SVC_KV_URL: url, SVC_KV_TOKEN: token } = process.env
   async function send(path, body) {
     const headers = { Authorization: 'Bearer ' + token }
     const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
     return answer.json().catch(() => ({}))
   }
   const stored = await send('', ['SET', 'order', 'new', 'NX'])
   const again = await send('', ['SET', 'order', 'newer', 'NX'])
   const counts = await send('/pipeline', [['INCR', 'n'], ['INCR', 'n'], ['LRANGE', 'none', 0, -1]])
   const some = [again.result === null]
   const expected = '[{"result":1},{"result":2},{"result":[]}]'
   const all = [...some, stored.result === 'OK', JSON.stringify(counts) === expected]
   const checks = { nothing: [], some, all, wrong: [false] }[process.argv[2]]
   process.exitCode = checks.every(Boolean) ? 0 : 1`,
)
const testsThatCheck = (what: string) => ['--', process.execPath, shop, what]
const rules = ['kv.pipeline', 'kv.envelope', 'kv.transaction']
const selected = [...rules.flatMap((rule) => ['--only', rule]), '--jobs', '2']
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as MutateReport

describe('a test suite', () => {
  const reports = { json: file('m.json'), html: file('m.html'), markdown: file('m.md') }
  let first: Awaited<ReturnType<typeof svcContract>>
  beforeAll(async () => {
    const options = Object.entries(reports).flatMap(([name, path]) => [
      '--report',
      `${name}=${path}`,
    ])
    first = await svcContract('mutate', ...selected, ...options, ...testsThatCheck('nothing'))
  }, 60_000)

  it('that asserts nothing scores 0', () => {
    expect(first.code).toBe(0)
    expect(first.stdout).toMatch(/^Score 0 %: 0 of \d+ faults noticed$/m)
    expect(first.stderr).toMatch(/^\d+ faults to test, 2 at a time, in about \d+ s; \d+ left out$/m)
  })

  it('learns what it misses in plain words, with the rule and the id of the fault', () => {
    expect(first.stdout).toMatch(/^No test fails if a batch of commands loses its order/m)
    expect(first.stdout).toContain(
      '  ✗ pipeline: returns the results in reverse order\n' +
        '      kv.pipeline.envelopes-in-order  --fault pipeline-results-reversed\n',
    )
  })

  it('gets the same in JSON, HTML and Markdown', () => {
    const { format, score, faults, unnoticed } = read(reports.json)
    expect({ format, score }).toEqual({ format: 'svc-contract-mutate/1', score: 0 })
    expect(faults).toHaveLength(unnoticed)
    expect(faults.find(({ id }) => id === 'pipeline-results-reversed')).toMatchObject({
      meaning: 'a batch of commands loses its order or its atomicity',
      rules: ['kv.pipeline.envelopes-in-order'],
      noticed: false,
    })
    for (const path of [reports.html, reports.markdown]) {
      const page = readFileSync(path, 'utf8')
      expect(page).toContain('Score 0 %')
      for (const { id } of faults) expect(page).toContain(`--fault ${id}`)
    }
    expect(readFileSync(reports.html, 'utf8')).toContain('adds the field &quot;took&quot;')
  })

  it('scores more with each test that is added, and tests only what was not noticed', async () => {
    const again = ['--changed', reports.json, '--report', `json=${reports.json}`]
    await svcContract('mutate', ...selected, ...again, ...testsThatCheck('some'))
    const some = read(reports.json)
    const { stderr } = await svcContract('mutate', ...selected, ...again, ...testsThatCheck('all'))
    const all = read(reports.json)

    expect(some.score).toBeGreaterThan(0)
    expect(all.score).toBeGreaterThan(some.score!)
    expect(all.faults.filter(({ earlier }) => earlier)).toHaveLength(some.noticed)
    expect(stderr).toContain(`${some.unnoticed + some.unseen} faults to test`)
  }, 60_000)
})

it('gives the fault to mocks in the processes of the command', async () => {
  const mocks = join(root, 'dist/mocks/index.js')
  const runs = file('runs of own', '')
  const own = file(
    'own.mjs',
    `import { appendFileSync } from 'node:fs'
     import { startMock } from ${JSON.stringify(mocks)}
     appendFileSync(${JSON.stringify(runs)}, '.')
     const mock = await startMock()
     const url = 'http://127.0.0.1:9/mail'
     mock.queue.interceptDelivery({ url }).reply(200).persist()
     const headers = { authorization: 'Bearer ' + mock.queue.token, 'svc-delay': '1h' }
     await mock.queue.fetch('/v2/publish/' + url, { method: 'POST', headers, body: 'ada' })
     await mock.clock.advance('1h')
     process.exitCode = mock.queue.deliveries().length === 1 ? 0 : 1`,
  )
  const faults = [
    'delay-hours-as-minutes',
    'delay-doubled',
    'body-as-utf8-text',
    'pipeline-reads-first',
  ]
  const only = faults.flatMap((id) => ['--only', id])
  const command = ['--', process.execPath, own]
  const { stdout } = await svcContract('mutate', ...only, '--jobs', '1', '--json', ...command)
  const report = JSON.parse(stdout) as MutateReport

  expect(report.faults).toMatchObject([
    { id: 'delay-doubled', noticed: true },
    { id: 'delay-hours-as-minutes', noticed: false },
  ])
  expect(report).toMatchObject({ score: 50, leftOut: 1, unseen: 1 })
  // Twice without a fault. A replay shows that body-as-utf8-text changes nothing.
  expect(readFileSync(runs)).toHaveLength(2 + 2)
}, 60_000)

it('tests a sample that its seed draws, and exits with 1 below --min-score', async () => {
  const sample = ['--max', '2', '--json', '--min-score', '90']
  const drawn = async (seed: string) => {
    const options = [...selected, ...sample, '--seed', seed]
    const output = await svcContract('mutate', ...options, ...testsThatCheck('nothing'))
    return { ...output, report: JSON.parse(output.stdout) as MutateReport }
  }
  const { code, stderr, report } = await drawn('4')

  expect(report.faults.length + report.unseen).toBe(2)
  expect(report.untested).toBeGreaterThan(0)
  expect((await drawn('4')).report.faults.map(({ id }) => id)).toEqual(
    report.faults.map(({ id }) => id),
  )
  if (report.score === null) expect(code).toBe(3)
  else {
    expect(code).toBe(1)
    expect(stderr).toContain('the score 0 is below --min-score 90')
  }
}, 60_000)

it('keeps the results until Ctrl-C', async () => {
  const runs = file('runs', '')
  // The sixth run of the command interrupts its parent, as Ctrl-C would.
  const command = file(
    'interrupting.mjs',
    `import { appendFileSync, readFileSync } from 'node:fs'
     const { SVC_KV_URL: url, SVC_KV_TOKEN: token } = process.env
     const headers = { Authorization: 'Bearer ' + token }
     await fetch(url, { method: 'POST', headers, body: '["GET","a"]' })
     appendFileSync(${JSON.stringify(runs)}, '.')
     if (readFileSync(${JSON.stringify(runs)}).length === 6) {
       process.kill(process.ppid, 'SIGINT')
       await new Promise((resolve) => setTimeout(resolve, 600_000))
     }`,
  )
  const report = file('interrupted.json')
  const options = ['--jobs', '1', '--only', 'kv.envelope', '--report', `json=${report}`]
  const args = ['mutate', ...options, '--', process.execPath, command]
  const { code, stdout } = await start(args).ended

  expect(code).toBe(3)
  expect(stdout).toContain('interrupted')
  const { interrupted, faults, unseen, untested } = read(report)
  expect({ interrupted, tested: faults.length + unseen }).toEqual({ interrupted: true, tested: 3 })
  expect(untested).toBeGreaterThan(0)
}, 60_000)

it.each([
  ['fails against a correct mock', testsThatCheck('wrong'), 'the command fails against a correct'],
  ['uses no mock', ['--', process.execPath, '-e', '0'], 'the command used no mock'],
])('exits with 3 if the command %s', async (_, command, message) => {
  const { code, stderr } = await svcContract('mutate', '--jobs', '1', ...command)

  expect(code).toBe(3)
  expect(stderr).toContain(message)
})

it('refuses to start with a fault in the environment', async () => {
  const environment = { SVC_CONTRACT_FAULT: 'retries-never' }
  const { code, stderr } = await svcContractWith(environment, 'mutate', '--', 'true')

  expect(code).toBe(2)
  expect(stderr).toContain('SVC_CONTRACT_FAULT is set; unset it')
})

it.each([
  ['retries-never', /^FAULTS +1 on: .*\n +retries-never: /m],
  [
    'retries-nver',
    /^svc-contract: the mock could not start: SVC_CONTRACT_FAULT: there is no fault/,
  ],
])('shows the fault %s of the environment in svc-contract mock', async (id, expected) => {
  const args = ['mock', '--kv-port', '0', '--queue-port', '0']
  const mock = start(args, { SVC_CONTRACT_FAULT: id })
  const output = await Promise.race([
    mock.ended.then(({ stderr }) => stderr),
    mock.printed(/Ctrl-C/),
  ])
  mock.interrupt()

  expect(output).toMatch(expected)
})

refuses('mutate', verb.run, [
  ['npm test', /mutate takes a command to run after --/],
  ['--max 0 -- true', /--max takes a whole number from 1/],
  ['--min-score 101 -- true', /--min-score takes a whole number from 0 to 100/],
  [
    '--only retries-nver -- true',
    /--only retries-nver matches no fault.*did you mean retries-never/,
  ],
  ['--report tap=x -- true', /--report takes NAME=FILE with NAME json, html, markdown/],
  ['--report json=package.json -- true', /would replace a file that is no json report/],
  ['--report html=a.html --report json=a.html -- true', /a\.html would be written twice/],
  ['--changed package.json -- true', /package\.json is no JSON report of mutate/],
  [
    '-- /there/is/no/such/command',
    /the command \/there\/is\/no\/such\/command could not be started/,
  ],
])
