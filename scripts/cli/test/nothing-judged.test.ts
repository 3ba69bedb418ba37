// Checks that a run without any verdict never exits with 0.

import { afterAll, describe, expect, it } from 'vitest'
import { startMock } from '../../../mocks/index.js'
import { file, ofKv, ofQueue, reportOf, svcContract, svcContractWith } from '../testing.js'

const mock = await startMock()
afterAll(() => mock.close())

describe('a run that judges nothing is never green', () => {
  const unused = ['--kv-url', 'http://127.0.0.1:1', '--kv-token', 'a-token']
  const onlyMust = 'kv.info.command-by-path'
  const wait = 'queue.delay.not-before-* --level must --time real --max-wait 0'
  const allFail = file('all-fail.txt', 'kv.* all of it is known to fail\n')

  /** In a line, `''` means an empty value. */
  it.each<[line: string, target: readonly string[], code: number, message: RegExp]>([
    ['kv.pipelin', unused, 2, /matches no scenario/],
    ['kv.pipeline.array-of-envelopes kv.n*', unused, 2, /"kv\.n\*" matches no/],
    ["''", unused, 2, /"" matches no scenario/],
    ["--skip ''", unused, 2, /"" matches no scenario/],
    ['queue', unused, 2, /only interface given/],
    ["--shard ''", unused, 2, /--shard takes/],
    ["--level ''", unused, 2, /--level takes/],
    ["--known-failing ''", unused, 2, /cannot read/],
    ['--write-known-failing /dev/null', unused, 2, /takes a regular file, and \/dev\/null is none/],
    ["--kv-url '' --kv-token a-token", [], 2, /"" is no URL/],
    ['--skip *', ofKv(mock), 3, /leave no scenario/],
    ['kv.pipeline --skip kv.pipeline', ofKv(mock), 3, /leave no scenario/],
    [`${onlyMust} --level open`, ofKv(mock), 3, /leave no scenario/],
    ['--shard 9000/9000', ofKv(mock), 3, /leave no scenario/],
    ['--plan --skip *', [], 3, /leave no scenario/],
    ['kv.envelope.success/every-answer-has-the-documented-shape', ofKv(mock), 3, /could run/],
    [wait, ofQueue(mock), 3, /could not judge: no/],
    ['queue.resume --provider none', ofQueue(mock), 3, /no scenario of this selection could run/],
    [
      `${onlyMust} queue.resume --provider none`,
      [...ofKv(mock), ...ofQueue(mock)],
      3,
      /no scenario of queue in this/,
    ],
    [`${onlyMust} --known-failing ${allFail}`, ofKv(mock), 5, /that pass, such as/],
  ])('test %s', async (line, target, expected, message) => {
    const words = line.split(' ').map((word) => (word === "''" ? '' : word))
    const { code, stderr } = await svcContract('test', ...words, ...target)

    expect(code, stderr).toBe(expected)
    expect(stderr).toMatch(message)
  })

  it.each(['SVC_KV_URL', 'SVC_KV_TOKEN', 'SVC_QUEUE_URL'])(
    'with an empty %s, as for a secret that does not exist',
    async (variable) => {
      const { code, stderr } = await svcContractWith({ [variable]: '' }, 'test', 'kv.pipeline')

      expect(code).toBe(2)
      expect(stderr).toContain(`there is no target, and ${variable} is empty`)
    },
  )

  it('in a CI system without a target, unless --embedded is given', async () => {
    const args = ['test', 'kv.info.*/post-info', '--quiet']
    const { code, stderr } = await svcContractWith({ CI: 'true' }, ...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(/no target is given, and CI is set; .* or add --embedded/)
    expect((await svcContractWith({ CI: 'true' }, ...args, '--embedded')).code).toBe(0)
    expect((await svcContractWith({ CI: 'false' }, ...args)).code).toBe(0)
  })

  it('with --embedded and a target', async () => {
    const { code, stderr } = await svcContract('test', '--embedded', ...ofKv(mock))
    expect(code).toBe(2)
    expect(stderr).toContain('--embedded judges the mock of this package, and there is a target')
  })

  it('with one interface and an empty variable of the other', async () => {
    const args = ['test', 'kv.pipeline', ...ofKv(mock)]
    const { code, stderr } = await svcContractWith({ SVC_QUEUE_TOKEN: '' }, ...args)

    expect(code).toBe(2)
    expect(stderr).toContain(
      'SVC_QUEUE_TOKEN is empty, and the run would leave out a part without it',
    )
  })

  it('but a list without entries changes nothing', async () => {
    const list = file('empty.txt', '# nothing is known\n')
    const args = [onlyMust, '--known-failing', list, ...ofKv(mock)]
    const { code, stdout } = await svcContract('test', ...args)

    expect(code).toBe(0)
    expect(stdout).toMatch(/Scenarios {2}[1-9]/)
  })

  it('even when its shards are merged', async () => {
    const shards: string[] = []
    for (const shard of ['1/2', '2/2']) {
      const options = ['--skip', '*', '--shard', shard, ...ofKv(mock)]
      shards.push(await reportOf(`nothing-${shard[0]}.json`, ...options))
    }
    const { code, stderr } = await svcContract('merge', ...shards)

    expect(code).toBe(3)
    expect(stderr).toContain('leave no scenario')
  })
})
