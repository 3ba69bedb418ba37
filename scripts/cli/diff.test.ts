// Tests of diff, which compares two reports.

import { afterAll, describe, expect, it } from 'vitest'
import { startMock } from '../../mocks/index.js'
import { startFaulty } from './faulty-testing.js'
import { verb } from './diff.js'
import { cli, ofKv, refuses, reportOf, svcContract } from './testing.js'

const patterns = ['kv.transaction.unsupported-command-discards', 'kv.methods.*']
const mock = await startMock()
const faulty = await startFaulty('transaction-is-pipeline')
afterAll(() => Promise.all([mock.close(), faulty.close()]))

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
    expect(worse).toMatchObject({ code: 1, stdout: changed.stdout })
    expect(worse.stdout).toContain('Worse: 1 scenario failed only in B.')
    expect(better).toMatchObject({ code: 0 })
    expect(better.stdout).toMatch(/Nothing got worse \(1 scenario got better\)\.\n$/)
    expect((await svcContract('diff', after, before)).code).toBe(1)

    const part = await reportOf('part.json', patterns[0]!, ...ofKv(mock))
    const { code, stdout } = await svcContract('diff', part, before)
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /\n\nNo verdict and no observation changed\.\nOnly B has \d+ scenarios, of 6 rules, such as kv\.methods\.\S+; they were not compared\.\n$/,
    )

    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({
      rules: [{ id: patterns[0], before: 'conforming', after: 'violated' }],
    })
  }, 60_000)
})

refuses('diff', verb.run, [
  ['a.json', /diff takes two JSON reports/],
  ['/nowhere/a /nowhere/b', /cannot read the report/],
  [`${cli} ${cli}`, /cli\.js is not JSON/],
])
