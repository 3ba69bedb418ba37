// The interface's own headers, as a dialect names them.

import type { Dialect } from '#generated/dialects.js'

interface Header {
  /** As it is written in an answer. */
  readonly name: string
  /** As it is found in a request. */
  readonly key: string
}

/** Made once: every request is looked into for them. */
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
