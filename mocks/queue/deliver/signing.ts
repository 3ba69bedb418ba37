// The keys and the issuer of signatures.

import { dateNow } from '../../clock.js'
import type { Message } from '../message.js'
import type { With } from '../state.js'
import { DEVELOPMENT_KEYS, randomKeys, signature, type SigningKeys } from './signature.js'

type Queue = With<{ signing: typeof signing }>

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

  /** Rotates the keys of this process: the next one signs from now on. Returns the new keys. */
  rotate(): SigningKeys {
    const { next } = queue.signingKeys
    return Object.assign(queue.signingKeys, { current: next, next: randomKeys().next })
  },
})
