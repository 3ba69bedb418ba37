// Checks that every part of the code imports only what the part may import.

import { parse } from 'yaml'
import { problemsOf, type Problem } from '../generate/problem.js'
import { sourcesOf, textOf, type Check, type Files } from './check.js'
import type { Import, Source } from './source.js'

export const roomsFile = 'scripts/check/rooms.yaml'

export interface ImportRoom {
  readonly room: string
  /**
   * A pattern for the paths of the files in the room. A room is a part of the code with its own
   * import rules.
   */
  readonly files: string
  readonly may: readonly string[]
  /** The architecture rule that requires the limits of the room. */
  readonly why: string
  /** An example: a file of the room and a module that the file may not import. */
  readonly example: string
}

/** Reports every import that a room may not have. */
export const directions: Check = (files) => {
  const rooms = readRooms(files)
  return sourcesOf(files).flatMap((source) => foreign(source, rooms))
}

export const readRooms = (files: Files) => parse(textOf(files, roomsFile)) as readonly ImportRoom[]

const roomOf = (path: string, rooms: readonly ImportRoom[]): ImportRoom | undefined =>
  rooms.find(({ files }) => new RegExp(files).test(path))

function foreign({ path, imports }: Source, rooms: readonly ImportRoom[]): readonly Problem[] {
  const problem = problemsOf(path)
  const own = roomOf(path, rooms)
  if (own === undefined) return [problem(1, `is in no room: add one to ${roomsFile}`)]
  return imports.flatMap((taken) => {
    const { line, module } = taken
    const theirs = /\.tsx?$/.test(module) ? (roomOf(module, rooms)?.room ?? 'no room') : undefined
    if (isHarmless(taken) || theirs === own.room) return []
    if (own.may.some((each) => fits(each, module, theirs))) return []
    const of = theirs === undefined ? '' : ` (${theirs})`
    const may = own.may.join(', ')
    return [problem(line, `imports ${module}${of}, but ${own.room} may import ${may}: ${own.why}`)]
  })
}

function fits(entry: string, module: string, room: string | undefined): boolean {
  if (entry.startsWith('^')) return new RegExp(entry).test(module)
  if (entry !== 'packages') return entry === room
  return room === undefined && !/^#|^svc-contract(\/|$)/.test(module)
}

/** Returns true for types of a package, and for packages and names that only compute. */
const isHarmless = ({ module, names, typeOnly }: Import) =>
  !/\.tsx?$/.test(module) &&
  !module.startsWith('svc-contract') &&
  (typeOnly || computing.test(module) || names.every((name) => computingNames.has(name)))
const computing =
  /^node:(buffer|crypto|events|path|querystring|stream|stream\/consumers|timers\/promises|url|util|zlib)$/
const computingNames = new Set('isIP isIPv4 isIPv6 BlockList METHODS STATUS_CODES'.split(' '))
