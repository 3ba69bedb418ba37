// A check is a function that returns the problems in the files of the repository.

import type { Problem } from '../generate/problem.js'
import { readSource, type Source } from './source.js'

/** The texts of all files by path from the repository root. */
export type Files = ReadonlyMap<string, string>

export type Check = (files: Files) => readonly Problem[] | Promise<readonly Problem[]>

/** Returns the text of a file. Throws if it is missing. */
export function textOf(files: Files, path: string): string {
  const text = files.get(path)
  if (text === undefined) throw new Error(`${path} is missing`)
  return text
}

const read = new WeakMap<Files, readonly Source[]>()

/** Returns the TypeScript files. Each file is parsed only once. */
export function sourcesOf(files: Files): readonly Source[] {
  const sources =
    read.get(files) ??
    [...files]
      .filter(([path]) => /^(conformance|mocks|scripts)\/.*\.tsx?$/.test(path))
      .map(([path, text]) => readSource(path, text))
  read.set(files, sources)
  return sources
}
