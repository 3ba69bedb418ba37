// The names of the headers that only this interface has, in the current dialect.

import type { Dialect } from '#generated/dialects.js'

interface Header {
  /** The name of the header in a response. */
  readonly name: string
  /** The key of the header in a parsed request. */
  readonly key: string
}

export type Headers = Readonly<Record<'encoding' | 'responseFormat' | 'syncToken', Header>>

export function headersOf({ headerPrefix }: Dialect): Headers {
  const header = (name: string): Header => ({
    name: headerPrefix + name,
    key: (headerPrefix + name).toLowerCase(),
  })
  return {
    encoding: header('Encoding'),
    responseFormat: header('Response-Format'),
    syncToken: header('Sync-Token'),
  }
}
