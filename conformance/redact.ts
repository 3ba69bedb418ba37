// Where tokens end: no report, log or message of a run carries one, in any form.

/** Replaces every form of the secrets in text or bytes. */
export interface Redactor {
  text(value: string): string
  bytes(value: Uint8Array): Uint8Array
  /** A JSON value, all its strings included; what JSON cannot say is left out as JSON does. */
  value<T>(value: T): T
}

/** What stands in a token's place. */
export const redacted = '<redacted>'

/**
 * A redactor of `secrets`: as they are, shortened by a character at either end (scenarios send
 * such), URL-encoded and in both base64 alphabets.
 */
export function redactorOf(secrets: readonly string[]): Redactor {
  const forms = secrets
    .filter((secret) => secret.length > 0)
    .flatMap((secret) =>
      [secret, secret.slice(0, -1), secret.slice(1)].filter((each) => each.length > 3),
    )
    .flatMap((core) => [
      core,
      encodeURIComponent(core),
      Buffer.from(core).toString('base64').replace(/=+$/, ''),
      Buffer.from(core).toString('base64url'),
    ])
  const pattern = new RegExp(
    // Longest first, so that a shortened form never leaves the last character of the whole one.
    [...new Set(forms)]
      .sort((a, b) => b.length - a.length)
      .map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('|') || '(?!)',
    'gi',
  )
  const text = (value: string) => value.replace(pattern, redacted)
  return {
    text,
    value: <T>(value: T) => JSON.parse(text(JSON.stringify(value))) as T,
    bytes(value) {
      const characters = Buffer.from(value).toString('latin1')
      return Buffer.from(text(characters), 'latin1')
    },
  }
}
