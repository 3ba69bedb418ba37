// Faults of the heading Command by path.

import { splitTarget } from '../../http/message.js'
import { type Bytes, bytesOf, textOf } from '../../kv/reply.js'
import { each, given, isChunked, result } from '../written.js'
import { faults, type Replacements, replacing } from './fault.js'

/** Changes the body of a command by path; only that of `contentType`, if given. */
const changingBody = (change: (body: Bytes) => Bytes, contentType?: string): Replacements => ({
  bodyArguments: result((body, request) => {
    const isMeant = [undefined, request.headers['content-type']].includes(contentType)
    return isMeant ? body.map(change) : body
  }),
})

const PATH = 'kv.path.command-and-arguments'
const TEXT = 'kv.path.text-body-is-last-argument'
const BINARY = 'kv.path.binary-body-is-last-argument'

export const pathFaults = faults({
  ...each(replacing('pathArguments'), [PATH, 'kv.publish.endpoint'], {
    'path-decoded-twice: command by path: percent-decodes the path twice': result((args) =>
      args.map((argument) => argument.replace(/%[0-9a-f]{2}/gi, unescape)),
    ),
    'path-plus-as-space: command by path: decodes + and %2B in the path as spaces': result((args) =>
      args.map((argument) => argument.replaceAll('+', ' ')),
    ),
  }),
  ...each(replacing('pathArguments'), [PATH], {
    'path-semicolon-cut: command by path: cuts a path segment at its first ;': given((request) => [
      { ...request, target: request.target.replaceAll(/;[^/?]*/g, '') },
    ]),
    'path-lower-case-escapes-kept: command by path: does not decode lower-case escapes (%2f)':
      given((request) => {
        const lowerCase = /%(?=[0-9a-fA-F]{2})(?![0-9A-F]{2})/g
        return [{ ...request, target: request.target.replace(lowerCase, '%25') }]
      }),
    'path-limited-to-64-segments: command by path: ignores path segments after the 64th': result(
      (args) => args.slice(0, 64),
    ),
  }),
  'path-decoded-before-split: command by path: treats %2F in the path as the separator /': {
    breaks: [PATH, 'kv.publish.endpoint'],
    pathArguments: result((args) => args.flatMap((argument) => argument.split('/'))),
  },
  'path-body-trimmed: command by path: trims whitespace of the request body': {
    breaks: [TEXT, BINARY],
    ...changingBody((body) => body.trim()),
  },
  'path-form-body-rewritten: command by path: re-encodes a form body (a%20b as a+b)': {
    breaks: [TEXT],
    ...changingBody(
      (form) => String(new URLSearchParams(form)),
      'application/x-www-form-urlencoded',
    ),
  },
  'path-text-body-normalized: command by path: normalizes a text body to Unicode NFC': {
    breaks: [TEXT],
    ...changingBody((text) => bytesOf(textOf(text).normalize()), 'text/plain'),
  },
  'path-body-needs-content-type: command by path: ignores a body without Content-Type': {
    breaks: [TEXT],
    bodyArguments: (original) => (request) =>
      request.headers['content-type'] === undefined ? [] : original(request),
  },
  'path-body-chunked-ignored: command by path: ignores a body without Content-Length': {
    breaks: [TEXT],
    bodyArguments: (original) => (request) => (isChunked(request) ? [] : original(request)),
  },
  'path-json-body-rewritten: command by path: removes whitespace from a JSON body': {
    breaks: ['kv.path.json-body-is-last-argument'],
    ...changingBody(
      (json) => bytesOf(JSON.stringify(JSON.parse(textOf(json)))),
      'application/json',
    ),
  },
  'path-json-body-unquoted: command by path: strips the quotes of a JSON string body': {
    breaks: ['kv.path.json-body-is-last-argument'],
    ...changingBody((json) => json.replace(/^"(.*)"$/s, '$1'), 'application/json'),
  },
  'path-body-as-text: command by path: decodes a binary body as UTF-8 text': {
    breaks: [BINARY],
    ...changingBody((body) => bytesOf(textOf(body))),
  },
  'path-body-cut-at-zero-byte: command by path: cuts the body at its first zero byte': {
    breaks: [BINARY],
    ...changingBody((body) => body.replace(/\0.*/s, '')),
  },
  'path-body-before-last-segment: command by path: inserts body before the last path segment': {
    breaks: [TEXT, 'kv.methods.post'],
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
  },
  'path-query-options-before-body: command by path: adds query options (?EX=9) before the body': {
    breaks: ['kv.path.query-options-follow-body'],
    commandInPath: (_, kv) => (request) => {
      const [name, ...segments] = kv.pathArguments(request) as [Bytes, ...Bytes[]]
      return [name, ...segments, ...kv.queryArguments(request), ...kv.bodyArguments(request)]
    },
  },
  ...each(replacing('queryArguments'), ['kv.path.query-options-follow-body'], {
    'path-query-options-ignored: command by path: ignores options in the query (?EX=9)':
      () => () => [],
    'path-one-query-option: command by path: ignores all but the first query parameter': result(
      (options) => options.slice(0, 2),
    ),
    'path-query-value-cut: command by path: cuts a query value at its first = (?f=a=b)':
      (original) => (request) => {
        const { path, query } = splitTarget(request.target)
        const cut = query.split('&').map((option) => option.split('=').slice(0, 2).join('='))
        return original({ ...request, target: `${path}?${cut.join('&')}` })
      },
    'path-query-options-not-decoded: command by path: does not percent-decode query parameters':
      (_, kv) => (request) =>
        splitTarget(request.target)
          .query.split('&')
          .filter((option) => option !== '' && !option.startsWith(`${kv.dialect.kvTokenKey}=`))
          .flatMap((option) => option.split('=')),
  }),
})
