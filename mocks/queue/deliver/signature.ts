// Signatures of deliveries. A signature is a JSON Web Token (RFC 7519) over the URL and the body.

import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'

export interface SigningKeys {
  /** The key that signs deliveries now. */
  readonly current: string
  /** The key that signs deliveries after a key rotation. Receivers accept both keys. */
  readonly next: string
}

/**
 * The fixed public token that clients send in development mode. The token cannot be configured and
 * is valid only in the dialect of these clients.
 */
export const DEVELOPMENT_TOKEN =
  'eyJVc2VySUQiOiJkZWZhdWx0VXNlciIsIlBhc3N3b3JkIjoiZGVmYXVsdFBhc3N3b3JkIn0='

/** The keys that clients in development mode use to verify signatures. */
export const DEVELOPMENT_KEYS: SigningKeys = {
  current: 'sig_7kYjw48mhY7kAjqNGcy6cr29RJ6r',
  next: 'sig_5ZB6DVzB1wjE8S6rZ7eenA8Pdnhs',
}

export const randomKeys = (): SigningKeys => ({ current: randomKey(), next: randomKey() })

const randomKey = () => `sig_${randomBytes(21).toString('base64url')}`

export interface Signed {
  readonly issuer: string
  readonly url: string
  readonly body: Uint8Array
  /** The real time in Unix milliseconds, because the receiver compares it with its own clock. */
  readonly at: number
}

const VALID_SECONDS = 300

const HEADER = base64url({ alg: 'HS256', typ: 'JWT' })

export function signature({ issuer, url, body, at }: Signed, key: string): string {
  const seconds = Math.floor(at / 1000)
  const claims = base64url({
    iss: issuer,
    sub: url,
    iat: seconds,
    nbf: seconds,
    exp: seconds + VALID_SECONDS,
    jti: `jwt_${randomUUID().replaceAll('-', '')}`,
    body: createHash('sha256').update(body).digest('base64url'),
  })
  const signed = `${HEADER}.${claims}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
