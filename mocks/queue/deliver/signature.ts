// How a delivery proves where it comes from: a JSON Web Token (RFC 7519) over its URL and its body.

import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'

/** The secrets that deliveries are signed with. */
export interface SigningKeys {
  /** What is signed with now. */
  readonly current: string
  /** What will be signed with after the keys are changed: who verifies accepts both. */
  readonly next: string
}

/**
 * The fixed public token of clients in development mode. They cannot be given another one, so the
 * mock takes it wherever it speaks their dialect; the documents' own dialect knows of no such token.
 */
export const DEVELOPMENT_TOKEN =
  'eyJVc2VySUQiOiJkZWZhdWx0VXNlciIsIlBhc3N3b3JkIjoiZGVmYXVsdFBhc3N3b3JkIn0='

/** What such clients verify with. */
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
  /** Unix milliseconds of real time, which is the time of who verifies. */
  readonly at: number
}

/** How long a signature holds. */
const VALID_SECONDS = 300

const HEADER = base64url({ alg: 'HS256', typ: 'JWT' })

/** The token, signed with `key`. */
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
