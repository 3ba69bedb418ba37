// Requests and deliveries as short lines, which are equal in two runs unless a fault changes something.

import { createHash } from 'node:crypto'
import type { Entry } from '../journal/entry.js'

/** Values that differ between any two runs, and their replacements. */
const masks: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, 'UUID'],
  [/:\d{4,5}(?=\D|$)/g, ':PORT'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'DATE'],
  [/\d{10,}(\.\d+)?/g, 'TIME'],
  // Ids and tokens: letters with a digit between them.
  [/\b(?=[a-z_]*\d)\w{12,}/gi, 'ID'],
]

const masked = (text = ''): string =>
  masks.reduce((before, [pattern, by]) => before.replace(pattern, by), text)

/** The headers of a delivery that differ in each run. */
const unsteady = /signature|^(date|host|content-length|user-agent)$/i

/**
 * Returns a line about an entry: its kind, and a hash of its steady parts. Times are none of them, so
 * that a fault that only delays something leaves the line as it is.
 */
export function traceOf(entry: Entry): string {
  const { kind, method, url, status, error, requestHeaders, responseHeaders } = entry
  const headers = Object.entries(requestHeaders).filter(([name]) => !unsteady.test(name))
  const parts = [
    ...[method, masked(url), status, error === undefined ? '' : 'error'],
    ...[masked(entry.requestBody), entry.requestBodyBase64],
    ...(kind === 'attempt'
      ? headers.map(([name, value]) => `${name}: ${masked(String(value))}`).toSorted()
      : [
          ...[masked(entry.responseBody), entry.responseBodyBase64],
          ...Object.entries(responseHeaders ?? {}).flatMap(([name, value]) =>
            name.toLowerCase() === 'content-type' ? [String(value)] : [],
          ),
        ]),
  ]
  const hash = createHash('sha1').update(JSON.stringify(parts)).digest('base64')
  return `${kind === 'attempt' ? 'attempt' : 'request'} ${hash}`
}
