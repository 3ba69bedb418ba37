// Where tokens end: no report, log or message of a run carries one, in any form.

/** Replaces every form of the secrets in text or bytes. */
export interface Redactor {
  readonly text: (text: string) => string
  readonly bytes: (bytes: Uint8Array) => Uint8Array
  /** A JSON value: every string in it, the names of members included. */
  readonly value: <T>(value: T) => T
}

/** What stands in a token's place. */
export const redacted = '<redacted>'

/**
 * A redactor of `secrets`: whole or shortened by a character at either end (scenarios send such),
 * percent-encoded or JSON-escaped in any part, and in base64 of either alphabet, also where the
 * secret is only a part of what was encoded.
 */
export function redactorOf(secrets: readonly string[]): Redactor {
  const forms = secrets
    .flatMap((secret) => [secret, ...[secret.slice(0, -1), secret.slice(1)].filter(isTelling)])
    .flatMap((secret) => [secret, ...base64Of(secret).filter(isTelling)])
    .filter((form) => form !== '')
    // Longest first, so that a shortened form never leaves the last character of the whole one.
    .toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(forms.map(written).join('|') || '(?!)', 'gi')

  const text = (text: string) => text.replace(pattern, redacted)
  const value = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map((each: unknown) => redactor.value(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [text(name), redactor.value(each)]),
    )
  }
  const redactor: Redactor = {
    text,
    value: <T>(given: T) => value(given) as T,
    bytes: (bytes) => Buffer.from(text(Buffer.from(bytes).toString('latin1')), 'latin1'),
  }
  return redactor
}

/** Shorter texts stand in too many others. */
const isTelling = (form: string) => form.length > 3

/** What of a secret's base64 does not depend on what stands before and after it. */
const base64Of = (secret: string) =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)]
    return (['base64', 'base64url'] as const).map((way) => bytes.toString(way).slice(start, end))
  })

/** A pattern for a text of which any character may be escaped. */
const written = (text: string) =>
  Array.from(text, (character) => {
    const plain = character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')
    const hex = Buffer.from(character).toString('hex').replace(/../g, '%$&')
    return `(?:\\\\?${plain}|${hex})`
  }).join('')
