// Which keys a delivery is signed with, and with what words.

import { realClock } from '../../clock.js'
import type { Message } from '../message.js'
import type { Queue } from '../queue.js'
import { DEVELOPMENT_KEYS, signature, type SigningKeys } from './signature.js'

/** Who verifies has no other time, whatever clock the queue goes by. */
const clock = realClock()

export const signing = (queue: Queue) => ({
  /** The signature of an attempt that is made now. */
  signature(message: Message): string {
    const { url, body } = message
    // The service is called as its headers begin.
    const issuer = queue.dialect.headerPrefix.replace(/-$/, '')
    return signature({ issuer, url, body, at: clock.now() }, queue.signing.keysOf(message).current)
  },

  /** The keys of a publisher: who has the development token verifies with keys of its own. */
  keysOf({ isDevelopment }: { readonly isDevelopment?: boolean | undefined }): SigningKeys {
    return isDevelopment ? DEVELOPMENT_KEYS : queue.signingKeys
  },
})
