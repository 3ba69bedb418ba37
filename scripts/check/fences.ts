// Which part of the code may import and use what: the directions of the architecture, as data.

import { problemsOf, type Problem } from '../generate/problem.js'
import { sourcesOf, type Check } from './check.js'
import type { Import, Source } from './source.js'

interface Fence {
  /** The files it stands around. */
  readonly from: RegExp
  readonly except?: RegExp
  /** What they may not import: a file, or a package. */
  readonly imports?: RegExp
  /** What they may not use: a global, a member of one, or a name taken from a package. */
  readonly uses?: RegExp
  /** The line of the architecture that is crossed, and the way around. */
  readonly why: string
}

const fences: readonly Fence[] = [
  {
    from: /^conformance\//,
    except: /^conformance\/selftest\//,
    imports: /^mocks\//,
    why: 'the examiner knows the examined by HTTP alone; what needs both belongs in conformance/selftest',
  },
  {
    from: /^mocks\//,
    imports: /^conformance\//,
    why: 'the examined does not know its examiner; what needs both belongs in conformance/selftest',
  },
  {
    from: /^(conformance|mocks)\//,
    imports: /^scripts\//,
    why: 'scripts are what one runs; what others need of them belongs in their own room',
  },
  {
    from: /^mocks\/kv\/engine\//,
    imports:
      /^mocks\/(kv\/(commands|backends|kv|server|request|encode|access|streams)\b|http\/|queue\/)/,
    why: 'the engine knows no command, and nothing above',
  },
  {
    from: /^mocks\/kv\/(commands|backends)\//,
    imports: /^mocks\/(kv\/(kv|server|request|encode|access|streams)\b|http\/|queue\/)/,
    why: 'commands and where they run know nothing of HTTP and of what is above them',
  },
  {
    from: /^mocks\/kv\/kv\.ts$/,
    imports: /^mocks\/(kv\/server\b|queue\/)/,
    why: 'the server calls kv, not the other way round',
  },
  {
    from: /^mocks\/queue\//,
    except: /(routes?|server|testing|\.test)\.ts$/,
    imports: /^mocks\/(queue\/(server|.*routes?)\.ts$|kv\/)/,
    why: 'routes call the features, not the other way round',
  },
  {
    from: /^mocks\/queue\/store\//,
    imports: /^mocks\/queue\/queue\.ts$/,
    why: 'features call the store, not the other way round',
  },
  {
    from: /^mocks\//,
    except: /^mocks\/(index\.ts$|faults\/)/,
    imports: /^mocks\/faults\//,
    why: 'correct code knows no fault; only mocks/index.ts puts them in',
  },
  {
    from: /^mocks\//,
    except: /^mocks\/clock\.ts$|\.test\.ts$/,
    uses: /^(setTimeout|setInterval|performance|Date\.now|new Date\(\))$/,
    why: 'only mocks/clock.ts knows the time; take a clock as an argument',
  },
  {
    from: /^mocks\//,
    except:
      /^mocks\/(http\/(serve|testing)|queue\/deliver\/sender|nulls|kv\/resp\/serve|kv\/redis-\w+)\.ts$|\.test\.ts$/,
    imports: /^(node:)?(net|tls|http|https|http2|dgram)$|^undici$/,
    why: 'only http/serve.ts, queue/deliver/sender.ts, nulls.ts, kv/resp/serve.ts and kv/redis-connection.ts open sockets',
  },
  {
    from: /^(conformance|mocks)\//,
    except: /^mocks\/kv\/redis-\w+\.ts$|\.(test|campaign)\.ts$/,
    uses: /^(process\.(argv|env|exit|exitCode)|console)$/,
    why: 'the command line and the environment belong to scripts/; take an argument',
  },
]

/** Reports every import and use that crosses a fence. */
export const directions: Check = (files) =>
  sourcesOf(files).flatMap((source) =>
    fences
      .filter(({ from, except }) => from.test(source.path) && !except?.test(source.path))
      .flatMap((fence) => crossings(source, fence)),
  )

function crossings({ path, imports, uses }: Source, fence: Fence): readonly Problem[] {
  const problem = problemsOf(path)
  const taken = imports.flatMap(({ line, names }) => names.map((name) => ({ line, name })))
  return [
    ...imports
      .filter((each) => fence.imports?.test(each.module) && !isHarmless(each))
      .map(({ line, module }) => problem(line, `imports ${module}, but ${fence.why}`)),
    ...[...taken, ...uses]
      .filter(({ name }) => fence.uses?.test(name))
      .map(({ line, name }) => problem(line, `uses ${name}, but ${fence.why}`)),
  ]
}

/** Types of a package do nothing, and these names only compute; what is ours is knowledge. */
const isHarmless = ({ module, names, typeOnly }: Import) =>
  !module.endsWith('.ts') && (typeOnly || names.every((name) => computing.has(name)))
const computing = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'METHODS', 'STATUS_CODES'])
