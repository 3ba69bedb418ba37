// The keys and the issuer of signatures.

import { dateNow } from '../../clock.js'
import type { Message } from '../message.js'
import type { Queue } from '../queue.js'
import { DEVELOPMENT_KEYS, signature, type SigningKeys } from './signature.js'

export const signing = (queue: Queue) => ({
  signature(message: Message): string {
    const { url, body } = message
    const issuer = queue.dialect.headerPrefix.replace(/-$/, '')
    // The receiver does not know the virtual clock. A test that replaces `Date` is its own receiver.
    return signature({ issuer, url, body, at: dateNow() }, queue.signing.keysOf(message).current)
  },

  /** Returns the keys for a publisher. A publisher with the development token has separate keys. */
  keysOf({ isDevelopment }: { readonly isDevelopment?: boolean | undefined }): SigningKeys {
    return isDevelopment ? DEVELOPMENT_KEYS : queue.signingKeys
  },
})
