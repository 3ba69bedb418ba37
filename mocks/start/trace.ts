// Requests and deliveries as short lines, which are equal in two runs unless a fault changes something.

import { createHash } from 'node:crypto'
import type { Entry } from '../journal/entry.js'

/** Values that differ between any two runs, and their replacements. */
const masks: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, 'UUID'],
  [/:\d{4,5}(?=\D|$)/g, ':PORT'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z|\b\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, 'DATE'],
  // A signed token, an id such as `wfr_…`, and base64, all of which may have signs between their letters.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+|\b[a-z]{2,6}_[\w-]{12,}|(?<=")[A-Za-z\d+/]{16,}={0,2}(?=")/g, 'ID'],
  // Milliseconds, seconds, and the number of a window of up to a minute.
  [/\d{8,}(\.\d+)?/g, 'TIME'],
  // Ids and tokens: letters with a digit between them.
  [/\b(?=[a-z_]*\d)\w{12,}/gi, 'ID'],
]

const masked = (text = ''): string =>
  masks.reduce((before, [pattern, by]) => before.replace(pattern, by), text)

/** The headers of a delivery that differ in each run. */
const unsteady = /signature|^(date|host|content-length|user-agent)$/i

/** Real times differ between runs by less than this, in milliseconds. */
const TOLERANCE = 250

/**
 * Returns a function that makes a line of each entry of a journal: its kind, and a hash of its steady
 * parts. Of the times it has only that between the creation of a message and an attempt.
 */
export function tracer(isVirtual: boolean): (entry: Entry) => string {
  const createdAt = new Map<string, number>()
  const delayOf = ({ messageId = '', at }: Entry) => {
    const delay = at - (createdAt.get(messageId) ?? at)
    return isVirtual ? delay : Math.round(delay / TOLERANCE)
  }
  return (entry) => {
    if (entry.kind === 'queue')
      for (const [id] of entry.responseBody?.matchAll(/\bmsg_\w+/g) ?? [])
        if (!createdAt.has(id)) createdAt.set(id, entry.at)
    const parts = [...partsOf(entry), ...(entry.kind === 'attempt' ? [delayOf(entry)] : [])]
    const hash = createHash('sha1').update(JSON.stringify(parts)).digest('base64')
    return `${entry.kind === 'attempt' ? 'attempt' : 'request'} ${hash}`
  }
}

/** Returns the parts of an entry that are the same in every run. */
function partsOf(entry: Entry): readonly unknown[] {
  const { kind, method, url, status, error, requestHeaders, responseHeaders = {} } = entry
  const shown = [
    kind,
    method,
    masked(url),
    status,
    error === undefined ? '' : 'error',
    masked(entry.requestBody),
    entry.requestBodyBase64,
  ]
  if (kind === 'attempt') {
    const headers = Object.entries(requestHeaders).filter(([name]) => !unsteady.test(name))
    return [
      ...shown,
      ...headers.map(([name, value]) => `${name}: ${masked(String(value))}`).toSorted(),
    ]
  }
  const media = Object.entries(responseHeaders).filter(([name]) => /^content-type$/i.test(name))
  return [...shown, masked(entry.responseBody), entry.responseBodyBase64, media]
}
