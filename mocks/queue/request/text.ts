// Bytes in JSON: as text where they are UTF-8, else in base64 under another name.

import { viewOf } from '../../http/message.js'

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

/** The text that bytes are in UTF-8, a byte order mark included; nothing where they are not. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
