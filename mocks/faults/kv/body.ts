// Mistakes under the heading: Command in body.

import { Refusal } from '../../http/refusal.js'
import { type Bytes, bytesOf, textOf } from '../../kv/reply.js'
import { each, result, shape } from '../written.js'
import { fault, replacing, type KvFault, type Replacements } from './fault.js'

/** A server that changes the arguments of a command in the body. */
const changing = shape((change: (argument: Bytes) => Bytes): Replacements => ({
  commandInBody: result(([name, ...args]) => [name, ...args.map(change)]),
}))

export const bodyFaults: readonly KvFault[] = [
  ...each(replacing('commandInBody'), ['kv.body.command-array'], {
    'a body is a command only when it begins with a bracket': (original) => (request) => {
      if (request.body[0] !== 0x5b) throw new Refusal(400, 'ERR expected an array')
      return original(request)
    },
    'a command in the body needs the content type of JSON': (original) => (request) => {
      if (request.headers['content-type'] === undefined) throw new Refusal(400, 'ERR no JSON')
      return original(request)
    },
  }),
  ...each(changing, ['kv.body.string-arguments'], {
    'text in a command is put into its composed form': (text) => bytesOf(textOf(text).normalize()),
    'arguments are put into lower case': (text) => bytesOf(textOf(text).toLowerCase()),
    'strings of digits are read as numbers': (argument) =>
      /^\d{1,15}$/.test(argument) ? String(Number(argument)) : argument,
    'string arguments are trimmed': (argument) => argument.trim(),
  }),
  fault('empty strings are left out of a command', ['kv.body.string-arguments'], {
    commandInBody: result(([name, ...args]) => [
      name,
      ...args.filter((argument) => argument !== ''),
    ]),
  }),
  ...each(replacing('scalarText'), ['kv.body.number-arguments'], {
    'numbers of a body lose their fraction': result((text) => text.replace(/\.\d+$/, '')),
    'numbers of a body are written with six digits': () => (json) =>
      /^[\d.e+-]+$/i.test(json) ? String(Number(Number(json).toPrecision(6))) : json,
  }),
]
