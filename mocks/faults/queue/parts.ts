// Parts that several mistakes of a queue server have in common.

import type { HeaderLine } from '../../queue/request/headers.js'
import type { CallbackKind } from '../../queue/message.js'
import type { GivenSetting, Settings } from '../../queue/publish/settings.js'
import type { Store } from '../../queue/store/store.js'
import { result } from '../written.js'
import { type Replacements } from './fault.js'

/** A value that the type rightly forbids: some mistakes are answers of the wrong shape. */
export const forbidden = (value: unknown) => value as never

/** Whether the queue has named a run, as it does with those that come of failed ones. */
export const isOurs = (runId: string | undefined): boolean => runId?.startsWith('wfr_') ?? false

/** A moment in seconds, where there is one. */
export const inSeconds = (moment: number | undefined) => moment && Math.floor(moment / 1000)

/** A URL without its query. */
export const withoutQuery = (url: string) => url.replace(/\?.*/s, '')

/** A server that keeps one kind of thing otherwise, made of the right way. */
export const keeping =
  <Part extends keyof Store>(part: Part) =>
  (other: (part: Store[Part]) => Partial<Store[Part]>) =>
  (): Replacements => {
    let kept: Store[Part] | undefined
    return { [`store.${part}`]: (part: Store[Part]) => (kept ??= { ...part, ...other(part) }) }
  }

/** A URL that is parsed, changed and written anew. */
const rewritten = (text: string, change: (url: URL) => void): string => {
  const url = new URL(text)
  change(url)
  return url.href
}

/** Destinations of which the URLs are parsed. */
export const parsedDestinations = (change: (url: URL) => void): Replacements => ({
  'reading.destination': result((destination) =>
    destination.kind === 'name'
      ? destination
      : { kind: 'url', url: rewritten(destination.url, change) },
  ),
})

/** A server that reads the destinations of which it parses the URLs otherwise. */
export const destinations = parsedDestinations

/** What a callback is read beside, and the defaults of the queue. */
interface Beside {
  readonly settings: Settings
  readonly given: readonly GivenSetting[]
  readonly defaultRetries: number
}

type Callback = NonNullable<Settings[CallbackKind]>

/** A server that reads one callback otherwise. */
const readCallback = (
  kind: CallbackKind,
  other: (callback: Callback, beside: Beside) => Callback,
): Replacements => ({
  'reading.settings':
    (original, { dialect }) =>
    (given) => {
      const settings = original(given)
      const callback = settings[kind]
      if (!callback) return settings
      const beside = { settings, given, defaultRetries: dialect.defaultRetries.free }
      return { ...settings, [kind]: other(callback, beside) }
    },
})

/** A server that reads the settings of one callback otherwise. */
export const callbackSettings =
  (kind: CallbackKind) => (change: (own: Settings, beside: Beside) => Partial<Settings>) =>
    readCallback(kind, ({ settings, ...callback }, beside) => ({
      ...callback,
      settings: { ...settings, ...change(settings, beside) },
    }))

/** A server that parses the URL of one callback. */
export const callbackUrl = (kind: CallbackKind) => (change: (url: URL) => void) =>
  readCallback(kind, (callback) => ({ ...callback, url: rewritten(callback.url, change) }))

/** A server whose headers for one callback are headers for the destination too, with its own. */
export const leaking = (kind: CallbackKind): Replacements => ({
  'reading.settings': result((settings) => {
    const { forward } = settings
    const theirs = settings[kind]?.settings.forward ?? []
    const isOwn = ([name]: HeaderLine) => forward.some(([other]) => other === name)
    return { ...settings, forward: [...forward, ...theirs.filter((line) => !isOwn(line))] }
  }),
})

/** A server that does not see settings in the query whose names begin so. */
export const onlyInHeaders = (beginning: string): Replacements => ({
  'reading.given': (original) => (request) => {
    const inHeaders = original({ ...request, target: withoutQuery(request.target) })
    return original(request).filter(
      ({ name }) =>
        !name.startsWith(beginning) || inHeaders.some((setting) => setting.name === name),
    )
  },
})
