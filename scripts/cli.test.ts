// Tests of the command without a verb. A verb is a subcommand such as `test`.

import { expect, it } from 'vitest'
import { refuses, svcContract } from './cli/testing.js'

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

refuses('tset', [['', /no verb "tset" \(did you mean test\?\)\n$/]])
