// Faults of the heading Command by path.

import { splitTarget } from '../../http/message.js'
import { bytesOf, textOf } from '../../kv/reply.js'
import { each } from '../written.js'
import { distort, when, wrongAt } from './boundary.js'
import { body, options, path } from './distortions.js'
import { breaking, faults } from './fault.js'
import { at, hasBody, optionsOf, type Seen, where } from './where.js'

const PATH = 'kv.path.command-and-arguments'
const TEXT = 'kv.path.text-body-is-last-argument'
const BINARY = 'kv.path.binary-body-is-last-argument'
const JSON_BODY = 'kv.path.json-body-is-last-argument'
const OPTIONS = 'kv.path.query-options-follow-body'

const byPath = at('path')
const { framing } = where

const percentEncoded = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('hex').replace(/../g, '%$&')

export const pathFaults = faults({
  ...breaking([PATH, 'kv.publish.endpoint'], {
    'path-decoded-twice: command by path: percent-decodes the path twice': () =>
      distort(path((text) => text.replace(/%25(?=[0-9a-f]{2})/gi, '%'))),
    'path-plus-as-space: command by path: decodes + and %2B in the path as spaces': () =>
      distort(path((text) => text.replace(/\+|%2b/gi, '%20'))),
    'path-decoded-before-split: command by path: treats %2F in the path as the separator /': () =>
      when(byPath)(path((text) => text.replace(/%2f/gi, '/'))),
  }),
  ...each(wrongAt(), [PATH], {
    'path-semicolon-cut: command by path: cuts a path segment at its first ;': () =>
      path((text) => text.replace(/;[^/]*/g, '')),
    'path-lower-case-escapes-kept: command by path: does not decode lower-case escapes (%2f)': () =>
      path((text) => text.replace(/%(?=[0-9a-fA-F]{2})(?![0-9A-F]{2})/g, '%25')),
    'path-limited-to-64-segments: command by path: ignores path segments after the 64th': () =>
      path((text) => text.split('/').slice(0, 65).join('/')),
  }),
  'path-body-trimmed: command by path: trims whitespace of the request body': {
    breaks: [TEXT, BINARY],
    replace: () => when(byPath)(body((bytes) => bytes.trim())),
  },
  ...breaking([TEXT], {
    'path-form-body-rewritten: command by path: re-encodes a form body (a%20b as a+b)': () =>
      when(byPath, framing['of a form'])(body((form) => String(new URLSearchParams(form)))),
    'path-text-body-normalized: command by path: normalizes a text body to Unicode NFC': () =>
      when(
        byPath,
        ({ request }: Seen) => request.headers['content-type'] === 'text/plain',
      )(body((bytes) => bytesOf(textOf(bytes).normalize()))),
    'path-body-needs-content-type: command by path: ignores a body without Content-Type': () =>
      when(byPath, framing['without Content-Type'])(body(() => '')),
    'path-body-chunked-ignored: command by path: ignores a body without Content-Length': () =>
      when(byPath, framing['in chunks'])(body(() => '')),
  }),
  ...each(wrongAt(framing['of application/json']), [JSON_BODY], {
    'path-json-body-rewritten: command by path: removes whitespace from a JSON body': () =>
      body((json) => bytesOf(JSON.stringify(JSON.parse(textOf(json))))),
    'path-json-body-unquoted: command by path: strips the quotes of a JSON string body': () =>
      body((json) => json.replace(/^"(.*)"$/s, '$1')),
  }),
  ...each(wrongAt(byPath), [BINARY], {
    'path-body-as-text: command by path: decodes a binary body as UTF-8 text': () =>
      body((bytes) => bytesOf(textOf(bytes))),
    'path-body-cut-at-zero-byte: command by path: cuts the body at its first zero byte': () =>
      body((bytes) => bytes.replace(/\0.*/s, '')),
  }),
  'path-body-before-last-segment: command by path: inserts body before the last path segment': {
    breaks: [TEXT, 'kv.methods.post'],
    replace: () =>
      when(byPath, hasBody, ({ request }: Seen) => /^(\/[^/?]+){3}/.test(request.target))({
        request: ({ request }) => ({
          target: request.target.replace(/[^/?]*(\?|$)/, `${percentEncoded(request.body)}/$&`),
          body: new Uint8Array(),
        }),
      }),
  },
  ...breaking([OPTIONS], {
    'path-query-options-before-body: command by path: adds query options (?EX=9) before the body':
      () =>
        when(byPath)({
          request(seen) {
            const { path, query } = splitTarget(seen.request.target)
            const known = optionsOf(seen)
            const token = query.split('&').filter((each) => !known.includes(each))
            const words = known.flatMap((option) => option.split('='))
            return { target: `${[path, ...words].join('/')}?${token.join('&')}` }
          },
        }),
  }),
  ...each(wrongAt(), [OPTIONS], {
    'path-query-options-ignored: command by path: ignores options in the query (?EX=9)': () =>
      options(() => []),
    'path-one-query-option: command by path: ignores all but the first query parameter': () =>
      options((all) => all.slice(0, 1)),
    'path-query-value-cut: command by path: cuts a query value at its first = (?f=a=b)': () =>
      options((all) => all.map((option) => option.split('=').slice(0, 2).join('='))),
    'path-query-options-not-decoded: command by path: does not percent-decode query parameters':
      () => options((all) => all.map((option) => option.replaceAll('%', '%25'))),
  }),
})
