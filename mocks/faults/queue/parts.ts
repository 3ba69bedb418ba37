// Parts that several mistakes of a queue server have in common.

import type { HeaderLine } from '../../queue/request/headers.js'
import type { CallbackKind } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import type { GivenSetting, Settings } from '../../queue/publish/settings.js'
import type { Store } from '../../queue/store/store.js'
import type { Replacements } from './fault.js'

/** A value that the type rightly forbids: some mistakes are answers of the wrong shape. */
export const forbidden = (value: unknown) => value as never

/** Whether the queue has named a run, as it does with those that come of failed ones. */
export const isOurs = (runId: string | undefined): boolean => runId?.startsWith('wfr_') ?? false

/** A thing without one of its fields. */
export const without = (object: object, field: string) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== field))

/** A moment in seconds, where there is one. */
export const inSeconds = (moment: number | undefined) => moment && Math.floor(moment / 1000)

type Method<Part extends keyof Queue, Name extends keyof Queue[Part]> = Extract<
  Queue[Part][Name],
  (...asked: never) => unknown
>

/** A server of which one method returns something else, made of the right result. */
export const result = <Part extends keyof Queue, Name extends keyof Queue[Part]>(
  part: Part,
  name: Name,
  other: (
    right: Awaited<ReturnType<Method<Part, Name>>>,
    ...asked: Parameters<Method<Part, Name>>
  ) => ReturnType<Method<Part, Name>> | Awaited<ReturnType<Method<Part, Name>>>,
): Replacements =>
  replacing(part, name, (original) => (...asked) => {
    const right = original(...asked)
    const changed = other as (right: unknown, ...asked: readonly unknown[]) => unknown
    return right instanceof Promise
      ? right.then((each) => changed(each, ...asked))
      : changed(right, ...asked)
  })

/** A server of which one method is asked for something else. */
export const given = <Part extends keyof Queue, Name extends keyof Queue[Part]>(
  part: Part,
  name: Name,
  other: (...asked: Parameters<Method<Part, Name>>) => [...Parameters<Method<Part, Name>>],
): Replacements =>
  replacing(part, name, (original) => (...asked) => {
    const changed = other as unknown as (...asked: readonly unknown[]) => readonly unknown[]
    return original(...changed(...asked))
  })

type AnyMethod = (...asked: readonly unknown[]) => unknown

const replacing = (
  part: PropertyKey,
  name: PropertyKey,
  replace: (original: AnyMethod) => AnyMethod,
): Replacements => ({ [part]: { [name]: replace } })

/** A server that keeps one kind of thing otherwise, made of the right way. */
export const keeping =
  <Part extends keyof Store>(
    name: Part,
    other: (part: Store[Part]) => Partial<Store[Part]>,
  ): (() => Replacements) =>
  () => {
    let kept: Store[Part] | undefined
    return { store: { [name]: (part: Store[Part]) => (kept ??= { ...part, ...other(part) }) } }
  }

/** A server that reads the destinations of which it parses the URLs otherwise. */
export const destinations = (change: (url: URL) => void): Replacements => ({
  reading: {
    destination: (original) => (request) => {
      const destination = original(request)
      if (destination.kind === 'name') return destination
      const url = new URL(destination.url)
      change(url)
      return { kind: 'url', url: url.href }
    },
  },
})

/** A server that reads the settings of one callback otherwise. */
export const callbackSettings = (
  kind: CallbackKind,
  change: (
    own: Settings,
    settings: Settings,
    given: readonly GivenSetting[],
    queue: Queue,
  ) => Partial<Settings>,
): Replacements => ({
  reading: {
    settings: (original, queue) => (given) => {
      const settings = original(given)
      const callback = settings[kind]
      if (!callback) return settings
      const own = { ...callback.settings, ...change(callback.settings, settings, given, queue) }
      return { ...settings, [kind]: { ...callback, settings: own } }
    },
  },
})

/** A server that parses the URL of one callback. */
export const callbackUrl = (kind: CallbackKind, change: (url: URL) => void): Replacements => ({
  reading: {
    settings: (original) => (given) => {
      const settings = original(given)
      const callback = settings[kind]
      if (!callback) return settings
      const url = new URL(callback.url)
      change(url)
      return { ...settings, [kind]: { ...callback, url: url.href } }
    },
  },
})

/** A server whose headers for one callback are headers for the destination too, with its own. */
export const leaking = (kind: CallbackKind): Replacements => ({
  reading: {
    settings: (original) => (given) => {
      const settings = original(given)
      const theirs = settings[kind]?.settings.forward ?? []
      const isOwn = ([name]: HeaderLine) => settings.forward.some(([other]) => other === name)
      return {
        ...settings,
        forward: [...settings.forward, ...theirs.filter((line) => !isOwn(line))],
      }
    },
  },
})

/** A server that does not see settings in the query whose names begin so. */
export const onlyInHeaders = (beginning: string): Replacements => ({
  reading: {
    given: (original) => (request) => {
      const inHeaders = original({ ...request, target: request.target.replace(/\?.*/s, '') })
      return original(request).filter(
        ({ name }) =>
          !name.startsWith(beginning) || inHeaders.some((setting) => setting.name === name),
      )
    },
  },
})
