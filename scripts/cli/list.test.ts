// Tests of list: the entries of each list, and patterns.

import { expect, it } from 'vitest'
import { ruleById } from '#generated/rules.js'
import { verb } from './list.js'
import { refuses, svcContract } from './testing.js'

it.each(['scenarios', 'rules', 'faults'])('lists %s as lines and as JSON', async (what) => {
  const lines = await svcContract('list', what)
  const values = await svcContract('list', what, '--json')

  expect(lines.code).toBe(0)
  expect((JSON.parse(values.stdout) as unknown[]).length).toBe(
    lines.stdout.trimEnd().split('\n').length,
  )
})

it.each([
  [['scenarios', 'kv.path.no-command'], ['kv.path.no-command/root-path-reply']],
  [['kv.path.no-command'], ['kv.path.no-command/root-path-reply']],
  [['kv.path.no-com*', 'kv.path.no-command'], ['kv.path.no-command/root-path-reply']],
  [
    ['rules', 'kv.path.no-command', '*.path.empty-body'],
    [
      `open ${'kv.path.empty-body'.padEnd(57)}${ruleById['kv.path.empty-body'].quote}`,
      `open ${'kv.path.no-command'.padEnd(57)}${ruleById['kv.path.no-command'].quote}`,
    ],
  ],
  [['kv.path.no-*', '--level', 'open'], ['kv.path.no-command/root-path-reply']],
  [
    ['faults', 'delete-acc*'],
    [`kv    ${'delete-accepted'.padEnd(41)}accepts DELETE requests instead of returning HTTP 405`],
  ],
])('lists entries that match patterns: %j', async (args, lines) => {
  expect(await svcContract('list', ...args)).toEqual({
    code: 0,
    stdout: `${lines.join('\n')}\n`,
    stderr: '',
  })
})

it('lists the faults that break a rule', async () => {
  const { stdout } = await svcContract('list', 'faults', 'kv.methods.others-refused')
  expect(stdout).toContain('accepts DELETE requests instead of returning HTTP 405\n')
  expect(stdout).not.toContain('queue ')
})

refuses('list', verb.run, [
  [
    'scenario',
    /"scenario" matches none of the scenarios \(did you mean scenarios\?\); list takes scenarios, rules, faults, and/,
  ],
  [
    'rules kv.* kv.pth',
    /the pattern "kv.pth" matches none of the rules \(did you mean kv.path\?\); list takes/,
  ],
  ['rules --quick', /--quick is for scenarios, not for rules/],
  ['faults --level must', /--level is for scenarios and rules, not for faults/],
  ['rules --level maybe', /--level takes must or open, not "maybe"/],
])

it('lists the scenarios of the quick selection', async () => {
  const all = await svcContract('list')
  const quick = await svcContract('list', '--quick')
  const values = JSON.parse((await svcContract('list', '--json')).stdout) as { quick: boolean }[]

  const count = ({ stdout }: { stdout: string }) => stdout.trimEnd().split('\n').length
  expect(count(quick)).toBeLessThan(count(all))
  expect(values.filter((each) => each.quick)).toHaveLength(count(quick))
})
