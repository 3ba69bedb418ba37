import { expect, test } from 'vitest'
import { inline, quoted } from './inline.js'

test.each([
  ['a `GET /<key>` runs', 'a <code>GET /&lt;key&gt;</code> runs'],
  ['*one* and **two**', '<em>one</em> and <strong>two</strong>'],
  ['`*` | 2 * 3 * 4', '<code>*</code><i> | </i>2 * 3 * 4'],
  ['<ARG>...` for each command', '<code>&lt;ARG&gt;...</code> for each command'],
  ['| `a` | string |', '<code>a</code><i> | </i>string'],
  ['the command `GET', 'the command <code>GET</code>'],
])('%s', (quote, want) => expect(quoted(quote).markup).toBe(want))

test('a title has code, and nothing else', () =>
  expect(inline('XADD `*` takes a * b * c').markup).toBe('XADD <code>*</code> takes a * b * c'))
