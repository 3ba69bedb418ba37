// Mistakes under the heading: Command in body.

import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { bytesOf, textOf } from '../../kv/reply.js'
import type { Fault } from '../fault.js'
import { changeArguments } from './parts.js'

export const bodyFaults: readonly Fault<Kv>[] = [
  {
    name: 'a body is a command only when it begins with a bracket',
    breaks: ['kv.body.command-array'],
    apply: (kv) => ({
      ...kv,
      commandInBody(request) {
        if (request.body[0] !== 0x5b) throw new Refusal(400, 'ERR expected an array')
        return kv.commandInBody(request)
      },
    }),
  },
  {
    name: 'a command in the body needs the content type of JSON',
    breaks: ['kv.body.command-array'],
    apply: (kv) => ({
      ...kv,
      commandInBody(request) {
        if (request.headers['content-type'] === undefined) throw new Refusal(400, 'ERR no JSON')
        return kv.commandInBody(request)
      },
    }),
  },
  {
    name: 'text in a command is put into its composed form',
    breaks: ['kv.body.string-arguments'],
    apply: (kv) => ({
      ...kv,
      commandInBody: (request) =>
        changeArguments(kv.commandInBody(request), (text) => bytesOf(textOf(text).normalize())),
    }),
  },
  {
    name: 'arguments are put into lower case',
    breaks: ['kv.body.string-arguments'],
    apply: (kv) => ({
      ...kv,
      commandInBody: (request) =>
        changeArguments(kv.commandInBody(request), (text) => bytesOf(textOf(text).toLowerCase())),
    }),
  },
  {
    name: 'strings of digits are read as numbers',
    breaks: ['kv.body.string-arguments'],
    apply: (kv) => ({
      ...kv,
      commandInBody: (request) =>
        changeArguments(kv.commandInBody(request), (argument) =>
          /^\d{1,15}$/.test(argument) ? String(Number(argument)) : argument,
        ),
    }),
  },
  {
    name: 'string arguments are trimmed',
    breaks: ['kv.body.string-arguments'],
    apply: (kv) => ({
      ...kv,
      commandInBody: (request) =>
        changeArguments(kv.commandInBody(request), (argument) => argument.trim()),
    }),
  },
  {
    name: 'empty strings are left out of a command',
    breaks: ['kv.body.string-arguments'],
    apply: (kv) => ({
      ...kv,
      commandInBody(request) {
        const [name, ...args] = kv.commandInBody(request)
        return [name, ...args.filter((argument) => argument !== '')]
      },
    }),
  },
  {
    name: 'numbers of a body lose their fraction',
    breaks: ['kv.body.number-arguments'],
    apply: (kv) => ({ ...kv, scalarText: (json) => kv.scalarText(json).replace(/\.\d+$/, '') }),
  },
  {
    name: 'numbers of a body are written with six digits',
    breaks: ['kv.body.number-arguments'],
    apply: (kv) => ({
      ...kv,
      scalarText: (json) =>
        /^[\d.e+-]+$/i.test(json) ? String(Number(Number(json).toPrecision(6))) : json,
    }),
  },
]
