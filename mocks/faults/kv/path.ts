// Mistakes under the heading: Command by path.

import { splitTarget } from '../../http/message.js'
import { type Bytes, bytesOf, textOf } from '../../kv/reply.js'
import { each, given, result, shape } from '../written.js'
import { fault, replacing, type KvFault, type Replacements } from './fault.js'

/** A server that changes the body of a command by path, of one content type or of any. */
const changingBody = shape(
  (change: (body: Bytes) => Bytes, contentType?: string): Replacements => ({
    bodyArguments: result((body, request) => {
      const isMeant = [undefined, request.headers['content-type']].includes(contentType)
      return isMeant ? body.map(change) : body
    }),
  }),
)

const PATH = 'kv.path.command-and-arguments'
const TEXT = 'kv.path.text-body-is-last-argument'
const BINARY = 'kv.path.binary-body-is-last-argument'

export const pathFaults: readonly KvFault[] = [
  fault('a path is percent-decoded twice', [PATH], {
    pathArguments: result((args) =>
      args.map((argument) => argument.replace(/%[0-9a-f]{2}/gi, unescape)),
    ),
  }),
  fault('a path is percent-decoded before it is split', [PATH, 'kv.publish.endpoint'], {
    pathArguments: result((args) => args.flatMap((argument) => argument.split('/'))),
  }),
  ...each(replacing('pathArguments'), [PATH], {
    'a plus in an argument is a space': result((args) =>
      args.map((argument) => argument.replaceAll('+', ' ')),
    ),
    'upper-case escapes are the only ones that are decoded': given((request) => {
      const lowerCase = /%(?=[0-9a-fA-F]{2})(?![0-9A-F]{2})/g
      return [{ ...request, target: request.target.replace(lowerCase, '%25') }]
    }),
    'a path has at most 64 segments': result((args) => args.slice(0, 64)),
  }),
  changingBody('a body is trimmed', [TEXT, BINARY], (body) => body.trim()),
  changingBody(
    'a body that is called a form is decoded',
    [TEXT],
    (form) => String(new URLSearchParams(form)),
    'application/x-www-form-urlencoded',
  ),
  changingBody(
    'text in a body is put into its composed form',
    [TEXT],
    (text) => bytesOf(textOf(text).normalize()),
    'text/plain',
  ),
  fault('a body without a content type is not read', [TEXT], {
    bodyArguments: (original) => (request) =>
      request.headers['content-type'] === undefined ? [] : original(request),
  }),
  changingBody(
    'a JSON body is parsed and written anew',
    ['kv.path.json-body-is-last-argument'],
    (json) => bytesOf(JSON.stringify(JSON.parse(textOf(json)))),
    'application/json',
  ),
  changingBody(
    'a JSON string in a body loses its quotes',
    ['kv.path.json-body-is-last-argument'],
    (json) => json.replace(/^"(.*)"$/s, '$1'),
    'application/json',
  ),
  changingBody(
    'a body is read as text',
    { breaks: [BINARY], blocks: ['kv.utf8.base64-keeps-bytes'] },
    (body) => bytesOf(textOf(body)),
  ),
  changingBody('a body ends at its first zero byte', [BINARY], (body) => body.replace(/\0.*/s, '')),
  fault('a body comes before the last argument of the path', [TEXT], {
    commandInPath: (original, kv) => (request) => {
      const command = original(request)
      const [body] = kv.bodyArguments(request)
      const segments = kv.pathArguments(request).length
      if (body === undefined || segments < 3) return command
      return [
        command[0],
        ...command.slice(1, segments - 1),
        body,
        ...command.slice(segments - 1, segments),
        ...command.slice(segments + 1),
      ]
    },
  }),
  fault('options of the query come before the body', ['kv.path.query-options-follow-body'], {
    commandInPath: (_, kv) => (request) => {
      const [name, ...segments] = kv.pathArguments(request) as [Bytes, ...Bytes[]]
      return [name, ...segments, ...kv.queryArguments(request), ...kv.bodyArguments(request)]
    },
  }),
  ...each(replacing('queryArguments'), ['kv.path.query-options-follow-body'], {
    'the query is not read for options': () => () => [],
    'the query is read for one option': result((options) => options.slice(0, 2)),
    'options of the query are not percent-decoded': (_, kv) => (request) =>
      splitTarget(request.target)
        .query.split('&')
        .filter((option) => option !== '' && !option.startsWith(`${kv.dialect.kvTokenKey}=`))
        .flatMap((option) => option.split('=')),
  }),
]
