// Tests the page about the console: its commands, and the names of the views.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { blocksIn, cli, run, textOf } from '../testing.js'

const page = textOf('docs/console.md')
const commands = blocksIn(page).flatMap(({ code }) => code.trim().split('\n'))

it('runs each command, and the console is at the printed address', async () => {
  const [start = '', ...others] = commands
  const words = start.replace('npx svc-contract ', '').split(' ')
  const mock = spawn(process.execPath, [cli, ...words, '--kv-port', '0', '--queue-port', '0'])
  const [ready] = (await once(mock.stdout, 'data')) as [Buffer]
  const [, address = ''] = /^console +(\S+)$/m.exec(ready.toString()) ?? []
  try {
    expect(await (await fetch(address)).text()).toContain('<title>Console of the mock</title>')
    for (const command of others) {
      const here = command.replace('http://127.0.0.1:8080', new URL(address).origin)
      const { code, output } = await run('bash', ['-c', `${here} -sS --fail`])
      expect(code, output).toBe(0)
    }
  } finally {
    mock.kill('SIGTERM')
    await once(mock, 'close')
  }
  expect(others).toHaveLength(1)
})

it('lists the views in the order of the navigation', () => {
  const views = textOf('mocks/console/page/route.ts').split('VIEWS = {')[1]!.split('}')[0]!
  const titles = Array.from(views.matchAll(/'(\w+)'/g), ([, title]) => title)
  const listed = Array.from(page.matchAll(/^\| (\w+) +\|/gm), ([, title]) => title).slice(1)
  expect(listed).toEqual(titles)
})
