// Whether the map for contributors names only what is there.

import { problemsOf } from '../generate/problem.js'
import { textOf, type Check } from './check.js'

const map = 'docs/architecture.md'

/** A path from the root in backquotes; one with `<interface>` stands for both of them. */
const paths = /`((?:spec|generated|conformance|mocks|scripts|docs)\/[\w<>./-]*)`/g

/** Reports every path in docs/architecture.md at which no file is, and no folder with files. */
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
        .map((path) => problem(index + 1, `names ${path}, which is not there: name what is`)),
    )
}
