// Parses publish requests.

import { splitTarget, type Request } from '../../http/message.js'
import { parseDestination, type Destination } from './destination.js'
import { headerLines, headerMap, isOneOf, type HeaderMap } from '../request/headers.js'
import type { Callback, Configured, Publication } from '../message.js'
import type { With } from '../state.js'
import type { access } from '../access/access.js'
import type { forwarding } from './forwarding.js'
import { refuse } from '../refusal.js'
import {
  givenSettings,
  parseSettings,
  type GivenSetting,
  type MessageSettings,
  type CallbackSettings,
  ignoredSettings,
} from './settings.js'

type Queue = With<{
  access: typeof access
  reading: typeof reading
  forwarding: typeof forwarding
}> & {
  readonly callbacks: {
    read(request: Request, asked: CallbackSettings | undefined): Callback | undefined
  }
}

export const reading = (queue: Queue, warnOf = ignoredSettings()) => ({
  publication(request: Request): Publication {
    const given = queue.reading.given(request)
    const settings = queue.reading.settings(given)
    return {
      destination: queue.reading.destination(request),
      given,
      rawHeaders: request.rawHeaders,
      instructions: {
        headers: queue.forwarding.headers(request, settings, queue.forwarding.contentType(request)),
        body: queue.reading.body(request),
        callerIP: request.remoteAddress,
        labels: settings.labels,
        queueName: settings.queueName,
        scheduleId: settings.scheduleId,
        isDevelopment: queue.access.isDevelopment(request),
        callback: queue.callbacks.read(request, settings.callback),
        failureCallback: queue.callbacks.read(request, settings.failureCallback),
        // The spread comes last, because V8 adds fields to a spread copy slowly.
        ...queue.reading.configured(settings),
      },
      deduplication: {
        id: settings.deduplicationId,
        contentBased: settings.contentBasedDeduplication,
      },
    }
  },

  /** Returns the instructions that depend only on settings. */
  configured(settings: Callback['settings']): Configured {
    return {
      method: queue.reading.method(settings),
      retries: settings.retries,
      retryDelay: settings.retryDelay,
      timeout: settings.timeout,
      notBefore: queue.reading.notBefore(settings),
      flowControl: settings.flowControl,
    }
  },

  /** Returns the destination in the path (rule `queue.publish.destination-in-path`). */
  destination({ target }: Request): Destination {
    const rest = target.slice('/v2/publish/'.length)
    if (splitTarget(rest).path === '') refuse(400, 'expected a destination after /v2/publish/')
    const destination = parseDestination(rest, queue.dialect)
    if (destination.kind === 'name' && destination.name.includes('://')) {
      refuse(400, `the destination: expected http:// or https://, got "${destination.name}"`)
    }
    return destination
  },

  /** Returns the settings in headers and query (rule `queue.publish.settings-in-query`). */
  given(request: Request): GivenSetting[] {
    const given = givenSettings(request, queue.dialect)
    warnOf(given)
    return given
  },

  settings(given: readonly GivenSetting[]): MessageSettings {
    return parseSettings(given, queue.dialect)
  },

  /**
   * Returns the body (rule `queue.publish.body-unchanged`). A store copies it, because a view keeps all
   * bytes read from the socket in memory.
   */
  body: ({ body }: Request): Uint8Array => body,

  /** Returns the headers of the publish request, without the token. */
  sourceHeaders: ({ rawHeaders }: Pick<Publication, 'rawHeaders'>): HeaderMap =>
    headerMap(headerLines(rawHeaders).filter(([name]) => !isOneOf(['authorization'], name))),

  /** Returns the method of the delivery (rule `queue.publish.method`). */
  method: ({ method }: Pick<MessageSettings, 'method'>): string => method,

  /** Returns the earliest time of the first attempt (rule `queue.delay.not-before-wins`). */
  notBefore({ notBefore, delay }: Pick<MessageSettings, 'delay' | 'notBefore'>): number {
    return notBefore ?? queue.clock.after(delay)
  },
})
