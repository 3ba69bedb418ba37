// Tests of compare, which shows implementations side by side.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  reportOf as reportWith,
  resultOf,
  violation,
} from '../../conformance/report/reporters/testing.js'
import { verb } from './compare.js'
import { expectRefused, file, refuses, svcContract } from './testing.js'

const text = (...report: Parameters<typeof reportWith>) => JSON.stringify(reportWith(...report))
const observed = (status: number) =>
  resultOf('observed', 'it is observed', {
    rule: 'kv.authentication.both-tokens',
    level: 'open',
    observations: { status },
  })
const head = resultOf('passed', 'head', { rule: 'kv.methods.head' })
const mine = file('mine.json', text([resultOf('passed', 'one'), head, observed(401)]))
const yours = file('yours.json', text([violation('one', 'x'), head, observed(200)]))
const other = file('other.json', text([head], { interrupted: true }))

it('prints the rules and observations in which reports differ', async () => {
  const { code, stdout, stderr } = await svcContract('compare', mine, yours, other)

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('A  mine: 2 of 2 judged rules conform, http://kv.example:8079 (svc')
  expect(stdout).toContain('C (other) is not a whole run: the run was interrupted.')
  expect(stdout).toMatch(/ {2,}A B C\nkv: .*\n {2}kv\.authentication\.missing-token {2}✓ ✗\n/)
  expect(stdout).toContain('/it-is-observed\n    A  status: 401\n    B  status: 200\n')
  expect(stdout).not.toContain('kv.methods.head')
  expect(stdout).toContain('Different: 1 of 3 rules and 1 of 1 observation.')
})

it('writes a page and JSON', async () => {
  const [html, json] = [file('compare.html'), file('compare.json')]
  const args = ['compare', mine, yours, '--html', html, '--json', json]
  await svcContract(...args)
  const again = await svcContract(...args)

  expect(again).toEqual({
    code: 0,
    stdout: `Comparison written to ${html}.\nComparison written to ${json}.\n`,
    stderr: '',
  })
  expect(readFileSync(html, 'utf8')).toContain('<h1>2 implementations compared</h1>')
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ format: 1, rules: [{}, {}, {}] })
})

it('does not write over a report that it reads', async () => {
  const before = readFileSync(mine, 'utf8')
  const run = () => verb.run([mine, yours, '--json', mine])
  await expectRefused(run, /would be written over .*, which compare reads/)
  expect(readFileSync(mine, 'utf8')).toBe(before)
})

refuses('compare', verb.run, [
  [mine, /compare takes 2 to 20 JSON reports, not 1; write them with test --report json=FILE/],
  [`${mine} ${file('none.json', '{}')}`, /none\.json is no report of format 1/],
  [`${mine} ${yours} --html ${file('x.html', 'text')}`, /would replace a file that is no html/],
])
