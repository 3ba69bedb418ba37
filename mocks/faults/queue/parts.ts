// Parts that several mistakes of a queue server have in common.

import type { CallbackKind } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import type { GivenSetting, Settings } from '../../queue/settings.js'

/** A value that the type rightly forbids: some mistakes are answers of the wrong shape. */
export const forbidden = (value: unknown) => value as never

/** Destinations of which the URLs are changed by a server that parses them. */
export const destinations =
  (queue: Queue, change: (url: URL) => void): Queue['destination'] =>
  (request) => {
    const destination = queue.destination(request)
    if (destination.kind === 'name') return destination
    const url = new URL(destination.url)
    change(url)
    return { kind: 'url', url: url.href }
  }

/** Settings of which those of one callback are changed, by a server that reads them otherwise. */
export const callbackSettings =
  (
    queue: Queue,
    kind: CallbackKind,
    change: (
      own: Settings,
      settings: Settings,
      given: readonly GivenSetting[],
    ) => Partial<Settings>,
  ): Queue['settings'] =>
  (given) => {
    const settings = queue.settings(given)
    const callback = settings[kind]
    if (!callback) return settings
    const own = { ...callback.settings, ...change(callback.settings, settings, given) }
    return { ...settings, [kind]: { ...callback, settings: own } }
  }

/** Settings of which the URL of one callback is changed, by a server that parses it. */
export const callbackUrl =
  (queue: Queue, kind: CallbackKind, change: (url: URL) => void): Queue['settings'] =>
  (given) => {
    const settings = queue.settings(given)
    const callback = settings[kind]
    if (!callback) return settings
    const url = new URL(callback.url)
    change(url)
    return { ...settings, [kind]: { ...callback, url: url.href } }
  }

/** Given settings, of which those whose names begin so are not seen in the query. */
export const onlyInHeaders =
  (queue: Queue, beginning: string): Queue['given'] =>
  (request) => {
    const inHeaders = queue.given({ ...request, target: request.target.replace(/\?.*/s, '') })
    return queue
      .given(request)
      .filter(
        ({ name }) =>
          !name.startsWith(beginning) || inHeaders.some((setting) => setting.name === name),
      )
  }
