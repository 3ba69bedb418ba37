// What the HELP of a command with subcommands tells.

import { Status } from '../reply.js'
import { run, type Entry } from './command.js'

/** `X HELP`: its lines between those that every HELP begins and ends with. */
export const help = (container: string, lines: readonly string[]): Entry => {
  const all = [
    `${container} <subcommand> [<arg> [value] [opt] ...]. Subcommands are:`,
    ...lines,
    'HELP',
    '    Prints this help.',
  ]
  return run(`${container} HELP`, [], () => all.map((line) => new Status(line)))
}
