// The keys and the issuer of signatures.

import { realClock } from '../../clock.js'
import type { Message } from '../message.js'
import type { Queue } from '../queue.js'
import { DEVELOPMENT_KEYS, signature, type SigningKeys } from './signature.js'

/** Real time, because the receiver has no virtual clock. */
const clock = realClock()

export const signing = (queue: Queue) => ({
  signature(message: Message): string {
    const { url, body } = message
    const issuer = queue.dialect.headerPrefix.replace(/-$/, '')
    return signature({ issuer, url, body, at: clock.now() }, queue.signing.keysOf(message).current)
  },

  /** The keys for a publisher: the development token has keys of its own. */
  keysOf({ isDevelopment }: { readonly isDevelopment?: boolean | undefined }): SigningKeys {
    return isDevelopment ? DEVELOPMENT_KEYS : queue.signingKeys
  },
})
