// Checks that every file and every export is used.

import { problemsOf } from '../generate/problem.js'
import { sourcesOf, textOf, type Check } from './check.js'

/** Reports files that no command, public export or test uses, except tests of the same file. */
export const deadFiles: Check = (files) => {
  const sources = new Map(sourcesOf(files).map((source) => [source.path, source]))
  const reached = new Set<string>()
  const reach = (path: string) => {
    const source = sources.get(path)
    if (source === undefined || reached.has(path)) return
    reached.add(path)
    const twin = path.replace(/\.test\.ts$/, '.ts')
    for (const { module } of source.imports) if (module !== twin) reach(module)
  }
  const tests = [...sources.keys()].filter((path) => /\.(test|campaign)\.ts$/.test(path))
  for (const path of [...entries(textOf(files, 'package.json')), ...tests]) reach(path)
  return [...sources.keys()]
    .filter((path) => !reached.has(path))
    .map((path) =>
      problemsOf(path)(1, 'nothing imports this file: import it where it is needed, or delete it'),
    )
}

/** Reports exported functions, classes and constants that no file imports. */
export const unusedExports: Check = (files) => {
  const sources = sourcesOf(files)
  const open = new Set(entries(textOf(files, 'package.json')))
  const taken = new Set(
    sources
      .flatMap(({ imports }) => imports)
      .flatMap(({ module, names }) => names.map((name) => `${module} ${name}`)),
  )
  return sources
    .filter(({ path }) => !open.has(path) && !taken.has(`${path} *`))
    .flatMap(({ path, exports }) =>
      exports
        .filter(({ name }) => !taken.has(`${path} ${name}`))
        .map(({ name, line }) =>
          problemsOf(path)(line, `nobody imports ${name}: use it, or do not export it`),
        ),
    )
}

/** Returns the source files of the compiled and bundled files in package.json. */
function entries(packageJson: string): readonly string[] {
  const compiled = packageJson.matchAll(/(?:build|dist)\/([\w/-]+)\.js/g)
  const bundled = packageJson.match(/\b(?<!\/)mocks\/[\w/-]+\.tsx\b/g) ?? []
  return [...Array.from(compiled, (match) => `${match[1]}.ts`), ...bundled]
}
