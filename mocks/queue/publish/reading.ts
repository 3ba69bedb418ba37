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

export interface Reading {
  /** All of it. */
  publication(request: Request): Publication
  /** Where to (rule `queue.publish.destination-in-path`). */
  destination(request: Request): Destination
  /** The settings as given, in headers or query (rule `queue.publish.settings-in-query`). */
  given(request: Request): GivenSetting[]
  /** The same, understood. */
  settings(given: readonly GivenSetting[]): Settings
  /** What of the instructions the settings alone decide. */
  configured(settings: Settings): Configured
  /** What is delivered (rule `queue.publish.body-unchanged`). */
  body(request: Request): Uint8Array
  /** Rule `queue.publish.content-type`. */
  contentType(request: Request): string | undefined
  /** Rule `queue.publish.method`. */
  method(settings: Settings): string
  /** What the destination sees of the publisher's headers; of one name the last of these wins. */
  headers(request: Request, settings: Settings): HeaderMap
  /** Headers named for the destination (rule `queue.forward.prefix-stripped`). */
  namedHeaders(settings: Settings): readonly HeaderLine[]
  /** The others, when they are to go along (rule `queue.forward.all-headers`). */
  otherHeaders(request: Request, settings: Settings): readonly HeaderLine[]
  /** When the first attempt may be (rule `queue.delay.not-before-wins`). */
  notBefore(settings: Pick<Settings, 'delay' | 'notBefore'>): number
}

export const reading: Reading & ThisType<Queue> = {
  publication(request) {
    const given = this.given(request)
    const settings = this.settings(given)
    return {
      destination: this.destination(request),
      given,
      instructions: {
        headers: this.headers(request, settings),
        body: this.body(request),
        callerIP: request.remoteAddress,
        labels: settings.labels,
        queueName: settings.queueName,
        scheduleId: settings.scheduleId,
        isDevelopment: this.isDevelopment(request),
        sourceHeaders: headerMap(
          headerLines(request.rawHeaders).filter(([name]) => !isOneOf(['authorization'], name)),
        ),
        callback: this.callback(request, settings.callback),
        failureCallback: this.callback(request, settings.failureCallback),
        // Last: V8 takes long to add to a copy.
        ...this.configured(settings),
      },
      deduplication: {
        id: settings.deduplicationId,
        contentBased: settings.contentBasedDeduplication,
      },
    }
  },

  configured(settings) {
    return {
      method: this.method(settings),
      retries: settings.retries,
      retryDelay: settings.retryDelay,
      timeout: settings.timeout,
      notBefore: this.notBefore(settings),
      flowControl: settings.flowControl,
    }
  },

  destination({ target }) {
    const rest = target.slice('/v2/publish/'.length)
    if (splitTarget(rest).path === '') refuse(400, 'expected a destination after /v2/publish/')
    const destination = parseDestination(rest, this.dialect)
    if (destination.kind === 'name' && destination.name.includes('://')) {
      refuse(400, `the destination: expected http:// or https://, got "${destination.name}"`)
    }
    return destination
  },

  given(request) {
    return givenSettings(request, this.dialect)
  },

  settings(given) {
    return parseSettings(given, this.dialect)
  },

  // A copy: what comes from a socket is a view of all that was read with it, and would keep that.
  body: ({ body }) => Buffer.from(body),
  contentType: ({ headers }) => headers['content-type'],
  method: ({ method }) => method,

  headers(request, settings) {
    const type = this.contentType(request)
    return {
      ...headerMap(this.otherHeaders(request, settings)),
      ...(type === undefined ? {} : { 'Content-Type': [type] }),
      ...headerMap(this.namedHeaders(settings)),
    }
  },

  // Left out and not refused: workflow clients name every header they were called with, these too.
  namedHeaders: ({ forward }) => forward.filter(([name]) => !isOfConnection(name)),

  otherHeaders({ headers, rawHeaders }, { forwardAll }) {
    if (!forwardAll) return []
    const ofTheRequest = ['authorization', ...(headers.connection ?? '').split(/\s*,\s*/)]
    const prefix = this.dialect.headerPrefix.toLowerCase()
    return headerLines(rawHeaders).filter(
      ([name]) =>
        !isOfConnection(name) &&
        !isOneOf(ofTheRequest, name) &&
        !name.toLowerCase().startsWith(prefix),
    )
  },

  notBefore({ notBefore, delay }) {
    return notBefore ?? this.clock.after(delay)
  },
}
