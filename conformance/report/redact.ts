// What of others gets into a report, log or message of a run: no token, in any form, and only text
// that can be written.

/**
 * Replaces every form of the secrets in text or bytes. The text is well-formed afterwards: half a
 * surrogate pair, which JSON of a target may hold and no UTF-8 can, is U+FFFD.
 */
export interface Redactor {
  readonly text: (text: string) => string
  readonly bytes: (bytes: Uint8Array) => Uint8Array
  /** A JSON value: every string in it, the names of members included. */
  readonly value: <T>(value: T) => T
}

/** A text with fewer characters stands in so many others that it means something only on its own. */
const SHORTEST_PART = 4

/** Whether a secret is so short that it is found only where it stands alone, as a word. */
export const isShort = (secret: string): boolean => secret.length < SHORTEST_PART

/**
 * A redactor of secrets by the environment variable that holds each, or each of several in turn:
 * `{ SVC_KV_TOKEN: 'abc' }` writes `<SVC_KV_TOKEN>` for it as it is or in one case,
 * percent-encoded, JSON-escaped, and in base64 of either alphabet, also where it is only a part of
 * what was encoded. A short one is written so only where it is a word of its own, for its letters
 * are in everything.
 */
export function redactorOf(
  secrets: Readonly<Record<string, string | readonly string[]>>,
): Redactor {
  const forms = Object.entries(secrets)
    .flatMap(([variable, one]) => [one].flat().map((secret) => [variable, secret] as const))
    .filter(([, secret]) => secret !== '')
    .flatMap(([variable, secret]) =>
      Array.from(new Set(casesOf(secret).flatMap(formsOf)), (form) => ({
        form,
        pattern: isShort(form) ? alone(form) : form,
        stand: `<${variable}>`,
      })),
    )
    // Longest first, so that no form leaves the rest of a longer one.
    .toSorted((one, other) => other.form.length - one.form.length)

  /** Between two parts of a text stands what was written for a secret, in which nothing is replaced. */
  const text = (text: string) => {
    let parts: readonly string[] = [text]
    for (const { form, pattern, stand } of forms) {
      if (!text.includes(form)) continue
      parts = parts.flatMap((part, index) =>
        index % 2 === 1
          ? [part]
          : part.split(pattern).flatMap((rest, n) => (n === 0 ? [rest] : [stand, rest])),
      )
    }
    return parts.join('').toWellFormed()
  }
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

/** The environment variables that a redactor wrote into a text, between the texts beside them. */
export const splitRedacted = (text: string): readonly string[] => text.split(/<(SVC_[A-Z_]+)>/)

/** A form where no letter, digit or underscore is beside it. */
const alone = (form: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9_])${form.replace(/[^A-Za-z0-9]/g, '\\$&')}(?![A-Za-z0-9_])`)

const casesOf = (secret: string): readonly string[] =>
  isShort(secret) ? [secret] : [secret, secret.toLowerCase(), secret.toUpperCase()]

const formsOf = (secret: string): readonly string[] =>
  [
    secret,
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('hex').toUpperCase().replace(/../g, '%$&'),
    ...base64Of(secret),
  ]
    .flatMap((form) => [form, encodeURIComponent(form)])
    .flatMap((form) => [form, form.replace(/%../g, (escaped) => escaped.toLowerCase())])

/** What of a secret's base64 does not depend on what stands before and after it. */
const base64Of = (secret: string) =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)]
    return (
      (['base64', 'base64url'] as const)
        .map((way) => bytes.toString(way).slice(start, end))
        // A shorter text would stand in too many others.
        .filter((form) => !isShort(form))
    )
  })
