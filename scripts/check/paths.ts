// Checks that all paths in docs/architecture.md exist.

import { problemsOf } from '../generate/problem.js'
import { textOf, type Check } from './check.js'

const map = 'docs/architecture.md'

/** Paths from the repository root in backquotes. `<interface>` means kv and queue. */
const paths = /`((?:spec|generated|conformance|mocks|scripts|docs)\/[\w<>./-]*)`/g

export const mappedPaths: Check = (files) => {
  const problem = problemsOf(map)
  const isThere = (path: string) =>
    files.has(path) ||
    (path.endsWith('/') && Array.from(files.keys()).some((each) => each.startsWith(path)))
  return textOf(files, map)
    .split('\n')
    .flatMap((text, index) =>
      Array.from(text.matchAll(paths), ([, path = '']) => path)
        .flatMap((path) => ['kv', 'queue'].map((each) => path.replace('<interface>', each)))
        .filter((path, place, all) => all.indexOf(path) === place && !isThere(path))
        .map((path) =>
          problem(index + 1, `names ${path}, which does not exist: name an existing path`),
        ),
    )
}
