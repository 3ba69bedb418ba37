// Tests of lists of known failures: their effect on a run, and their formats.

import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { startMock } from '../../../mocks/index.js'
import type { Report } from '../../../conformance/index.js'
import { startFaulty } from '../faulty-testing.js'
import { verb } from '../test.js'
import { expectRefused, file, ofKv, svcContract } from '../testing.js'

const { run: test } = verb

const mock = await startMock()
const faulty = await startFaulty('transaction-runs-before-all-checked')
/** A rule that the faulty mock breaks. A selection without a large law is fast. */
const discards = 'kv.transaction.unsupported-command-discards/unsupported-commands'
afterAll(() => Promise.all([mock.close(), faulty.close()]))

it.each([
  [
    'an entry without a reason',
    2,
    '# known\nkv.pipeline.order\n',
    /\.txt:2: "kv\.pipeline\.order" has no reason/,
  ],
  [
    ...(['an entry that passes', 5, 'kv.info.* it used to fail\n'] as const),
    /kv\.info\.\S+ passes, though "kv\.info\.\*" lists it as failing; narrow it to what fails, or list it with --known-flaky if it fails only sometimes\n/,
  ],
])('a list with %s: exits with %i', async (name, expected, content, message) => {
  const list = file(`${name}.txt`, content)
  const args = ['test', 'kv.info.*/post-info', '--known-failing', list, ...ofKv(mock)]
  const { code, stderr } = await svcContract(...args)

  expect(code).toBe(expected)
  expect(stderr).toMatch(message)
})

it('a written list makes the next run pass, and every part of it', async () => {
  const list = file('known.txt')
  const some = ['kv.info.*/post-info', discards]
  const first = await svcContract('test', ...some, '--write-known-failing', list, ...ofKv(faulty))
  expect(first.code).toBe(1)

  const again = ['--known-failing', list, ...ofKv(faulty)]
  const { code, stdout } = await svcContract('test', ...some, ...again)
  expect(code).toBe(0)
  expect(stdout).toContain('1 known failure')
  for (const part of [
    [...some, '--shard', '1/2'],
    [...some, '--shard', '2/2'],
    ['kv.info.*/post-info'],
  ])
    expect((await svcContract('test', ...part, ...again)).code).toBe(0)
}, 60_000)

it('a list that is written again keeps the reasons written by hand', async () => {
  const list = file('reasons.txt')
  const args = ['test', discards, '--write-known-failing', list, ...ofKv(faulty)]
  await svcContract(...args)
  const written = readFileSync(list, 'utf8').replace(/^(\S+) .*/m, '$1 waits for release 2')
  const byHand = `# ours\n\n${written}`
  writeFileSync(list, byHand)

  const { stdout } = await svcContract(...args)
  expect(readFileSync(list, 'utf8')).toBe(byHand)
  expect(stdout).toContain(
    `Known failures written to ${list}, 1 entry: 1 kept, 0 new, 0 removed.\n`,
  )

  const known = await svcContract(...args.with(2, '--known-failing'))
  expect(known).toMatchObject({ code: 0, stderr: '' })
  expect(known.stdout).toMatch(/^ +1 {2}kv\.transaction\.\S+ {2}waits for release 2$/m)
})

it('keeps entries that a partial run does not judge', async () => {
  const target = ofKv(faulty)
  const list = file('kept.yaml')
  const both = ['--known-failing', list, '--write-known-failing', list]
  await svcContract('test', discards, '--write-known-failing', list, ...target)
  const before = readFileSync(list, 'utf8')
  expect(before).toContain('kv.transaction.')
  for (const part of ['kv.info.*/post-info', discards]) {
    expect((await svcContract('test', part, ...both, ...target)).code).toBe(0)
    expect(readFileSync(list, 'utf8')).toBe(before)
  }
})

it.each<readonly [what: string, content: string | undefined, message: RegExp]>([
  ['a file without an end', undefined, /\/dev\/zero is larger than 4 MB; is it the right file\?/],
  ['300,000 entries', 'kv.a b\n'.repeat(300_000), /has 300000 entries; write at most 10000/],
  ['a pattern of 100,000 stars', `${'*a'.repeat(100_000)} b`, /the pattern is too long/],
])('refuses a list of known failures that is %s', async (what, content, message) => {
  const list = content === undefined ? '/dev/zero' : file(`${what}.txt`, content)
  await expectRefused(() => test(['kv.pipeline', '--known-failing', list]), message)
})

it('does not replace a file that is no list, even through a link', async () => {
  const [prose, link] = [file('prose.txt', 'Dear reader,\nthis is no list.\n'), file('link.txt')]
  symlinkSync(prose, link)
  const refused = () => test(['kv.pipeline', '--write-known-failing', link])

  await expectRefused(
    refused,
    /link\.txt, which is no list of known failures \("Dear" is no pattern/,
  )
  expect(readFileSync(prose, 'utf8')).toBe('Dear reader,\nthis is no list.\n')
})

it('replaces the list behind a link, and keeps the link', async () => {
  const [list, link] = [file('real.txt', 'kv.info waits\n'), file('to-real.txt')]
  symlinkSync(list, link)
  await svcContract('test', 'kv.info', '--write-known-failing', link, ...ofKv(mock))

  expect(readFileSync(list, 'utf8')).toBe('')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
})

it('an entry of a past day accepts no failure, and the run says so', async () => {
  const list = file('past.yaml', `- pattern: ${discards}\n  until: 2020-01-31\n  reason: old\n`)
  const { code, stderr } = await svcContract(
    ...['test', discards, '--known-failing', list, ...ofKv(faulty)],
  )

  expect(code).toBe(1)
  expect(stderr).toMatch(
    /in --known-failing was accepted until 2020-01-31, and \d scenarios? still/,
  )
})

it('--last-failed runs only what failed in a report', async () => {
  const report = file('failed.json')
  const some = [discards, 'kv.info.*/post-info', ...ofKv(faulty)]
  await svcContract('test', ...some, '--report', `json=${report}`)
  const { scenarios } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const failed = scenarios.filter(({ verdict }) => verdict === 'violated')
  const again = file('again.json')
  const { code } = await svcContract(
    ...['test', '--last-failed', report, ...ofKv(faulty), '--report', `json=${again}`],
  )

  expect(code).toBe(1)
  const { scenarios: after } = JSON.parse(readFileSync(again, 'utf8')) as Report
  expect(failed.length).toBeLessThan(scenarios.length)
  expect(after.map(({ id }) => id)).toEqual(failed.map(({ id }) => id))

  const green = file('green.json')
  await svcContract('test', 'kv.info.*/post-info', ...ofKv(mock), '--report', `json=${green}`)
  await expectRefused(() => test(['--last-failed', green]), /no scenario failed in this report/)
  const over = () => test(['--last-failed', green, '--report', `json=${green}`])
  await expectRefused(over, /would be written over .*, which --last-failed reads/)
})
