// Replacements that several faults of the queue share.

import { Refusal } from '../../http/refusal.js'
import type { Request } from '../../http/message.js'
import { isOneOf } from '../../queue/request/headers.js'
import type { CallbackKind } from '../../queue/message.js'
import type { GivenSetting, MessageSettings } from '../../queue/publish/settings.js'
import type { Store } from '../../queue/store/store.js'
import { result } from '../written.js'
import { type Replacements } from './fault.js'

/** Casts a value of the wrong shape, which some faults return. */
export const forbidden = (value: unknown) => value as never

/** Returns patterns of all rules of these headings. */
export const allOf = (headings: string): readonly string[] =>
  headings.split(' ').map((heading) => `queue.${heading}.*`)

/** A refusal with the status of a variant, which no other variant changes. */
class ChosenRefusal extends Refusal {}

/** Refuses a request with a status that no other variant changes. */
export function refuseWith(status: number, message: string): never {
  throw new ChosenRefusal(status, message)
}

/** Refuses with another status where the text of the refusal matches, and its status, if given. */
export const refusingWith = (status: number, pattern: RegExp, of?: number): Replacements => ({
  'answers.refusal': (original) => (refusal) =>
    pattern.test(refusal.message) &&
    (of === undefined || of === refusal.status) &&
    !(refusal instanceof ChosenRefusal)
      ? original(new ChosenRefusal(status, refusal.message, refusal.headers))
      : original(refusal),
})

/** Returns another status for a publish that is a duplicate, or for one that is none. */
export const publishStatus = (status: number, ofDuplicate: boolean): Replacements => ({
  'publish.status': result((right, sent) =>
    [sent].flat().some(({ deduplicated }) => deduplicated === true) === ofDuplicate
      ? status
      : right,
  ),
})

/** Returns a request without these headers. */
export const withoutHeaders = (request: Request, names: readonly string[]): Request => ({
  ...request,
  rawHeaders: request.rawHeaders.flatMap((name, index, raw) =>
    index % 2 === 0 && !isOneOf(names, name) ? [name, raw[index + 1]!] : [],
  ),
  headers: Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !isOneOf(names, name)),
  ),
})

/** True for a run id that the queue has created, as it does for reruns. */
export const isOurs = (runId: string | undefined): boolean => runId?.startsWith('wfr_') ?? false

/** Converts milliseconds to whole seconds. */
export const inSeconds = (moment: number) => Math.floor(moment / 1000)
export const asDate = (moment: number) => new Date(moment).toISOString()
export const withoutQuery = (url: string) => url.replace(/\?.*/s, '')
export const lowerCase = (text: string) => text.toLowerCase()

/** Returns a function that omits fields. */
export const omitting =
  <Name extends string>(...names: readonly Name[]) =>
  () =>
    Object.fromEntries(names.map((name) => [name, undefined])) as Record<Name, undefined>

/** Returns a function that changes a field if it has a value. */
export const changing =
  <Name extends string, Value, To>(name: Name, change: (value: Value) => To) =>
  (shown: { readonly [Of in Name]?: Value | null | undefined }) =>
    ({ [name]: shown[name] && change(shown[name]) }) as Record<Name, To | undefined>

/** Replaces methods of one part of the store. */
export const keeping =
  <Part extends Exclude<keyof Store, 'isTransactional'>>(part: Part) =>
  (other: (part: Store[Part]) => Partial<Store[Part]>) =>
  (): Replacements => {
    // The same part is replaced again for each replaced queue. The state of the fault stays.
    const kept = new WeakMap<Store[Part], Store[Part]>()
    return {
      [`store.${part}`](part: Store[Part]) {
        const replaced = kept.get(part) ?? { ...part, ...other(part) }
        kept.set(part, replaced)
        return replaced
      },
    }
  }

/** Parses and changes the URLs of destinations. */
export const destinations = (change: (url: URL) => void): Replacements => ({
  'reading.destination': result((destination) => {
    if (destination.kind === 'name') return destination
    const url = new URL(destination.url)
    change(url)
    return { kind: 'url', url: url.href }
  }),
})

/** The message that a callback belongs to, and the defaults of the queue. */
interface Beside {
  readonly settings: MessageSettings
  readonly given: readonly GivenSetting[]
  readonly defaultRetries: number
}

/** Changes the settings of a callback of one kind. */
export const callbackSettings =
  (kind: CallbackKind) =>
  (change: (own: MessageSettings, beside: Beside) => Partial<MessageSettings>): Replacements => ({
    'reading.settings':
      (original, { dialect }) =>
      (given) => {
        const settings = original(given)
        const callback = settings[kind]
        if (!callback) return settings
        const beside = { settings, given, defaultRetries: dialect.defaultRetries.free }
        const own = { ...callback.settings, ...change(callback.settings, beside) }
        return { ...settings, [kind]: { ...callback, settings: own } }
      },
  })
