// Bytes in JSON: text if they are UTF-8, base64 otherwise.

import { viewOf } from '../../large-buffers.js'

/** `{body: 'text'}`, or `{bodyBase64: '…'}` (rule `queue.dlq-message.body-base64-when-not-utf8`). */
export function textOrBase64<Name extends string>(
  name: Name,
  bytes: Uint8Array,
): { readonly [N in Name | `${Name}Base64`]?: string } {
  const text = utf8(bytes)
  const told =
    text === undefined ? { [`${name}Base64`]: viewOf(bytes).toString('base64') } : { [name]: text }
  return told as { readonly [N in Name | `${Name}Base64`]?: string }
}

/** Decodes UTF-8 with its byte order mark; returns undefined for other bytes. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
