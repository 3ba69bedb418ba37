// Tests Dockerfile and compose.yaml without Docker. Checks that all copied files exist. Builds the
// last build stage in a folder and runs its entry point and health check there.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { beforeAll, describe, expect, it } from 'vitest'
import { blocksIn, cli, root, run, temporaryFolder, textOf } from '../testing.js'

const folder = temporaryFolder()

interface Stage {
  readonly name: string
  readonly base: string
  readonly instructions: { readonly name: string; readonly rest: string }[]
}

/** Returns the build stages of a Dockerfile with their instructions, in order. */
function stagesOf(dockerfile: string): readonly Stage[] {
  const stages: Stage[] = []
  const lines = dockerfile.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '')
  for (const [, name = '', rest = ''] of lines.matchAll(/^([A-Z]+) +(.+)$/gm)) {
    const [, base = '', as = 'last'] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
    if (name === 'FROM') stages.push({ name: as, base, instructions: [] })
    else stages.at(-1)!.instructions.push({ name, rest })
  }
  return stages
}

const stages = stagesOf(textOf('Dockerfile'))
const stageNamed = (name: string) => stages.find((stage) => stage.name === name)!
const last = stageNamed('last')
const only = (stage: Stage, name: string) =>
  stage.instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest)
const listIn = (stage: Stage, name: string) =>
  JSON.parse(/\[.*\]$/.exec(only(stage, name)[0]!)![0]) as readonly string[]

/** Returns the sources of a COPY instruction, the build stage that they come from, and the target. */
function copyOf(rest: string) {
  const [, from, paths = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(rest) ?? []
  const words = paths.split(' ')
  return { from, sources: words.slice(0, -1), to: words.at(-1)! }
}
const exposed = only(last, 'EXPOSE').flatMap((ports) => ports.split(' '))
const helpOfMock = execFileSync(process.execPath, [cli, 'mock', '--help'], { encoding: 'utf8' })

describe('Dockerfile', () => {
  const copies = (...of: readonly Stage[]) => of.flatMap((stage) => only(stage, 'COPY').map(copyOf))

  it('copies only files that exist and that .dockerignore lists', () => {
    const sources = copies(...stages).flatMap((copy) => (copy.from ? [] : copy.sources))
    const sent = textOf('.dockerignore').match(/(?<=^!).+$/gm)

    for (const source of sources) expect(existsSync(join(root, source)), source).toBe(true)
    expect([...new Set(sources)].toSorted()).toEqual(sent?.toSorted())
  })

  it('builds from every source of the package', () => {
    const copied = copies(stageNamed('build')).flatMap(({ sources }) => sources)
    const { include } = JSON.parse(textOf('tsconfig.json')) as { include: readonly string[] }
    const folders = include.filter((each) => !each.startsWith('*'))

    expect(copied).toEqual(expect.arrayContaining([...folders, 'generated']))
  })

  it('exposes the default ports to a user other than root', () => {
    expect(only(last, 'USER')).toEqual(['node'])
    const defaults = helpOfMock.matchAll(/-port PORT .*\((\d+); 0: a free one\)/g)
    expect(exposed).toEqual(Array.from(defaults, ([, port]) => port))
  })
})

describe('the image', () => {
  /** Builds a stage without Docker: executes its COPY and RUN instructions in a folder. */
  const build = ({ name: stage, instructions }: Stage) => {
    let at = join(folder, stage)
    for (const { name, rest } of instructions) {
      if (name === 'WORKDIR') at = join(folder, stage, rest)
      mkdirSync(at, { recursive: true })
      if (name === 'RUN') execFileSync('sh', ['-c', rest], { cwd: at, stdio: 'pipe' })
      if (name !== 'COPY') continue
      const { from, sources, to } = copyOf(rest)
      for (const source of sources) {
        // The build stage `build` is this repository, because the repository is built before the
        // tests.
        const isOwn = from === undefined || from === 'build'
        const path = isOwn ? join(root, source.replace('/build/', '')) : join(folder, from, source)
        const isFolder = sources.length > 1 || to === './'
        cpSync(path, join(at, isFolder ? source : to), { recursive: true })
      }
    }
    return at
  }
  let at: string
  beforeAll(() => {
    build(stageNamed('dependencies'))
    at = build(last)
  }, 120_000)

  it('serves, is healthy, and ends on the signal of docker stop', async () => {
    const [command = '', ...args] = [
      ...listIn(last, 'ENTRYPOINT'),
      ...listIn(last, 'CMD'),
      // Free ports are used, because the ports of the image may be in use on this machine.
      '--kv-port',
      '0',
      '--queue-port',
      '0',
      '--json',
    ]
    const child = spawn(command, args, { cwd: at, stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { kv, queue } = JSON.parse(line.toString()) as Record<'kv' | 'queue', { url: string }>
    const ports = [kv, queue].map(({ url }) => new URL(url).port)
    // Clients outside of the container need all addresses. The printed URL is the one inside of it.
    expect(args).toContain('0.0.0.0')
    expect(new URL(kv.url).hostname).toBe('127.0.0.1')

    const checkWith = async (actual: readonly string[]) => {
      const [program = '', ...rest] = exposed.reduce<readonly string[]>(
        (words, port, index) => words.map((word) => word.replaceAll(port, actual[index]!)),
        listIn(last, 'HEALTHCHECK'),
      )
      return (await run(program, rest, { cwd: at })).code
    }
    expect(await checkWith(ports)).toBe(0)
    // Port 1 is reserved, so nothing listens on it.
    expect(await checkWith([ports[0]!, '1'])).toBe(1)

    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  }, 60_000)

  it('runs the other verbs, and has no development dependency', async () => {
    const list = await run(process.execPath, ['dist/scripts/cli.js', 'list', 'rules'], { cwd: at })
    expect(list).toMatchObject({ code: 0, stderr: '' })
    const installed = ['undici', 'typescript', 'vitest'].filter((name) =>
      existsSync(join(at, 'node_modules', name)),
    )
    expect(installed).toEqual(['undici'])
  })
})

describe('compose.yaml', () => {
  interface Service {
    readonly build?: string
    readonly image: string
    readonly command: readonly string[]
    readonly ports?: readonly string[]
    readonly profiles?: readonly string[]
    readonly environment?: Readonly<Record<string, string>>
    readonly depends_on?: Readonly<Record<string, object>>
  }
  const { services } = parse(textOf('compose.yaml')) as { services: Record<string, Service> }
  const [mock, onRedis] = [services['mock']!, services['mock-on-redis']!]

  it.each(Object.entries(services).filter(([, { build }]) => build !== undefined))(
    'starts %s with options and variables of the command, on ports of this machine only',
    (_, { command, environment, ports = [] }) => {
      expect(command[0]).toBe('mock')
      for (const option of command.filter((word) => word.startsWith('--')))
        expect(helpOfMock).toContain(`  ${option} `)
      for (const [name, value] of Object.entries(environment!)) {
        expect(helpOfMock).toContain(`[${name}]`)
        expect(value).toBe(`\${${name}:-}`)
      }
      const [, ...inside] = /^127\.0\.0\.1:\d+:(\d+) 127\.0\.0\.1:\d+:(\d+)$/.exec(ports.join(' '))!
      expect(inside).toEqual(exposed)
    },
  )

  it('starts only one mock without the profile, and the other with the Redis it uses', () => {
    const others = Object.keys(services).filter((name) => services[name]!.profiles === undefined)
    const { command, depends_on } = onRedis
    const { hostname } = new URL(command[command.indexOf('--redis') + 1]!)

    expect(others).toEqual(['mock'])
    expect(services[hostname]?.profiles).toEqual(onRedis.profiles)
    expect(depends_on).toEqual({ [hostname]: { condition: 'service_healthy' } })
  })

  it('has the ports and the profile that docs/mock.md and the Dockerfile show', () => {
    const page = textOf('docs/mock.md')
    const [build = '', up = ''] = blocksIn(page).flatMap(({ comment, code }) =>
      comment === 'in a container' ? [code] : [],
    )
    const dockerRun = (text: string) => /docker run .*?svc-contract/.exec(text)?.[0]

    expect(dockerRun(textOf('Dockerfile'))).toBe(dockerRun(page))
    expect(build).toContain(`docker build -t ${mock.image} . &&`)
    expect(Array.from(build.matchAll(/-p (\S+)/g), ([, port]) => port)).toEqual(mock.ports)
    expect(up.trim()).toBe(`docker compose --profile ${onRedis.profiles!.join()} up --wait`)
    for (const port of onRedis.ports!)
      expect(page).toMatch(new RegExp(`mock on ports .*\\b${port.split(':')[1]}\\b`))
  })
})
