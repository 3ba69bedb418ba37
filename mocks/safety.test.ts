import { expect, test } from 'vitest'
import { parseSafety, safetyOf } from './safety.js'

test.each([
  [{ headers: 1 }, /^safety: expected some of bodyBytes, .*, got headers/],
  [{ bodyByte: 1 }, /got bodyByte \(did you mean bodyBytes\?\)$/],
  [{ bodyBytes: 0 }, /^safety\.bodyBytes: expected a whole number from 1, or Infinity, got 0$/],
  [{ bodyBytes: 1.5 }, /got 1\.5$/],
])('rejects %j', (given, message) => {
  expect(() => safetyOf(given as object)).toThrow(message)
})

test.each([
  ['journal-bytes=16K', { journalBytes: 16_384 }],
  ['command-ms=500', { commandMs: 500 }],
  ['connections=none', { connections: Infinity }],
])('parses %s', (pair, limits) => {
  expect(parseSafety([pair])).toEqual(limits)
})

test.each([
  ['journal=16', /^expected NAME=VALUE with one of body-bytes, .*, got "journal=16"/],
  ['body-byte=3', /got "body-byte=3" \(did you mean body-bytes\?\)$/],
  ['journal-bytes=16MB', /^expected a whole number from 1, with K, M or G/],
  ['command-ms=1K', /^expected a whole number from 1 or none, got "command-ms=1K"$/],
  ['connection=0', /got "connection=0" \(did you mean connections\?\)$/],
])('rejects %s', (pair, message) => {
  expect(() => parseSafety([pair])).toThrow(message)
})
