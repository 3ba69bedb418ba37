// Parts that several mistakes of a queue server have in common.

import type { HeaderLine } from '../../queue/request/headers.js'
import type { CallbackKind } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import type { GivenSetting, Settings } from '../../queue/publish/settings.js'
import type { Store } from '../../queue/store/store.js'
import { result, shape } from '../written.js'
import type { Replacements } from './fault.js'

/** A value that the type rightly forbids: some mistakes are answers of the wrong shape. */
export const forbidden = (value: unknown) => value as never

/** Whether the queue has named a run, as it does with those that come of failed ones. */
export const isOurs = (runId: string | undefined): boolean => runId?.startsWith('wfr_') ?? false

/** A moment in seconds, where there is one. */
export const inSeconds = (moment: number | undefined) => moment && Math.floor(moment / 1000)

/** A URL without its query. */
export const withoutQuery = (url: string) => url.replace(/\?.*/s, '')

/** A server that keeps one kind of thing otherwise, made of the right way. */
export const keeping = <Part extends keyof Store>(part: Part) =>
  shape((other: (part: Store[Part]) => Partial<Store[Part]>) => (): Replacements => {
    let kept: Store[Part] | undefined
    return { [`store.${part}`]: (part: Store[Part]) => (kept ??= { ...part, ...other(part) }) }
  })

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
export const destinations = shape(parsedDestinations)

/** A server that reads one callback otherwise. */
const readCallback = (
  kind: CallbackKind,
  other: (
    callback: Callback,
    settings: Settings,
    given: readonly GivenSetting[],
    queue: Queue,
  ) => Callback,
): Replacements => ({
  'reading.settings': (original, queue) => (given) => {
    const settings = original(given)
    const callback = settings[kind]
    return callback ? { ...settings, [kind]: other(callback, settings, given, queue) } : settings
  },
})

type Callback = NonNullable<Settings[CallbackKind]>

/** A server that reads the settings of one callback otherwise. */
export const callbackSettings = (kind: CallbackKind) =>
  shape(
    (
      change: (
        own: Settings,
        settings: Settings,
        given: readonly GivenSetting[],
        queue: Queue,
      ) => Partial<Settings>,
    ) =>
      readCallback(kind, (callback, ...rest) => ({
        ...callback,
        settings: { ...callback.settings, ...change(callback.settings, ...rest) },
      })),
  )

/** A server that parses the URL of one callback. */
export const callbackUrl = (kind: CallbackKind) =>
  shape((change: (url: URL) => void) =>
    readCallback(kind, (callback) => ({ ...callback, url: rewritten(callback.url, change) })),
  )

/** A server whose headers for one callback are headers for the destination too, with its own. */
export const leaking = shape((kind: CallbackKind): Replacements => ({
  'reading.settings': result((settings) => {
    const { forward } = settings
    const theirs = settings[kind]?.settings.forward ?? []
    const isOwn = ([name]: HeaderLine) => forward.some(([other]) => other === name)
    return { ...settings, forward: [...forward, ...theirs.filter((line) => !isOwn(line))] }
  }),
}))

/** A server that does not see settings in the query whose names begin so. */
export const onlyInHeaders = shape((beginning: string): Replacements => ({
  'reading.given': (original) => (request) => {
    const inHeaders = original({ ...request, target: withoutQuery(request.target) })
    return original(request).filter(
      ({ name }) =>
        !name.startsWith(beginning) || inHeaders.some((setting) => setting.name === name),
    )
  },
}))
