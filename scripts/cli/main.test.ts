// Tests of the command without a verb. A verb is a subcommand such as `test`.

import { existsSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { groups, options } from './test/options.js'
import { exhaustionIn } from './main.js'
import { cli, svcContract } from './testing.js'
import { run } from '../testing.js'
import { read } from './verb.js'

it('prints help for the verb help, also of another verb', async () => {
  expect(await svcContract('help')).toEqual(await svcContract('--help'))
  expect(await svcContract('help', 'diff')).toEqual(await svcContract('diff', '--help'))
})

it('prints help for every verb, and its version', async () => {
  expect((await svcContract('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  for (const verb of ['test', 'mock', 'list', 'explain', 'diff', 'merge', 'proxy']) {
    const { code, stdout } = await svcContract(verb, '--help')
    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: svc-contract ${verb}`)
  }
})

it('exits with 2 and a message without a stack on a wrong command line', async () => {
  const { code, stdout, stderr } = await run(process.execPath, [cli, 'tset'])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toBe('svc-contract: there is no verb "tset" (did you mean test?)\n')
})

test.each([
  ['EMFILE', /^this process may not open more files; raise the limit with ulimit -n$/],
  ['ENOSPC', /^the disk is full/],
])('%s is a limit of this machine, and no bug', (code, message) => {
  expect(exhaustionIn(Object.assign(new Error(), { code }))).toMatch(message)
})

it('prints the options of test in groups, each once, and examples that are valid', async () => {
  const { stdout } = await svcContract('test', '--help')
  const [help = '', examples = ''] = stdout.split('\nExamples:\n')
  const listed = Array.from(help.matchAll(/^ {2}--([\w-]+)/gm), ([, name]) => name)

  expect(listed).toEqual(Object.keys(options))
  expect(help.match(/^[A-Z][\w ]+:$/gm)).toEqual(Object.keys(groups).map((each) => `${each}:`))
  const lines = Array.from(
    examples.matchAll(/^ {2}svc-contract test ?(.*)$/gm),
    ([, line]) => line!,
  )
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) {
    const args = line.split(' ').map((word) => word.replaceAll("'", ''))
    expect(() => read(args, options)).not.toThrow()
  }
})

it.skipIf(!existsSync('/dev/full'))('exits with 2 if the output cannot be written', async () => {
  const { code, stderr } = await run('sh', ['-c', `node "$1" list rules > /dev/full`, 'sh', cli])

  expect(code).toBe(2)
  expect(stderr).toMatch(/^svc-contract: the output could not be written: ENOSPC.*\n$/)
})

it('ignores a reader that closes the output early', async () => {
  const { code, stdout, stderr } = await run('sh', [
    '-c',
    `node "$1" list rules | head -1`,
    'sh',
    cli,
  ])

  expect([code, stdout.split('\n').length, stderr]).toEqual([0, 2, ''])
})
