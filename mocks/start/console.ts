// Connects the console with the interfaces that it shows.

import { isVirtual, type AlarmClock } from '../clock.js'
import { consoleControls } from '../console/controls.js'
import type { ControlRoutes } from '../control.js'
import type { Together } from '../running.js'
import type { KvAccess, QueueAccess } from './access.js'
import type { StartedInterface } from './interface.js'
import { dialectOf, type CommonOptions } from './options.js'

/** The URLs of the interfaces. They are set when the interfaces listen. */
export interface Urls {
  kv?: string
  queue?: string
}

type Shows<Access> = Pick<
  StartedInterface<Access>,
  'access' | 'faults' | 'intercepts' | 'nextEvent'
>

interface Shown {
  readonly options: Pick<CommonOptions<AlarmClock>, 'dialect' | 'commandLine'> & {
    readonly allowDestinations?: readonly string[] | undefined
  }
  readonly together: Together
  readonly clock: AlarmClock
  readonly urls: Urls
  readonly started: {
    readonly kv?: Shows<KvAccess>
    readonly queue?: Shows<QueueAccess>
  }
}

/** Returns the control routes of the console for the started interfaces. */
export function consoleOf({ options, together, clock, urls, started }: Shown): ControlRoutes {
  const { kv, queue } = started
  const all = [kv, queue].filter((each) => each !== undefined)
  const { name, headerPrefix } = dialectOf(options.dialect)
  return consoleControls(together.console.token, {
    session: () => ({
      dialect: { name, headerPrefix },
      allowDestinations: options.allowDestinations ?? [],
      commandLine: options.commandLine,
      ...(kv && {
        kv: { url: urls.kv, token: kv.access.token, readOnlyToken: kv.access.readOnlyToken },
      }),
      ...(queue && { queue: { url: urls.queue, token: queue.access.token } }),
    }),
    state: () => ({
      now: clock.now(),
      clock: isVirtual(clock) ? 'virtual' : 'real',
      nextEvent: queue?.nextEvent?.(),
      faults: all.flatMap(({ faults }) => faults.on()),
      intercepts: all
        .flatMap(({ intercepts }) => intercepts)
        .flatMap((port) => port.intercepts.list()).length,
    }),
  })
}
