// Whether imports go round in a circle, those of types included.

import { problemsOf } from '../generate/problem.js'
import { sourcesOf, type Check } from './check.js'

/** Where there may be none. */
const held = /^(conformance|scripts|mocks\/(http|kv|prism|queue|start))\//

/** The type of the whole is inferred from its parts, each of which is a function of the whole. */
const whole = 'mocks/queue/queue.ts'

/** Reports each file whose imports lead back to it, with the shortest way round, once for each circle. */
export const circles: Check = (files) => {
  const imports = new Map(
    sourcesOf(files)
      .filter(({ path }) => held.test(path) && path !== whole)
      .map(({ path, imports }) => [path, new Set(imports.map(({ module }) => module))] as const),
  )
  const told = new Set<string>()
  return [...imports.keys()].flatMap((path) => {
    const way = told.has(path) ? undefined : wayBack(path, imports)
    if (way === undefined) return []
    for (const each of way) told.add(each)
    return [problemsOf(path)(1, `imports itself by way of ${[...way, path].join(' → ')}`)]
  })
}

/** The shortest way from a file to itself, without its end. */
function wayBack(
  start: string,
  imports: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] | undefined {
  const seen = new Set<string>()
  let ways: readonly (readonly string[])[] = [[start]]
  while (ways.length > 0) {
    const next: (readonly string[])[] = []
    for (const way of ways)
      for (const module of imports.get(way.at(-1)!) ?? []) {
        if (module === start) return way
        if (!seen.has(module) && imports.has(module)) next.push([...way, module])
        seen.add(module)
      }
    ways = next
  }
  return undefined
}
