// Signatures of deliveries: a JSON Web Token (RFC 7519) over URL and body.

import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'

export interface SigningKeys {
  /** The key that signs now. */
  readonly current: string
  /** The key that signs after a key rotation. Receivers accept both. */
  readonly next: string
}

/**
 * The fixed public token of clients in development mode, which cannot be configured. It is valid in
 * their dialect only.
 */
export const DEVELOPMENT_TOKEN =
  'eyJVc2VySUQiOiJkZWZhdWx0VXNlciIsIlBhc3N3b3JkIjoiZGVmYXVsdFBhc3N3b3JkIn0='

/** The keys that clients in development mode verify with. */
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
  /** Unix milliseconds of real time, the time of the receiver. */
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
