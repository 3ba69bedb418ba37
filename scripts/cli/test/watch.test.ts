// Tests of --watch: a run starts again after a change of a file, and after a start of the target.

import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it, test } from 'vitest'
import { startMock } from '../../../mocks/index.js'
import { file, ofKv, start, svcContract } from '../testing.js'
import { ignored } from './watch.js'

test.each([
  ['server.js', false],
  ['src/list.txt', false],
  ['report.json', true],
  ['node_modules/a/index.js', true],
  ['src/.git/index', true],
  ['server.log', true],
])('%s is ignored: %s', (path, expected) => {
  expect(ignored('/work', ['./report.json'])(path)).toBe(expected)
})

test('a file to which the run prints is ignored', () => {
  const printed = openSync(file('out.txt', ''), 'r')
  const isIgnored = ignored(dirname(file('out.txt')), [], [printed])
  file('other.txt', '')
  expect(['out.txt', 'other.txt', 'missing.txt'].map(isIgnored)).toEqual([true, false, false])
  closeSync(printed)
})

it('runs again when a file changes and when the target starts again, until Ctrl-C', async () => {
  const folder = file('watched')
  mkdirSync(folder)
  let mock = await startMock({ kvToken: 'a-token' })
  const { port } = new URL(mock.kv.url)
  const args = ['test', 'kv.info.*/post-info', '--quiet', '--watch', '--report', 'json=report.json']
  const { printed, ended, interrupt } = start([...args, ...ofKv(mock)], {}, folder)
  await printed(/Watching files/)

  file('watched/list.txt', 'changed')
  await printed(/Running again: list\.txt changed\.[^]*Watching files/)

  await mock.close()
  mock = await startMock({ kvToken: 'a-token', kvPort: Number(port) })
  const output = await printed(/Running again: the target started again\.[^]*Watching files/)
  expect(output.match(/^Scenarios /gm)).toHaveLength(3)

  interrupt()
  expect(await ended).toMatchObject({ code: 0 })
  await mock.close()
}, 60_000)

it('refuses --watch with --plan', async () => {
  const { code, stderr } = await svcContract('test', '--watch', '--plan')
  expect(code).toBe(2)
  expect(stderr).toContain('--watch repeats runs, and --plan sends no requests; remove one of them')
})
