// Dockerfile and compose.yaml, as far as they can be held without a Docker: what is copied is there,
// the last stage is made as they say, and its entry point, its health check and its end are run here.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'svc-contract-image-'))
afterAll(() => rmSync(folder, { recursive: true }), 60_000)

interface Instruction {
  readonly name: string
  readonly rest: string
}
interface Stage {
  readonly name: string
  readonly base: string
  readonly instructions: readonly Instruction[]
}

/** The stages, each with its instructions in their order. */
function stagesOf(dockerfile: string): readonly Stage[] {
  const stages: (Stage & { readonly instructions: Instruction[] })[] = []
  const lines = dockerfile.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '')
  for (const [, name = '', rest = ''] of lines.matchAll(/^([A-Z]+) +(.+)$/gm)) {
    const [, base = '', as = 'last'] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
    if (name === 'FROM') stages.push({ name: as, base, instructions: [] })
    else stages.at(-1)!.instructions.push({ name, rest })
  }
  return stages
}

const stages = stagesOf(textOf('Dockerfile'))
const last = stages.at(-1)!
const only = (stage: Stage, name: string) =>
  stage.instructions.filter((instruction) => instruction.name === name).map(({ rest }) => rest)
const listOf = (text: string) => JSON.parse(text) as readonly string[]

/** What a COPY takes, from which stage if from one, and where it puts it. */
function copyOf(rest: string) {
  const [, from, paths = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(rest) ?? []
  const words = paths.split(' ')
  return { from, sources: words.slice(0, -1), to: words.at(-1)! }
}
const exposed = only(last, 'EXPOSE').flatMap((ports) => ports.split(' '))
const helpOfMock = () =>
  execFileSync(process.execPath, [join(root, 'dist/scripts/cli.js'), 'mock', '--help'], {
    encoding: 'utf8',
  })

describe('Dockerfile', () => {
  it('copies what there is, and .dockerignore lets it through and nothing else', () => {
    const sources = stages.flatMap((stage) =>
      only(stage, 'COPY')
        .map(copyOf)
        .filter(({ from }) => from === undefined)
        .flatMap((copy) => copy.sources),
    )
    const sent = textOf('.dockerignore').match(/(?<=^!).+$/gm)

    for (const source of sources) expect(existsSync(join(root, source)), source).toBe(true)
    expect([...new Set(sources)].toSorted()).toEqual(sent?.toSorted())
  })

  it('builds from all that the package is built from', () => {
    const build = stages.find(({ name }) => name === 'build')!
    const copied = only(build, 'COPY').flatMap((rest) => copyOf(rest).sources)
    const { include } = JSON.parse(textOf('tsconfig.json')) as { include: readonly string[] }

    expect(copied).toEqual(
      expect.arrayContaining([...include.filter((each) => !each.startsWith('*')), 'generated']),
    )
    expect(only(build, 'RUN').at(-1)).toBe('npm run build')
  })

  it('ends in an image that is small, whose user is not root and whose ports are the defaults', () => {
    expect(new Set(stages.map(({ base }) => base))).toEqual(new Set(['node:22-alpine']))
    expect(only(last, 'USER')).toEqual(['node'])
    expect(exposed).toEqual(
      Array.from(
        helpOfMock().matchAll(/-port PORT .*\((\d+); 0: a free one\)/g),
        ([, port]) => port,
      ),
    )
  })
})

describe('the image', () => {
  /** The stage as far as it does not need a Docker: copies and commands, in a folder of its own. */
  const make = (stage: Stage) => {
    let at = join(folder, stage.name)
    for (const { name, rest } of stage.instructions) {
      if (name === 'WORKDIR') at = join(folder, stage.name, rest)
      mkdirSync(at, { recursive: true })
      if (name === 'RUN') execFileSync('sh', ['-c', rest], { cwd: at, stdio: 'pipe' })
      if (name !== 'COPY') continue
      const { from, sources, to } = copyOf(rest)
      for (const source of sources) {
        // The build is that of this repository, which its tests begin with.
        const path =
          from === undefined
            ? join(root, source)
            : from === 'build'
              ? join(root, source.replace('/build/', ''))
              : join(folder, from, source)
        const target = sources.length > 1 || to === './' ? join(at, source) : join(at, to)
        cpSync(path, target, { recursive: true })
      }
    }
    return at
  }
  let at: string
  beforeAll(() => {
    make(stages.find(({ name }) => name === 'dependencies')!)
    at = make(last)
  }, 120_000)

  it('serves, is healthy, and ends on the signal of docker stop', async () => {
    const [command = '', ...args] = [
      ...listOf(only(last, 'ENTRYPOINT')[0]!),
      ...listOf(only(last, 'CMD')[0]!),
      // Others of this machine may have the ports of the image.
      ...['--kv-port', '0', '--queue-port', '0', '--json'],
    ]
    const child = spawn(command, args, { cwd: at, stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { kv, queue } = JSON.parse(line.toString()) as Record<'kv' | 'queue', { url: string }>
    const ports = [kv, queue].map(({ url }) => new URL(url).port)
    expect(new URL(kv.url).hostname).toBe('0.0.0.0')

    const [, check = ''] = /^--interval=.* CMD (\[.*\])$/.exec(only(last, 'HEALTHCHECK')[0]!) ?? []
    const checkWith = (theirs: readonly string[]) => {
      const [program = '', ...rest] = exposed.reduce<readonly string[]>(
        (words, port, index) => words.map((word) => word.replaceAll(port, theirs[index]!)),
        listOf(check),
      )
      const checking = spawn(program, rest, { cwd: at, stdio: 'inherit' })
      return once(checking, 'close').then(([code]) => code as number)
    }
    expect(await checkWith(ports)).toBe(0)
    // Nothing listens there: it is reserved.
    expect(await checkWith([ports[0]!, '1'])).toBe(1)

    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
  }, 60_000)

  it('has what the other verbs need, and no dependency of development', () => {
    const list = spawnSync(process.execPath, ['dist/scripts/cli.js', 'list', 'rules'], {
      cwd: at,
      encoding: 'utf8',
    })
    expect(list).toMatchObject({ status: 0, stderr: '' })
    expect(existsSync(join(at, 'node_modules/undici'))).toBe(true)
    expect(existsSync(join(at, 'node_modules/typescript'))).toBe(false)
    expect(existsSync(join(at, 'node_modules/vitest'))).toBe(false)
  })
})

describe('compose.yaml', () => {
  interface Service {
    readonly build?: string
    readonly image: string
    readonly command: readonly string[]
    readonly ports?: readonly string[]
    readonly extra_hosts?: readonly string[]
    readonly profiles?: readonly string[]
    readonly environment?: Readonly<Record<string, string>>
    readonly depends_on?: Readonly<Record<string, { condition: string }>>
    readonly healthcheck?: { readonly test: readonly string[] }
  }
  const { services } = parse(textOf('compose.yaml')) as { services: Record<string, Service> }
  const mocks = Object.entries(services).filter(([, { build }]) => build !== undefined)

  it('has one mock unasked, and another one with a Redis in the profile of that name', () => {
    const ofProfile = (profile?: string) =>
      Object.keys(services).filter((name) => services[name]!.profiles?.[0] === profile)

    expect(ofProfile()).toEqual(['mock'])
    expect(ofProfile('redis')).toEqual(['mock-on-redis', 'redis'])
  })

  it.each(mocks)('calls %s as the command understands it', (_, { command, environment }) => {
    const help = helpOfMock()
    expect(command[0]).toBe('mock')
    for (const option of command.filter((word) => word.startsWith('--')))
      expect(help).toContain(`  ${option} `)
    for (const [name, value] of Object.entries(environment!)) {
      expect(help).toContain(`[${name}]`)
      expect(value).toBe(`\${${name}:-}`)
    }
  })

  it('publishes the ports of the image to this machine alone, each once', () => {
    const published = mocks.flatMap(([, { ports = [] }]) => ports)

    for (const [, { ports = [] }] of mocks)
      expect(ports.map((port) => port.split(':').at(-1))).toEqual(exposed)
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/)
    expect(new Set(published).size).toBe(published.length)
  })

  it('is told in the Dockerfile as in the README', () => {
    const ports = (text: string) => /docker run .*?svc-contract/.exec(text)?.[0]
    expect(ports(textOf('Dockerfile'))).toBe(ports(textOf('README.md')))
  })

  it('is used in the README as it is, with the ports of the image and of the profile', () => {
    const readme = textOf('README.md')
    const [build = '', up = ''] = Array.from(
      readme.matchAll(/<!-- in a container -->\n\n```sh\n(.*)\n```/g),
      ([, command = '']) => command,
    )
    const [, profile = ''] = /^docker compose --profile (\w+) up --wait$/.exec(up) ?? []

    expect(build).toContain(`docker build -t ${services['mock']!.image} . &&`)
    expect(Array.from(build.matchAll(/-p (\S+)/g), ([, port]) => port)).toEqual(
      services['mock']!.ports,
    )
    expect(services['mock-on-redis']!.profiles).toEqual([profile])
    for (const port of services['mock-on-redis']!.ports!)
      expect(readme).toMatch(new RegExp(`Redis at ports .*\\b${port.split(':')[1]}\\b`))
  })

  it('waits for the Redis that it names', () => {
    const { command, depends_on } = services['mock-on-redis']!
    const url = new URL(command[command.indexOf('--redis') + 1]!)

    expect(depends_on).toEqual({ [url.hostname]: { condition: 'service_healthy' } })
    expect(services[url.hostname]?.healthcheck?.test).toEqual(['CMD', 'redis-cli', 'ping'])
  })
})
