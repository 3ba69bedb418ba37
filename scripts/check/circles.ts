// Checks that imports, including type imports, form no circle.

import { problemsOf } from '../generate/problem.js'
import { sourcesOf, type Check } from './check.js'

/** Reports each circle once, with its shortest path. */
export const circles: Check = (files) => {
  const imports = new Map(
    sourcesOf(files).map(
      ({ path, imports }) => [path, new Set(imports.map(({ module }) => module))] as const,
    ),
  )
  const reported = new Set<string>()
  return [...imports.keys()].flatMap((path) => {
    const way = reported.has(path) ? undefined : wayBack(path, imports)
    if (way === undefined) return []
    for (const each of way) reported.add(each)
    return [problemsOf(path)(1, `imports itself by way of ${[...way, path].join(' → ')}`)]
  })
}

/** Returns the shortest path from a file back to itself, without the last step. */
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
