// Tests of merge, which joins the reports of shards.

import { afterAll, describe, expect, it } from 'vitest'
import { startFaulty } from './faulty-testing.js'
import { verb } from './merge.js'
import { file, ofKv, refuses, reportOf, svcContract } from './testing.js'

const patterns = [
  'kv.transaction.unsupported-command-discards/unsupported-commands',
  'kv.publish.only-its-channel',
]
const faulty = await startFaulty('transaction-is-pipeline')
afterAll(() => faulty.close())

describe('reports', () => {
  it('of shards are merged into that of the whole run', async () => {
    const run = [...patterns, ...ofKv(faulty)]
    const shards = [
      await reportOf('shard-1.json', ...run, '--shard', '1/2'),
      await reportOf('shard-2.json', ...run, '--shard', '2/2'),
    ]
    const whole = await reportOf('whole.json', ...run)
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
    expect(twice.stderr).toContain('they are not shards of one run')
    const args = ['kv.info.*/post-info', '--shard', '1/2', ...ofKv(faulty)]
    const other = await reportOf('of-others.json', ...args)
    const mixed = await svcContract('merge', other, shards[1]!)
    expect(mixed.code).toBe(2)
    expect(mixed.stderr).toContain(
      `is a shard of ${patterns.toSorted().join(' ')} and ${other} one of kv.info.*`,
    )
  }, 60_000)

  it('of shards with a stale list exit as the whole run', async () => {
    const list = file(
      'stale-of-all.txt',
      `${patterns[0]} broken\nkv.publish.only-its-channel/patterns it was\n`,
    )
    const run = [...patterns, '--known-failing', list, ...ofKv(faulty)]
    const shards = [
      await reportOf('stale-1.json', ...run, '--shard', '1/2'),
      await reportOf('stale-2.json', ...run, '--shard', '2/2'),
    ]
    const whole = await svcContract('test', ...run)
    const { code, stderr } = await svcContract('merge', ...shards)

    expect(whole.code).toBe(5)
    expect({ code, stderr }).toEqual({ code: whole.code, stderr: whole.stderr })
  }, 60_000)
})

refuses('merge', verb.run, [
  ['', /merge takes the JSON reports/],
  ['a.json --report json=/dev/null/r', /cannot write/],
])
