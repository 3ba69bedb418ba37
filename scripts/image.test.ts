// Tests Dockerfile and compose.yaml without Docker. Checks that all copied files exist. Builds the
// last build stage in a folder and runs its entry point and health check there.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { beforeAll, describe, expect, it } from 'vitest'
import { blocksIn, cli, root, run, temporaryFolder, textOf } from './testing.js'

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
  it('copies only files that exist and that .dockerignore lists', () => {
    const copies = stages.flatMap((stage) => only(stage, 'COPY').map(copyOf))
    const sources = copies.flatMap(({ from, sources }) => (from === undefined ? sources : []))
    const sent = textOf('.dockerignore').match(/(?<=^!).+$/gm)

    for (const source of sources) expect(existsSync(join(root, source)), source).toBe(true)
    expect([...new Set(sources)].toSorted()).toEqual(sent?.toSorted())
  })

  it('builds from every source of the package', () => {
    const build = stageNamed('build')
    const copied = only(build, 'COPY').flatMap((rest) => copyOf(rest).sources)
    const { include } = JSON.parse(textOf('tsconfig.json')) as { include: readonly string[] }

    expect(copied).toEqual(
      expect.arrayContaining([...include.filter((each) => !each.startsWith('*')), 'generated']),
    )
    expect(only(build, 'RUN').at(-1)).toBe('npm run build')
  })

  it('makes a small image with a user other than root and the default ports', () => {
    expect(new Set(stages.map(({ base }) => base))).toEqual(new Set(['node:22-alpine']))
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
      ...[...listIn(last, 'ENTRYPOINT'), ...listIn(last, 'CMD')],
      // Free ports are used, because the ports of the image may be in use on this machine.
      ...['--kv-port', '0', '--queue-port', '0', '--json'],
    ]
    const child = spawn(command, args, { cwd: at, stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { kv, queue } = JSON.parse(line.toString()) as Record<'kv' | 'queue', { url: string }>
    const ports = [kv, queue].map(({ url }) => new URL(url).port)
    expect(new URL(kv.url).hostname).toBe('0.0.0.0')

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
    readonly depends_on?: Readonly<Record<string, { condition: string }>>
    readonly healthcheck?: { readonly test: readonly string[] }
  }
  const { services } = parse(textOf('compose.yaml')) as { services: Record<string, Service> }
  const mocks = Object.entries(services).filter(([, { build }]) => build !== undefined)
  const [mock, onRedis] = [services['mock']!, services['mock-on-redis']!]

  it('starts one mock by default, and another one with a Redis in the profile redis', () => {
    const ofProfile = (profile?: string) =>
      Object.keys(services).filter((name) => services[name]!.profiles?.[0] === profile)

    expect(ofProfile()).toEqual(['mock'])
    expect(ofProfile('redis')).toEqual(['mock-on-redis', 'redis'])
  })

  it.each(mocks)('starts %s with options and variables of the command', (_, service) => {
    const { command, environment } = service
    expect(command[0]).toBe('mock')
    for (const option of command.filter((word) => word.startsWith('--')))
      expect(helpOfMock).toContain(`  ${option} `)
    for (const [name, value] of Object.entries(environment!)) {
      expect(helpOfMock).toContain(`[${name}]`)
      expect(value).toBe(`\${${name}:-}`)
    }
  })

  it('publishes the ports of the image to this machine only, each once', () => {
    const published = mocks.flatMap(([, { ports = [] }]) => ports)

    for (const [, { ports = [] }] of mocks)
      expect(ports.map((port) => port.split(':').at(-1))).toEqual(exposed)
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/)
    expect(new Set(published).size).toBe(published.length)
  })

  it('has the ports and the profile that the README and the Dockerfile show', () => {
    const readme = textOf('README.md')
    const [build = '', up = ''] = blocksIn(readme).flatMap(({ comment, code }) =>
      comment === 'in a container' ? [code] : [],
    )
    const dockerRun = (text: string) => /docker run .*?svc-contract/.exec(text)?.[0]

    expect(dockerRun(textOf('Dockerfile'))).toBe(dockerRun(readme))
    expect(build).toContain(`docker build -t ${mock.image} . &&`)
    expect(Array.from(build.matchAll(/-p (\S+)/g), ([, port]) => port)).toEqual(mock.ports)
    expect(up.trim()).toBe(`docker compose --profile ${onRedis.profiles!.join()} up --wait`)
    for (const port of onRedis.ports!)
      expect(readme).toMatch(new RegExp(`mock on ports .*\\b${port.split(':')[1]}\\b`))
  })

  it('waits for the Redis that the mock uses', () => {
    const { command, depends_on } = onRedis
    const { hostname } = new URL(command[command.indexOf('--redis') + 1]!)

    expect(depends_on).toEqual({ [hostname]: { condition: 'service_healthy' } })
    expect(services[hostname]?.healthcheck?.test).toEqual(['CMD', 'redis-cli', 'ping'])
  })
})
