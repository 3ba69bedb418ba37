// Mistakes under the heading: Command by path.

import { splitTarget } from '../../http/message.js'
import type { Kv } from '../../kv/kv.js'
import { type Bytes, bytesOf, textOf } from '../../kv/reply.js'
import type { Fault } from '../fault.js'

export const pathFaults: readonly Fault<Kv>[] = [
  {
    name: 'a path is percent-decoded twice',
    breaks: ['kv.path.command-and-arguments'],
    apply: (kv) => ({
      ...kv,
      pathArguments: (request) =>
        kv.pathArguments(request).map((argument) => argument.replace(/%[0-9a-f]{2}/gi, unescape)),
    }),
  },
  {
    name: 'a path is percent-decoded before it is split',
    breaks: ['kv.path.command-and-arguments', 'kv.publish.endpoint'],
    apply: (kv) => ({
      ...kv,
      pathArguments: (request) =>
        kv.pathArguments(request).flatMap((argument) => argument.split('/')),
    }),
  },
  {
    name: 'a plus in an argument is a space',
    breaks: ['kv.path.command-and-arguments'],
    apply: (kv) => ({
      ...kv,
      pathArguments: (request) =>
        kv.pathArguments(request).map((argument) => argument.replaceAll('+', ' ')),
    }),
  },
  {
    name: 'upper-case escapes are the only ones that are decoded',
    breaks: ['kv.path.command-and-arguments'],
    apply: (kv) => ({
      ...kv,
      pathArguments({ target, ...request }) {
        const lowerCase = /%(?=[0-9a-fA-F]{2})(?![0-9A-F]{2})/g
        return kv.pathArguments({ ...request, target: target.replace(lowerCase, '%25') })
      },
    }),
  },
  {
    name: 'a path has at most 64 segments',
    breaks: ['kv.path.command-and-arguments'],
    apply: (kv) => ({ ...kv, pathArguments: (request) => kv.pathArguments(request).slice(0, 64) }),
  },
  {
    name: 'a body is trimmed',
    breaks: ['kv.path.text-body-is-last-argument', 'kv.path.binary-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments: (request) => kv.bodyArguments(request).map((body) => body.trim()),
    }),
  },
  {
    name: 'a body that is called a form is decoded',
    breaks: ['kv.path.text-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments(request) {
        const body = kv.bodyArguments(request)
        const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
        return isForm ? body.map((form) => String(new URLSearchParams(form))) : body
      },
    }),
  },
  {
    name: 'text in a body is put into its composed form',
    breaks: ['kv.path.text-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments(request) {
        const body = kv.bodyArguments(request)
        const isText = request.headers['content-type'] === 'text/plain'
        return isText ? body.map((text) => bytesOf(textOf(text).normalize())) : body
      },
    }),
  },
  {
    name: 'a body without a content type is not read',
    breaks: ['kv.path.text-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments: (request) =>
        request.headers['content-type'] === undefined ? [] : kv.bodyArguments(request),
    }),
  },
  {
    name: 'a JSON body is parsed and written anew',
    breaks: ['kv.path.json-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments(request) {
        const body = kv.bodyArguments(request)
        if (request.headers['content-type'] !== 'application/json') return body
        return body.map((json) => bytesOf(JSON.stringify(JSON.parse(textOf(json)))))
      },
    }),
  },
  {
    name: 'a JSON string in a body loses its quotes',
    breaks: ['kv.path.json-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments(request) {
        const body = kv.bodyArguments(request)
        if (request.headers['content-type'] !== 'application/json') return body
        return body.map((json) => json.replace(/^"(.*)"$/s, '$1'))
      },
    }),
  },
  {
    name: 'a body is read as text',
    breaks: ['kv.path.binary-body-is-last-argument'],
    blocks: ['kv.utf8.base64-keeps-bytes'],
    apply: (kv) => ({
      ...kv,
      bodyArguments: (request) => kv.bodyArguments(request).map((body) => bytesOf(textOf(body))),
    }),
  },
  {
    name: 'a body ends at its first zero byte',
    breaks: ['kv.path.binary-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments: (request) =>
        kv.bodyArguments(request).map((body) => body.replace(/\0.*/s, '')),
    }),
  },
  {
    name: 'a body comes before the last argument of the path',
    breaks: ['kv.path.text-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const command = kv.commandInPath(request)
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
  },
  {
    name: 'options of the query come before the body',
    breaks: ['kv.path.query-options-follow-body'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const [name, ...segments] = kv.pathArguments(request) as [Bytes, ...Bytes[]]
        return [name, ...segments, ...kv.queryArguments(request), ...kv.bodyArguments(request)]
      },
    }),
  },
  {
    name: 'the query is not read for options',
    breaks: ['kv.path.query-options-follow-body'],
    apply: (kv) => ({ ...kv, queryArguments: () => [] }),
  },
  {
    name: 'the query is read for one option',
    breaks: ['kv.path.query-options-follow-body'],
    apply: (kv) => ({
      ...kv,
      queryArguments: (request) => kv.queryArguments(request).slice(0, 2),
    }),
  },
  {
    name: 'options of the query are not percent-decoded',
    breaks: ['kv.path.query-options-follow-body'],
    apply: (kv) => ({
      ...kv,
      queryArguments: ({ target }) =>
        splitTarget(target)
          .query.split('&')
          .filter((option) => option !== '' && !option.startsWith(`${kv.dialect.kvTokenKey}=`))
          .flatMap((option) => option.split('=')),
    }),
  },
]
