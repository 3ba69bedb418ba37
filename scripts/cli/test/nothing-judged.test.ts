// A run that has judged nothing has shown nothing, however it came to it.

import { afterAll, describe, expect, it } from 'vitest'
import { startMock } from '../../../mocks/index.js'
import { file, ofKv, ofQueue, reportOf, start, svcContract } from '../testing.js'

const mock = await startMock()
afterAll(() => mock.close())

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
      ['1/2', '2/2'].map((shard) =>
        reportOf(`nothing-${shard[0]}.json`, '--skip', '*', '--shard', shard, ...ofKv(mock)),
      ),
    )
    const { code, stderr } = await svcContract('merge', ...shards)

    expect(code).toBe(3)
    expect(stderr).toContain('leave no scenario')
  })
})
