// Whether every part of the code imports and uses only what it may.

import { problemsOf, type Problem } from '../generate/problem.js'
import { sourcesOf, type Check } from './check.js'
import { rooms, type Room } from './rooms.js'
import type { Import, Source } from './source.js'

/** What a part of the code may not use: a global, a member of one, or a name taken from a package. */
interface Ban {
  /** The files it stands around. */
  readonly from: RegExp
  readonly except: RegExp
  readonly uses: RegExp
  /** The line of the architecture that is crossed, and the way around. */
  readonly why: string
}

const bans: readonly Ban[] = [
  {
    from: /^mocks\//,
    except: /^mocks\/clock\.ts$|\.test\.ts$/,
    uses: /^(setTimeout|setInterval|performance|Date\.now|new Date\(\))$/,
    why: 'only mocks/clock.ts knows the time; take a clock as an argument',
  },
  {
    from: /^(conformance|mocks)\//,
    except: /^mocks\/kv\/redis-\w+\.ts$|\.(test|campaign)\.ts$/,
    uses: /^(process\.(argv|env|exit|exitCode)|console)$/,
    why: 'the command line and the environment belong to scripts/; take an argument',
  },
]

/** Reports every import that its room may not have, and every use that is banned where it stands. */
export const directions: Check = (files) =>
  sourcesOf(files).flatMap((source) => [...foreign(source), ...banned(source)])

const roomOf = (path: string): Room | undefined => rooms.find(({ files }) => files.test(path))

function foreign({ path, imports }: Source): readonly Problem[] {
  const problem = problemsOf(path)
  const own = roomOf(path)
  if (own === undefined) return [problem(1, 'is in no room: name one in scripts/check/rooms.ts')]
  const list = own.may.map((each) => (typeof each === 'string' ? each : each.source)).join(', ')
  return imports
    .filter((each) => !isAllowed(each, own))
    .map(({ line, module }) => {
      const of = module.endsWith('.ts') ? ` (${roomOf(module)?.room ?? 'no room'})` : ''
      return problem(line, `imports ${module}${of}, but ${own.room} may import ${list}: ${own.why}`)
    })
}

function isAllowed(taken: Import, { room, may }: Room): boolean {
  const { module } = taken
  if (isHarmless(taken)) return true
  const theirs = module.endsWith('.ts') ? roomOf(module)?.room : undefined
  return (
    theirs === room ||
    may.some((each) => (typeof each === 'string' ? each === theirs : each.test(module)))
  )
}

function banned({ path, imports, uses }: Source): readonly Problem[] {
  const problem = problemsOf(path)
  const taken = imports.flatMap(({ line, names }) => names.map((name) => ({ line, name })))
  return bans
    .filter(({ from, except }) => from.test(path) && !except.test(path))
    .flatMap((ban) =>
      [...taken, ...uses]
        .filter(({ name }) => ban.uses.test(name))
        .map(({ line, name }) => problem(line, `uses ${name}, but ${ban.why}`)),
    )
}

/** Types of a package do nothing, and these packages and names only compute; what is ours is knowledge. */
const isHarmless = ({ module, names, typeOnly }: Import) =>
  !module.endsWith('.ts') &&
  !module.startsWith('svc-contract') &&
  (typeOnly || computing.test(module) || names.every((name) => computingNames.has(name)))
const computing =
  /^node:(buffer|crypto|events|path|querystring|stream|stream\/consumers|timers\/promises|url|util|zlib)$/
const computingNames = new Set([
  ...['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'METHODS', 'STATUS_CODES'],
])
