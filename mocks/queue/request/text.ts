// Bytes in JSON: as a string if the bytes are UTF-8, otherwise as base64.

import { viewOf } from '../../large-buffers.js'

/**
 * Returns `{body: 'text'}` for UTF-8 and `{bodyBase64: '…'}` for other bytes, if `name` is `body`
 * (rule `queue.dlq-message.body-base64-when-not-utf8`).
 */
export function textOrBase64<Name extends string>(
  name: Name,
  bytes: Uint8Array,
): { readonly [N in Name | `${Name}Base64`]?: string } {
  const text = utf8(bytes)
  const told =
    text === undefined ? { [`${name}Base64`]: viewOf(bytes).toString('base64') } : { [name]: text }
  return told as { readonly [N in Name | `${Name}Base64`]?: string }
}

/** Decodes UTF-8 and keeps a byte order mark. Returns undefined if the bytes are not UTF-8. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
