// Removes tokens in every encoding from reports, logs and messages, and makes the text well-formed.

export type Redactor = ReturnType<typeof redactorOf>

/**
 * A shorter secret is redacted only as a whole word, because it is part of too many other words.
 */
const SHORTEST_PART = 4

/** Returns true for a secret that is redacted only as a whole word. */
export const isShort = (secret: string): boolean => secret.length < SHORTEST_PART

/**
 * Returns a redactor of secrets. The name of a secret is its environment variable: for `{
 * SVC_KV_TOKEN: 'abc' }`, `abc` is replaced with `<SVC_KV_TOKEN>`. The redactor finds a secret
 * unchanged, in lower or upper case, percent-encoded, JSON-escaped, and in both base64 alphabets,
 * even inside a longer base64 text. The redactor also replaces unpaired surrogates with U+FFFD,
 * because UTF-8 cannot encode them.
 */
export function redactorOf(secrets: Readonly<Record<string, string | readonly string[]>>) {
  const forms = Object.entries(secrets)
    .flatMap(([variable, one]) => [one].flat().map((secret) => [variable, secret] as const))
    .filter(([, secret]) => secret !== '')
    .flatMap(([variable, secret]) =>
      Array.from(new Set(casesOf(secret).flatMap(formsOf)), (form) => ({
        form,
        pattern: isShort(form) ? asWord(form) : form,
        replacement: `<${variable}>`,
      })),
    )
    // The longest forms come first, because replacing a short form could leave the rest of a longer
    // one.
    .toSorted((one, other) => other.form.length - one.form.length)

  /** Elements with an odd index are replacements. They are not searched again. */
  const text = (text: string) => {
    let parts: readonly string[] = [text]
    for (const { form, pattern, replacement } of forms) {
      if (!text.includes(form)) continue
      parts = parts.flatMap((part, index) =>
        index % 2 === 1
          ? [part]
          : part.split(pattern).flatMap((rest, n) => (n === 0 ? [rest] : [replacement, rest])),
      )
    }
    return parts.join('').toWellFormed()
  }
  const redacted = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(redacted)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([name, each]) => [text(name), redacted(each)])
    return Object.fromEntries(entries)
  }
  return {
    text,
    bytes: (bytes: Uint8Array): Uint8Array =>
      Buffer.from(text(Buffer.from(bytes).toString('latin1')), 'latin1'),
    /** Redacts all strings of a JSON value, including member names. */
    value: <T>(value: T) => redacted(value) as T,
  }
}

/** Splits redacted text into text and variable names, alternately. */
export const splitRedacted = (text: string): readonly string[] => text.split(/<(SVC_[A-Z_]+)>/)

/** Returns a pattern for an encoded secret, if no letter, digit or underscore is next to the match. */
const asWord = (form: string): RegExp =>
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

/** Returns the base64 characters of a secret that do not depend on the bytes around the secret. */
const base64Of = (secret: string) =>
  [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)]
    return (
      (['base64', 'base64url'] as const)
        .map((way) => bytes.toString(way).slice(start, end))
        // A short form would also be found in too many other texts.
        .filter((form) => !isShort(form))
    )
  })
