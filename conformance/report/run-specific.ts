// Removes values that differ between runs.

import { firstDifference } from '../core/first-difference.js'

const keyPrefix = 'svc-contract-'

/** The base64 of a key, from its first whole character: a key may begin at 3 places of a group. */
const keysInBase64 = [0, 1, 2].map((before) => {
  const padded = Buffer.from(`${'?'.repeat(before)}${keyPrefix}`).toString('base64')
  const whole = padded.slice(
    Math.ceil((before * 4) / 3),
    Math.floor(((before + keyPrefix.length) * 4) / 3),
  )
  return new RegExp(`${whole.replaceAll('+', '\\+')}[\\w+/-]*={0,2}`)
})

const runSpecific = new RegExp(
  [
    ...keysInBase64,
    /svc-contract-[0-9a-f]{8}-\d+/, // keys, paths and labels of a scenario
    /(?:wfr|msg)_[0-9A-Za-z]{8,}/, // ids of runs and messages that the target has chosen
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
    /(?<=127\.0\.0\.1:)\d+/, // ports
    /(?<!\d)\d{10}(?:\.\d+|\d{3})(?!\d)/, // times in seconds and in milliseconds
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Replaces keys, ids, ports and times with `…`. */
export const withoutRunSpecific = (text: string): string => text.replace(runSpecific, '…')

/** Separates the sentences of the findings of one failure. */
const also = '; also '

/**
 * Returns the sentences of all findings of a failure, each once, without values that differ between
 * runs.
 */
export function sentenceOf({ reason = 'fails', findings }: FailureText): string {
  const messages = findings.length === 0 ? [reason] : findings.map(({ message }) => message)
  const sentences = messages.map((each) => withoutRunSpecific(each).replace(/\s+/g, ' '))
  return [...new Set(sentences)].join(also)
}

interface FailureText {
  readonly reason?: string
  readonly findings: readonly { readonly message: string }[]
}

/**
 * Returns true if two sentences describe the same failure. Ignores measured times, which differ
 * between runs.
 */
export const isSameFailure = (one: string, other: string): boolean =>
  withoutTimes(one) === withoutTimes(other)

/**
 * Returns true if a text contains the sentences of a failure, as `isSameFailure` compares them. The
 * text may have more sentences, in any order.
 */
export const hasFailure = (text: string, sentences: string): boolean =>
  withoutTimes(sentences)
    .split(also)
    .every((sentence) => includesWhole(withoutTimes(text), sentence))

/** The longest part of a sentence that is shown, in characters. */
const LONGEST_SHOWN = 120

/**
 * Returns the parts to show of the reason in a list and of the sentences of another failure. Long
 * texts are shown around the first difference between a new sentence and the listed one most like it.
 */
export function shownDifference(
  reason: string,
  sentences: string,
): { readonly before: string; readonly after: string } {
  if (Math.max(reason.length, sentences.length) <= LONGEST_SHOWN)
    return { before: reason, after: sentences }
  const after = sentences.split(also).find((each) => !hasFailure(reason, each)) ?? sentences
  const [begin] = /^.*?\bexpected /.exec(after) ?? ['expected ']
  const listed = reason.split(also).map((each) => {
    const at = each.includes(begin) ? each.indexOf(begin) : each.indexOf('expected ')
    return each.slice(Math.max(at, 0))
  })
  const before = listed.reduce((best, each) =>
    likeness(each, after) > likeness(best, after) ? each : best,
  )
  const first = firstDifference(withoutTimes(before), withoutTimes(after))
  const isFar = likeness(before, after) > LONGEST_SHOWN / 2
  return isFar && first !== undefined
    ? { before: String(first.expected), after: String(first.actual) }
    : { before: clipped(before), after: clipped(after) }
}

const clipped = (text: string) =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text

/** Returns the number of characters at the beginning that are equal. */
function likeness(one: string, other: string): number {
  const [a, b] = [withoutTimes(one), withoutTimes(other)]
  const index = a.split('').findIndex((character, at) => character !== b[at])
  return index < 0 ? a.length : index
}

/** Returns true if a text includes a part that does not end inside a word or a number. */
function includesWhole(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (!/^\w/.test(text.slice(at + part.length)) || /\W$/.test(part)) return true
  return false
}

const withoutTimes = (text: string) =>
  withoutRunSpecific(text).replace(/\d+(\.\d+)? (ms|s|min|h|d)\b( \d+(\.\d+)? (s|min|h)\b)*/g, '…')
