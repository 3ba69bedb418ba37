// Who is told what came of an attempt, and with what words.

import type { Request } from '../../http/message.js'
import { headerMap, type HeaderMap } from '../request/headers.js'
import type { Callback, CallbackKind, Instructions, Message, Outcome } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { CallbackSettings, Settings } from '../publish/settings.js'
import { weightOf } from '../structures/weight.js'
import { viewOf } from '../../http/message.js'
import { bytesOf } from '../../large-buffers.js'

/** What there is to tell. */
export interface Told {
  readonly message: Message
  readonly outcome: Outcome
}

/** As existing clients read it. Bytes are base64; the moments, Unix milliseconds, are strings. */
export interface CallbackBody {
  /** 0 where there was no answer. */
  readonly status: number
  readonly header: HeaderMap
  /** The answer's, or why there is none. */
  readonly body: string
  readonly retried: number
  readonly maxRetries: number
  readonly sourceMessageId: string
  /** The URL group that the message was published to, and the name of its endpoint there. */
  readonly topicName: string | undefined
  readonly endpointName: string | undefined
  readonly url: string
  readonly method: string
  readonly sourceHeader: HeaderMap
  readonly sourceBody: string
  readonly notBefore: string
  readonly createdAt: string
  readonly callerIP: string
}

export const callbacks = (queue: Queue) => ({
  /** A callback as it is kept; refuses one whose URL may not be called. */
  read(request: Request, asked: CallbackSettings | undefined): Callback | undefined {
    if (!asked) return undefined
    const { spelled, url, settings } = asked
    const objection = queue.sender.objection(url)
    if (objection !== undefined) refuse(400, `${spelled}: ${objection}`)

    const { callback, failureCallback, ...own } = settings
    return {
      url,
      headers: queue.callbacks.headers(request, settings),
      settings: own,
      callback: queue.callbacks.read(request, callback),
      failureCallback: queue.callbacks.read(request, failureCallback),
    }
  },

  /** What the URL sees of the publisher's headers (rules `queue.*callback.forward-prefix-stripped`). */
  headers(request: Request, settings: Settings): HeaderMap {
    return {
      ...headerMap(queue.reading.otherHeaders(request, settings)),
      'Content-Type': ['application/json'],
      ...headerMap(queue.reading.namedHeaders(settings)),
    }
  },

  /** Whether there is room for the callbacks of an attempt. */
  async fit(message: Message, outcome: Outcome, again: number | undefined): Promise<boolean> {
    const { length } = queue.callbacks
      .after(message, outcome, again)
      .filter((kind) => message[kind])
    if (length === 0) return true
    const bytes = length * 2 * (weightOf(message) + weightOf(outcome))
    return queue.store.fits(bytes, queue.clock.now())
  },

  /** Tells whoever asked for it what came of an attempt; `again`: when there will be another one. */
  // Before the message itself is settled: what is lost in between is then told twice, and not never.
  async call(message: Message, outcome: Outcome, again: number | undefined): Promise<void> {
    for (const kind of queue.callbacks.after(message, outcome, again)) {
      const callback = message[kind]
      if (!callback) continue
      const told = queue.callbacks.message(kind, callback, { message, outcome })
      if (message.run?.callType === 'toCallback') await queue.steps.acceptOutcome(message, told)
      else await queue.delivery.accept(told)
    }
  },

  /**
   * Which callbacks an attempt has: one after each (rule `queue.callback.after-each-attempt`), one
   * after the last of those that failed (rule `queue.failure-callback.after-all-retries`).
   */
  after({ run }: Message, outcome: Outcome, again: number | undefined): readonly CallbackKind[] {
    // The failure callback of a run is called by the run, which knows more of it.
    const isOfRun = run !== undefined && queue.endings.failsWith(run)
    const isGivenUp = again === undefined && !queue.delivery.succeeded(outcome) && !isOfRun
    return isGivenUp ? ['callback', 'failureCallback'] : ['callback']
  },

  /** The message that one callback is (rules `queue.callback.*`, `queue.failure-callback.*`). */
  message(
    kind: CallbackKind,
    { url, headers, settings, callback, failureCallback }: Callback,
    told: Told,
  ): Message {
    const instructions: Instructions = {
      method: settings.method,
      headers,
      body: bytesOf(JSON.stringify(queue.callbacks.body(told))),
      retries: settings.retries,
      retryDelay: settings.retryDelay,
      timeout: settings.timeout,
      notBefore: queue.reading.notBefore(settings),
      callerIP: told.message.callerIP,
      labels: told.message.labels,
      isDevelopment: told.message.isDevelopment,
      sourceHeaders: headers,
      callback,
      failureCallback,
      flowControl: settings.flowControl,
    }
    return {
      ...queue.publish.message(url, instructions),
      origin: { kind, messageId: told.message.id },
    }
  },

  /** What it says (rule `queue.callback.content`). */
  body: ({ message, outcome }: Told): CallbackBody => ({
    ...answerOf(outcome),
    retried: message.retried,
    maxRetries: message.retries,
    sourceMessageId: message.id,
    topicName: message.topicName,
    endpointName: message.endpointName,
    url: message.url,
    method: message.method,
    sourceHeader: message.headers,
    sourceBody: base64(message.body),
    notBefore: String(message.notBefore),
    createdAt: String(message.createdAt),
    callerIP: message.callerIP,
  }),
})

const answerOf = (outcome: Outcome): Pick<CallbackBody, 'status' | 'header' | 'body'> =>
  outcome.kind === 'answered'
    ? { status: outcome.status, header: outcome.headers, body: base64(outcome.body) }
    : { status: 0, header: {}, body: base64(Buffer.from(outcome.reason)) }

const base64 = (bytes: Uint8Array) => viewOf(bytes).toString('base64')
