// Which part of the code may import and use what: the directions of the architecture, as data.

import { posix } from 'node:path'
import { problemsOf, type Problem } from '../generate/problem.js'
import { sourcesOf, type Check } from './check.js'
import type { Import, Source } from './source.js'

interface Fence {
  /** The files it stands around. */
  readonly from: RegExp
  readonly except?: RegExp
  /** What they may not import: a path from the root, or a package. */
  readonly imports?: RegExp
  /** What they may not use: a global name, or a member of one. */
  readonly uses?: RegExp
  readonly why: string
}

const test = /\.test\.ts$/

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
    imports: /^mocks\/(kv\/(commands|backends|kv|server|request|encode|access|streams)\b|http\/|queue\/)/,
    why: 'the engine knows no command, and nothing above',
  },
  {
    from: /^mocks\/kv\/commands\//,
    imports: /^mocks\/(kv\/(kv|server|request|encode|access|streams)\b|http\/|queue\/)/,
    why: 'commands know the engine, and nothing above themselves',
  },
  {
    from: /^mocks\/kv\/kv\.ts$/,
    imports: /^mocks\/(kv\/server\b|queue\/)/,
    why: 'the server calls kv, not the other way round',
  },
  {
    from: /^mocks\/queue\/services\//,
    imports: /^mocks\/(queue\/(routes?|server)\b|http\/|kv\/)/,
    why: 'routes call services, and services know no HTTP server',
  },
  {
    from: /^mocks\/queue\/store\//,
    imports: /^mocks\/(queue\/(routes?|server|services)\b|http\/|kv\/)/,
    why: 'services call the store, not the other way round',
  },
  {
    from: /^mocks\//,
    except: /^mocks\/(index\.ts$|faults\/)/,
    imports: /^mocks\/faults\//,
    why: 'correct code knows no fault; only mocks/index.ts puts them in',
  },
  {
    from: /^mocks\//,
    except: /^mocks\/clock(\.test)?\.ts$|\.test\.ts$/,
    imports: /^(node:)?(timers(\/promises)?|perf_hooks)$/,
    uses: /^((setTimeout|setInterval|performance)$|Date\.now$|new Date\(\)$)/,
    why: 'only mocks/clock.ts knows the time; take a clock as an argument',
  },
  {
    from: /^mocks\//,
    except: /^mocks\/(http\/serve|queue\/sender|nulls|kv\/backends\/redis)\.ts$|\.test\.ts$/,
    imports: /^(node:)?(net|tls|http|https|http2|dgram)$|^(undici|redis)$/,
    why: 'only http/serve.ts, queue/sender.ts, nulls.ts and kv/backends/redis.ts open sockets',
  },
  {
    from: /^(conformance|mocks)\//,
    except: test,
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

function crossings(source: Source, { imports, uses, why }: Fence): readonly Problem[] {
  const problem = problemsOf(source.path)
  return [
    ...source.imports
      .filter((each) => imports?.test(importedBy(source.path, each)) && !isHarmless(each))
      .map(({ line, specifier }) => problem(line, `imports ${specifier}, but ${why}`)),
    ...source.uses
      .filter(({ name }) => uses?.test(name))
      .map(({ line, name }) => problem(line, `uses ${name}, but ${why}`)),
  ]
}

/** The types of a package open no socket and tell no time; a type of our own is knowledge. */
const isHarmless = ({ typeOnly, specifier }: Import) => typeOnly && !specifier.startsWith('.')

/** The file that an import means, as a path from the root, or the name of a package. */
export function importedBy(path: string, { specifier }: Pick<Import, 'specifier'>): string {
  return specifier.startsWith('.')
    ? posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
    : specifier
}
