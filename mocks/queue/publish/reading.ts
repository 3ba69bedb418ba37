// What a request to publish asks for: one part for each thing the document says of it.

import { splitTarget, type Request } from '../../http/message.js'
import { parseDestination, type Destination } from './destination.js'
import {
  headerLines,
  headerMap,
  isOfConnection,
  isOneOf,
  type HeaderLine,
  type HeaderMap,
} from '../request/headers.js'
import type { Configured, Publication } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import { givenSettings, parseSettings, type GivenSetting, type Settings } from './settings.js'
import { copyOf } from '../structures/bytes.js'

export const reading = (queue: Queue) => ({
  /** All of it. */
  publication(request: Request): Publication {
    const given = queue.reading.given(request)
    const settings = queue.reading.settings(given)
    return {
      destination: queue.reading.destination(request),
      given,
      instructions: {
        headers: queue.reading.headers(request, settings),
        body: queue.reading.body(request),
        callerIP: request.remoteAddress,
        labels: settings.labels,
        queueName: settings.queueName,
        scheduleId: settings.scheduleId,
        isDevelopment: queue.access.isDevelopment(request),
        sourceHeaders: headerMap(
          headerLines(request.rawHeaders).filter(([name]) => !isOneOf(['authorization'], name)),
        ),
        callback: queue.callbacks.read(request, settings.callback),
        failureCallback: queue.callbacks.read(request, settings.failureCallback),
        // Last: V8 takes long to add to a copy.
        ...queue.reading.configured(settings),
      },
      deduplication: {
        id: settings.deduplicationId,
        contentBased: settings.contentBasedDeduplication,
      },
    }
  },

  /** What of the instructions the settings alone decide. */
  configured(settings: Settings): Configured {
    return {
      method: queue.reading.method(settings),
      retries: settings.retries,
      retryDelay: settings.retryDelay,
      timeout: settings.timeout,
      notBefore: queue.reading.notBefore(settings),
      flowControl: settings.flowControl,
    }
  },

  /** Where to (rule `queue.publish.destination-in-path`). */
  destination({ target }: Request): Destination {
    const rest = target.slice('/v2/publish/'.length)
    if (splitTarget(rest).path === '') refuse(400, 'expected a destination after /v2/publish/')
    const destination = parseDestination(rest, queue.dialect)
    if (destination.kind === 'name' && destination.name.includes('://')) {
      refuse(400, `the destination: expected http:// or https://, got "${destination.name}"`)
    }
    return destination
  },

  /** The settings as given, in headers or query (rule `queue.publish.settings-in-query`). */
  given(request: Request): GivenSetting[] {
    return givenSettings(request, queue.dialect)
  },

  /** The same, understood. */
  settings(given: readonly GivenSetting[]): Settings {
    return parseSettings(given, queue.dialect)
  },

  /** What is delivered (rule `queue.publish.body-unchanged`). */
  // A copy: what comes from a socket is a view of all that was read with it, and would keep that.
  body: ({ body }: Request): Uint8Array => copyOf(body),

  /** Rule `queue.publish.content-type`. */
  contentType: ({ headers }: Request): string | undefined => headers['content-type'],

  /** Rule `queue.publish.method`. */
  method: ({ method }: Settings): string => method,

  /** What the destination sees of the publisher's headers; of one name the last of these wins. */
  headers(request: Request, settings: Settings): HeaderMap {
    const type = queue.reading.contentType(request)
    return {
      ...headerMap(queue.reading.otherHeaders(request, settings)),
      ...(type === undefined ? {} : { 'Content-Type': [type] }),
      ...headerMap(queue.reading.namedHeaders(settings)),
    }
  },

  /** Headers named for the destination (rule `queue.forward.prefix-stripped`). */
  // Left out and not refused: workflow clients name every header they were called with, these too.
  namedHeaders: ({ forward }: Settings): readonly HeaderLine[] =>
    forward.filter(([name]) => !isOfConnection(name)),

  /** The others, when they are to go along (rule `queue.forward.all-headers`). */
  otherHeaders({ headers, rawHeaders }: Request, { forwardAll }: Settings): readonly HeaderLine[] {
    if (!forwardAll) return []
    const ofTheRequest = ['authorization', ...(headers.connection ?? '').split(/\s*,\s*/)]
    const prefix = queue.dialect.headerPrefix.toLowerCase()
    return headerLines(rawHeaders).filter(
      ([name]) =>
        !isOfConnection(name) &&
        !isOneOf(ofTheRequest, name) &&
        !name.toLowerCase().startsWith(prefix),
    )
  },

  /** When the first attempt may be (rule `queue.delay.not-before-wins`). */
  notBefore({ notBefore, delay }: Pick<Settings, 'delay' | 'notBefore'>): number {
    return notBefore ?? queue.clock.after(delay)
  },
})
