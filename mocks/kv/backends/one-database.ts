// Confines the commands of users to one database of a server, because another database of that
// server stores the messages of the queue.

import type { Command } from '../reply.js'
import type { Backend } from './backend.js'

/** A number of no database. Redis answers that it is out of range. */
const NO_DATABASE = '2147483646'

/** Returns a backend whose commands leave the other databases as they are. Scripts are not changed. */
export function inOneDatabase(backend: Backend, database: number): Backend {
  const confine = (command: Command) => confined(command, String(database))
  return {
    ...backend,
    execute: (command, sender) => backend.execute(confine(command), sender),
    pipeline: (commands, sender) => backend.pipeline(commands.map(confine), sender),
    transaction: (commands, sender) => backend.transaction(commands.map(confine), sender),
  }
}

function confined(command: Command, database: string): Command {
  const [name, ...args] = command
  const inside = (given: string) => (given === database ? given : NO_DATABASE)
  switch (name.toUpperCase()) {
    case 'FLUSHALL':
      return ['FLUSHDB', ...args]
    case 'SWAPDB':
      return [name, ...args.map(inside)]
    case 'MOVE':
      return [name, ...args.slice(0, 1), ...args.slice(1).map(inside)]
    case 'COPY':
      return [
        name,
        ...args.map((each, n) => (/^db$/i.test(args[n - 1] ?? '') && n > 2 ? inside(each) : each)),
      ]
    default:
      return command
  }
}
