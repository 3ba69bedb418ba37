// Removes tokens in every encoding from reports, logs and messages, and makes the text well-formed.

import { percentEncoded } from '../wire/percent.js'

export type Redactor = ReturnType<typeof redactorOf>

/**
 * A shorter secret is redacted only as a whole word, because it is part of too many other words.
 */
const SHORTEST_PART = 4

/**
 * A shorter secret is not redacted without its last character, because the rest may be a usual word.
 */
const SHORTEST_CUT = 12

/** A message cuts long values. A part of a secret beside the cut is redacted from this length on. */
const SHORTEST_REST = 6

/** The mark in a message in place of the text that it cuts. */
const CUT = '…'

/** Returns true for a secret that is redacted only as a whole word. */
export const isShort = (secret: string): boolean => secret.length < SHORTEST_PART

/**
 * Returns a redactor of secrets. The name of a secret is its environment variable: for `{
 * SVC_KV_TOKEN: 'abc' }`, `abc` is replaced with `<SVC_KV_TOKEN>`. The redactor finds a secret
 * unchanged, percent-encoded and JSON-escaped. A text that is not the secret itself gets a longer
 * name, for example `<SVC_KV_TOKEN in upper case>`: in lower or upper case, without the last character,
 * and in both base64 alphabets, even inside a longer base64 text. The beginning or the end of a long
 * secret beside the mark of a cut (`…`) is redacted too. The redactor also replaces unpaired surrogates
 * with U+FFFD, because UTF-8 cannot encode them.
 */
export function redactorOf(secrets: Readonly<Record<string, string | readonly string[]>>) {
  /** Found at the first text, because this takes long and many results contain no text. */
  let found: Forms | undefined
  const forms = () => (found ??= formsIn(secrets))

  /** Returns the length of the first part of a secret that is at a cut, and what replaces it. */
  function findPart(
    partOf: (form: string, length: number) => string,
    isAtCut: (part: string) => boolean,
  ) {
    for (const { form, part } of forms().long)
      for (let length = form.length - 1; length >= SHORTEST_REST; length--)
        if (isAtCut(partOf(form, length))) return { length, part }
    return undefined
  }

  /** Redacts the beginning of a secret at the end of a text, which was cut there. */
  function withoutBeginning(text: string): string {
    if (!forms().isWindow(text.slice(-SHORTEST_REST))) return text
    const found = findPart(
      (form, length) => form.slice(0, length),
      (part) => text.endsWith(part),
    )
    return found === undefined ? text : text.slice(0, -found.length) + found.part
  }

  /** Redacts the end of a secret at the beginning of a text, which was cut there. */
  function withoutEnd(text: string): string {
    if (!forms().isWindow(text.slice(0, SHORTEST_REST))) return text
    const found = findPart(
      (form, length) => form.slice(-length),
      (part) => text.startsWith(part),
    )
    return found === undefined ? text : found.part + text.slice(found.length)
  }

  const withoutParts = (text: string): string =>
    text
      .split(CUT)
      .map((piece, index, { length }) => {
        const rest = index < length - 1 ? withoutBeginning(piece) : piece
        return index > 0 ? withoutEnd(rest) : rest
      })
      .join(CUT)

  /** Elements with an odd index are replacements. They are not searched again. */
  const text = (text: string) => {
    let parts: readonly string[] = [text]
    for (const { form, pattern, replacement } of forms().all) {
      if (!text.includes(form)) continue
      parts = parts.flatMap((part, index) =>
        index % 2 === 1
          ? [part]
          : part.split(pattern).flatMap((rest, n) => (n === 0 ? [rest] : [replacement, rest])),
      )
    }
    const whole = parts.join('').toWellFormed()
    return whole.includes(CUT) ? withoutParts(whole) : whole
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
    /**
     * Returns at most about `most` bytes of the beginning of bytes, of which `bytes` may be a beginning
     * too. A secret at the end may be incomplete, so the longest secret's length is left out there.
     */
    beginning(bytes: Uint8Array, most: number): Uint8Array {
      const margin = forms().all[0]?.form.length ?? 0
      const some = Buffer.from(bytes.subarray(0, most + margin)).toString('latin1')
      return Buffer.from(
        text(some)
          .slice(0, -margin || undefined)
          .slice(0, most),
        'latin1',
      )
    },
    /** Redacts all strings of a JSON value, including member names. */
    value: <T>(value: T) => redacted(value) as T,
  }
}

type Forms = ReturnType<typeof formsIn>

/** Returns all forms of secrets, and what the search at cuts needs. */
function formsIn(secrets: Readonly<Record<string, string | readonly string[]>>) {
  const all = Object.entries(secrets)
    .flatMap(([variable, one]) => [one].flat().map((secret) => [variable, secret] as const))
    .filter(([, secret]) => secret !== '')
    .flatMap(([variable, secret]) =>
      Array.from(formsOf(variable, secret), ([form, name]) => ({
        form,
        pattern: isShort(form) ? asWord(form) : form,
        replacement: `<${name}>`,
        part: `<a part of ${variable}>`,
      })),
    )
    // The longest forms come first, because replacing a short form could leave the rest of a longer
    // one.
    .toSorted((one, other) => other.form.length - one.form.length)
  const long = all.filter(({ form }) => form.length >= SHORTEST_CUT)
  /** The texts of the length `SHORTEST_REST` in secrets, for a quick check of the texts beside cuts. */
  const windowsOf = () =>
    new Set(
      long.flatMap(({ form }) =>
        Array.from({ length: form.length - SHORTEST_REST + 1 }, (_, from) =>
          form.slice(from, from + SHORTEST_REST),
        ),
      ),
    )
  let windows: ReadonlySet<string> | undefined
  return {
    all,
    long,
    // Few texts are cut, so the windows are made for the first one.
    isWindow: (text: string) => (windows ??= windowsOf()).has(text),
  }
}

/** A secret that was removed from a text. */
export interface RemovedSecret {
  /** The environment variable that has the secret. */
  readonly variable: string
  /** The form of the secret that was removed, or undefined for the secret itself. */
  readonly form: Form | undefined
}

type Form = keyof typeof names

const names = {
  lower: (variable: string) => `${variable} in lower case`,
  upper: (variable: string) => `${variable} in upper case`,
  cut: (variable: string) => `${variable} without its last character`,
  base64: (variable: string) => `${variable} in base64`,
} as const

/** Splits redacted text into text and removed secrets. */
export const splitRedacted = (text: string): readonly (string | RemovedSecret)[] =>
  text.split(/(<SVC_[A-Z_]+[a-z0-9 ]*>)/).flatMap<string | RemovedSecret>((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [part]
    const [variable = ''] = /SVC_[A-Z_]+/.exec(part) ?? []
    const form = (Object.keys(names) as Form[]).find(
      (form) => part === `<${names[form](variable)}>`,
    )
    return form === undefined && part !== `<${variable}>` ? [part] : [{ variable, form }]
  })

/** Returns a pattern for an encoded secret, if no letter, digit or underscore is next to the match. */
const asWord = (form: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9_])${form.replace(/[^A-Za-z0-9]/g, '\\$&')}(?![A-Za-z0-9_])`)

/** Returns the texts to remove, each with its name. */
function formsOf(variable: string, secret: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const add = (name: string, texts: readonly string[]) =>
    texts.flatMap(encodingsOf).forEach((text) => {
      if (!found.has(text)) found.set(text, name)
    })
  add(variable, plainOf(secret))
  const [lower, upper] = [secret.toLowerCase(), secret.toUpperCase()] as const
  if (!isShort(secret)) {
    add(names.lower(variable), plainOf(lower))
    add(names.upper(variable), plainOf(upper))
  }
  if (secret.length >= SHORTEST_CUT) add(names.cut(variable), plainOf(secret.slice(0, -1)))
  add(
    names.base64(variable),
    [Buffer.from(secret).toString('base64')].filter((form) => !isShort(form)),
  )
  const cases = isShort(secret) ? [secret] : [secret, lower, upper]
  add(`a part of ${variable} in base64`, cases.flatMap(base64Of))
  return found
}

/** Returns a secret as JSON writes it, and as JSON writes a text that contains JSON. */
const escapedOf = (secret: string): readonly string[] => {
  const once = JSON.stringify(secret).slice(1, -1)
  return [once, JSON.stringify(once).slice(1, -1)]
}

const plainOf = (secret: string): readonly string[] => [
  secret,
  ...escapedOf(secret),
  Buffer.from(secret).toString('hex').toUpperCase().replace(/../g, '%$&'),
]

const encodingsOf = (text: string): readonly string[] =>
  [text, percentEncoded(text)].flatMap((form) => [
    form,
    form.replace(/%../g, (escaped) => escaped.toLowerCase()),
  ])

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
