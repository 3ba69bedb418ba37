// Tests a page of examples like a reader. Each section becomes a project with the package in its
// node_modules, the files of the introduction and of the section. The real tools run the commands.

import { chmodSync, cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../free-port.js'
import { blocksIn, browserPath, root, run, temporaryFolder, textOf } from '../testing.js'

const filesIn = (text: string) =>
  blocksIn(text).flatMap(({ name, code }) => (name === undefined ? [] : [{ name, code }]))
const commandsIn = (text: string) =>
  blocksIn(text).flatMap(({ language, code }) => (language === 'sh' ? code.trim().split('\n') : []))

/** A free port for each port in the page. */
const ports = new Map<string, number>()

const withFreePorts = (text: string) =>
  text.replace(/\b40(79|80|81)\b/g, (port) => String(ports.get(port)))

/** Removes `npx`, because npx takes a second for each call. The tools are found on the PATH. */
const withoutNpx = (text: string) => text.replaceAll('npx ', '')

/** Runs a command in a folder of the project. */
export function runIn(project: string, cwd: string, command: string) {
  const PATH = `${join(project, 'node_modules/.bin')}:${process.env['PATH']}`
  // The inner tools must not see the variables that the outer vitest sets for its workers.
  const outer = /^(VITEST|NODE_ENV|NODE_OPTIONS|NODE_TEST_CONTEXT|FORCE_COLOR)/
  const inherited = Object.entries(process.env).filter(([name]) => !outer.test(name))
  const env = { ...Object.fromEntries(inherited), CHROMIUM: browserPath, PATH }
  return run('bash', ['--norc', '-euc', withoutNpx(command)], { cwd, env })
}

export async function createProject(project: string): Promise<void> {
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
}

/** The relevant part of the `package.json` that `npm init -y` writes. */
const initialManifest = '{ "name": "reader", "version": "1.0.0", "type": "commonjs" }\n'

const isPreparation = (command: string) => command.startsWith('npm pkg ')

/** Runs the commands of the introduction and of a section that change `package.json`. */
async function prepare(project: string, folder: string, text: string): Promise<void> {
  for (const command of commandsIn(text).filter(isPreparation))
    expect(await runIn(project, folder, command)).toMatchObject({ code: 0 })
}

/** Defines the tests of a page: the links to its sections, and each command of each section that has some. */
export function testPage(path: string): void {
  const [intro = '', ...sections] = textOf(path).split(/^## /m)
  const project = temporaryFolder()
  beforeAll(() => createProject(project), 60_000)

  it('links to every section', () => {
    for (const section of sections) {
      const [title = ''] = section.toLowerCase().split('\n')
      expect(intro).toContain(`](#${title.replace(/[^a-z ]/g, '').replaceAll(' ', '-')})`)
    }
  })

  const examples = sections.filter((text) => commandsIn(text).length > 0)
  // The sections run at the same time, because they mostly wait.
  describe.concurrent.each(examples.map((text) => ({ title: text.split('\n')[0]!, text })))(
    'about $title',
    ({ title, text }) => {
      const folder = join(project, title.replace(/\W/g, ''))
      const withoutBrowser = title === 'Playwright' && !browserPath && !process.env['CI']
      beforeAll(async () => {
        mkdirSync(folder)
        writeFileSync(join(folder, 'package.json'), initialManifest)
        for (const { name, code } of [...filesIn(intro), ...filesIn(text)])
          writeFileSync(join(folder, name), withoutNpx(withFreePorts(code)))
        await prepare(project, folder, `${intro}\n${text}`)
      }, 60_000)

      // A command may need the file that the command before it has written.
      it
        .skipIf(withoutBrowser)
        .sequential.each(commandsIn(text).filter((each) => !isPreparation(each)))(
        `runs %s${withoutBrowser ? ' (skipped: there is no chromium on this machine)' : ''}`,
        async (command) => {
          const { code, output } = await runIn(project, folder, command)
          expect(code, output).toBe(0)
          // A test runner must report a passed test, because it may succeed without tests, and `mutate`
          // a score. A compiler prints nothing.
          expect(output).toMatch(/[1-9] passed|pass [1-9]|(^|\n)Score \d|^$/)
        },
        60_000,
      )
    },
  )
}
