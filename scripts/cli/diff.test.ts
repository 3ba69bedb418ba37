// Tests of diff, which compares two reports.

import { afterAll, describe, expect, it } from 'vitest'
import { startMock } from '../../mocks/index.js'
import {
  reportOf as reportWith,
  resultOf,
  violation,
} from '../../conformance/report/reporters/testing.js'
import { startFaulty } from './faulty-testing.js'
import { verb } from './diff.js'
import { cli, file, ofKv, refuses, reportOf, svcContract } from './testing.js'

const patterns = [
  'kv.transaction.unsupported-command-discards/unsupported-commands',
  'kv.publish.only-its-channel',
]
const mock = await startMock()
const faulty = await startFaulty('transaction-is-pipeline')
afterAll(() => Promise.all([mock.close(), faulty.close()]))

const reportText = (...report: Parameters<typeof reportWith>) =>
  JSON.stringify(reportWith(...report))

describe('reports', () => {
  it('are compared: no change, and a changed rule', async () => {
    const before = await reportOf('before.json', ...patterns, ...ofKv(mock))
    const again = await reportOf('again.json', ...patterns, ...ofKv(mock))
    const after = await reportOf('after.json', ...patterns, ...ofKv(faulty))
    const same = await svcContract('diff', before, again)
    const changed = await svcContract('diff', before, after)
    const json = await svcContract('diff', '--json', before, after)
    const worse = await svcContract('diff', '--only-worse', before, after)
    const better = await svcContract('diff', '--only-worse', after, before)

    expect(same).toMatchObject({ code: 0, stderr: '' })
    expect(same.stdout).toContain('No verdict and no observation changed.')
    expect(changed.code).toBe(1)
    expect(changed.stdout).toContain(
      '  kv.transaction.unsupported-command-discards  conforming → violated\n',
    )
    expect(worse.code).toBe(1)
    expect(worse.stdout).toMatch(/^Worse: 1 scenario failed only in B\.$/m)
    expect(better).toMatchObject({ code: 0 })
    expect(better.stdout).toMatch(/Nothing got worse \(1 scenario got better\)\.\n$/)
    expect((await svcContract('diff', after, before)).code).toBe(1)

    const part = await reportOf('part.json', patterns[0]!, ...ofKv(mock))
    const { code, stdout } = await svcContract('diff', part, before)
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /\n\nNo verdict and no observation changed\.\nOnly B has \d+ scenarios, of 1 rule, such as kv\.publish\.\S+; they were not compared\.\nThe exit code is 1, because the runs have different scenarios\.\n$/,
    )

    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({
      rules: [
        {
          id: 'kv.transaction.unsupported-command-discards',
          before: 'conforming',
          after: 'violated',
        },
      ],
    })
  }, 60_000)
})

describe('diff exits with 3', () => {
  const whole = file('whole.json', reportText([resultOf('passed', 'one')]))
  const down = file('down.json', reportText([], { unjudged: 'http://kv (kv): ECONNREFUSED' }))
  const other = file('other.json', reportText([resultOf('violated', 'three')]))
  const withA = 'A is not a whole run: http://kv (kv): ECONNREFUSED'
  const inCommon = 'A and B have no scenario in common'

  it.each([
    ['A is not a whole run', down, whole, withA, { before: 'http://kv (kv): ECONNREFUSED' }],
    ['nothing is in common', whole, other, inCommon, { both: inCommon }],
  ])('if %s, in both forms, and says why', async (_, before, after, why, incomplete) => {
    const text = await svcContract('diff', '--only-worse', before, after)
    const json = await svcContract('diff', '--only-worse', '--json', before, after)

    for (const { code, stderr } of [text, json]) {
      expect(code).toBe(3)
      expect(stderr).toContain(`svc-contract: could not compare, because ${why}`)
    }
    expect(text.stdout).not.toContain('Nothing got worse')
    expect(JSON.parse(json.stdout)).toMatchObject({ incomplete })
  })
})

it('prints failures of scenarios that only B has', async () => {
  const [before, after] = [
    file('fewer.json', reportText([resultOf('passed', 'one')])),
    file('more.json', reportText([resultOf('passed', 'one'), violation('new', '')])),
  ]
  const { code, stdout } = await svcContract('diff', '--only-worse', before, after)

  expect(code).toBe(0)
  expect(stdout).toContain(
    'Failures of scenarios that only B has\n  kv.authentication.missing-token/new\n\nNothing got worse among the scenarios that both have.\n',
  )
})

refuses('diff', verb.run, [
  ['a.json', /diff takes two JSON reports/],
  ['/nowhere/a /nowhere/b', /cannot read the report/],
  [`${cli} ${cli}`, /cli\.js is not JSON/],
])
