// docs/testing.md as its reader follows it: each section is a project with the package in its
// node_modules, the application and the section's files, and its commands are run by the real tools.

import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './free-port.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/testing.md'), 'utf8')
const [intro = '', ...sections] = page.split(/^## /m)
const project = mkdtempSync(join(tmpdir(), 'svc-contract-testing-'))

/** Files by the name that their first line says. */
const filesIn = (text: string) =>
  Array.from(
    text.matchAll(/^```[jt]s\n\/\/ (\S+)\n([^]*?)^```$/gm),
    ([, name = '', code = '']) => ({
      name,
      code,
    }),
  )
const commandsIn = (text: string) =>
  Array.from(text.matchAll(/^```sh\n([^]*?)^```$/gm), ([, code = '']) =>
    code.trim().split('\n'),
  ).flat()

/** A browser that is installed; Playwright's own is not downloaded for this. */
const chromium = ['chromium', 'google-chrome']
  .map((name) => {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim()
    } catch {
      return ''
    }
  })
  .find((path) => path !== '')

/** A port of the page, and one in its place that is free here. */
const ports = new Map<string, number>()

const withFreePorts = (text: string) =>
  text.replace(/\b40(79|80|81)\b/g, (port) => String(ports.get(port)))

/** The same tool, found on the PATH: npx takes a second to find it. */
const withoutNpx = (text: string) => text.replaceAll('npx ', '')

const run = (folder: string, command: string): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const PATH = `${join(project, 'node_modules/.bin')}:${process.env['PATH']}`
    const env: NodeJS.ProcessEnv = { ...process.env, CHROMIUM: chromium, PATH }
    // What the outer vitest tells its workers is not for the inner tools.
    for (const name of Object.keys(env))
      if (/^(VITEST|NODE_ENV|NODE_OPTIONS|NODE_TEST_CONTEXT|FORCE_COLOR)/.test(name))
        Reflect.deleteProperty(env, name)
    execFile('bash', ['-euc', withoutNpx(command)], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })

beforeAll(async () => {
  const modules = join(project, 'node_modules')
  const installed = join(root, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  for (const name of readdirSync(installed))
    if (!name.startsWith('.')) symlinkSync(join(installed, name), join(modules, name))
  for (const name of readdirSync(join(installed, '.bin')))
    symlinkSync(join(installed, '.bin', name), join(modules, '.bin', name))

  const own = join(modules, 'svc-contract')
  for (const part of ['package.json', 'dist', 'generated'])
    cpSync(join(root, part), join(own, part), { recursive: true })
  const bin = join(modules, '.bin/svc-contract')
  symlinkSync(join(own, 'dist/scripts/cli.js'), bin)
  chmodSync(bin, 0o755)
  for (const port of ['4079', '4080', '4081']) ports.set(port, await freePort())
}, 60_000)

afterAll(() => rmSync(project, { recursive: true }), 60_000)

describe('the page on tests', () => {
  it('links to every section', () => {
    for (const section of sections) {
      const [title = ''] = section.split('\n')
      const anchor = title
        .toLowerCase()
        .replace(/[^a-z ]/g, '')
        .replaceAll(' ', '-')
      expect(intro).toContain(`](#${anchor})`)
    }
  })

  // At the same time: they mostly wait.
  describe.concurrent.each(sections.map((text) => ({ title: text.split('\n')[0]!, text })))(
    'about $title',
    ({ title, text }) => {
      const folder = join(project, title.replace(/\W/g, ''))
      const withoutBrowser = title === 'Playwright' && !chromium && !process.env['CI']
      beforeAll(() => {
        mkdirSync(folder)
        writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n')
        for (const { name, code } of [...filesIn(intro), ...filesIn(text)])
          writeFileSync(join(folder, name), withoutNpx(withFreePorts(code)))
      })

      it.skipIf(withoutBrowser).each(commandsIn(text))(
        `runs %s${withoutBrowser ? ' (skipped: there is no chromium on this machine)' : ''}`,
        async (command) => {
          const { code, output } = await run(folder, command)
          expect(code, output).toBe(0)
          // A runner that finds no test may be content; a compiler that is says nothing.
          expect(output).toMatch(/[1-9] passed|pass [1-9]|^$/)
        },
        60_000,
      )
    },
  )
})
