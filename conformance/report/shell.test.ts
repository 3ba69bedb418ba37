import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { unseen } from '../core/printable.js'
import { quote, quoteIfNeeded } from './shell.js'

const hostile = [
  'A`touch x`B',
  "'; touch x; '",
  '$(touch x) "$HOME" \\ * ~ !! #',
  '-o/tmp/x',
  'two\nlines\n',
  'a\x1b[2J\x03\r\x15\x9b31m\u202e\u2028b',
  '',
]

test.each(hostile)('%j is one word, which a shell passes on unchanged', (text) => {
  const script = `printf '[%s]' ${quote(text)} ${quoteIfNeeded(text)}`
  expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(`[${text}][${text}]`)
  expect(script.replaceAll('\n', '').match(unseen)).toBeNull()
})

test('a plain word stays if it needs no quotes', () => {
  expect(quoteIfNeeded('http://127.0.0.1:8079/a')).toBe('http://127.0.0.1:8079/a')
})
