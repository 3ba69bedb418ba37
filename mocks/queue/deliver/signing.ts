// Which keys a delivery is signed with, and with what words.

import { realClock } from '../../clock.js'
import type { Message } from '../message.js'
import type { Queue } from '../queue.js'
import { DEVELOPMENT_KEYS, signature, type SigningKeys } from './signature.js'

export interface Signing {
  /** The signature of an attempt that is made now. */
  signature(message: Message): string
  /** The keys of a publisher: who has the development token verifies with keys of its own. */
  keysOf(publisher: { readonly isDevelopment?: boolean | undefined }): SigningKeys
}

/** Who verifies has no other time, whatever clock the queue goes by. */
const clock = realClock()

export const signing: Signing & ThisType<Queue> = {
  signature(message) {
    const { url, body } = message
    // The service is called as its headers begin.
    const issuer = this.dialect.headerPrefix.replace(/-$/, '')
    return signature({ issuer, url, body, at: clock.now() }, this.keysOf(message).current)
  },

  keysOf({ isDevelopment }) {
    return isDevelopment ? DEVELOPMENT_KEYS : this.signingKeys
  },
}
