// Who is told what came of an attempt, and with what words.

import type { Request } from '../../http/message.js'
import { headerMap, type HeaderMap } from '../request/headers.js'
import type { Callback, CallbackKind, Instructions, Message, Outcome } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { CallbackSettings, Settings } from '../publish/settings.js'
import { weightOf } from '../structures/weight.js'

export interface CallingBack {
  /** A callback as it is kept; refuses one whose URL may not be called. */
  callback(request: Request, asked: CallbackSettings | undefined): Callback | undefined
  /** What the URL sees of the publisher's headers (rules `queue.*callback.forward-prefix-stripped`). */
  callbackHeaders(request: Request, settings: Settings): HeaderMap
  /** Whether there is room for the callbacks of an attempt. */
  fitCallbacks(message: Message, outcome: Outcome, again: number | undefined): Promise<boolean>
  /** Tells whoever asked for it what came of an attempt; `again`: when there will be another one. */
  callBack(message: Message, outcome: Outcome, again: number | undefined): Promise<void>
  /**
   * Which callbacks an attempt has: one after each (rule `queue.callback.after-each-attempt`), one
   * after the last of those that failed (rule `queue.failure-callback.after-all-retries`).
   */
  callbacksAfter(
    message: Message,
    outcome: Outcome,
    again: number | undefined,
  ): readonly CallbackKind[]
  /** The message that one callback is (rules `queue.callback.*`, `queue.failure-callback.*`). */
  callbackMessage(kind: CallbackKind, callback: Callback, told: Told): Message
  /** What it says (rule `queue.callback.content`). */
  callbackBody(told: Told): CallbackBody
}

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

export const callingBack: CallingBack & ThisType<Queue> = {
  callback(request, asked) {
    if (!asked) return undefined
    const { spelled, url, settings } = asked
    const objection = this.sender.objection(url)
    if (objection !== undefined) refuse(400, `${spelled}: ${objection}`)

    const { callback, failureCallback, ...own } = settings
    return {
      url,
      headers: this.callbackHeaders(request, settings),
      settings: own,
      callback: this.callback(request, callback),
      failureCallback: this.callback(request, failureCallback),
    }
  },

  callbackHeaders(request, settings) {
    return {
      ...headerMap(this.otherHeaders(request, settings)),
      'Content-Type': ['application/json'],
      ...headerMap(this.namedHeaders(settings)),
    }
  },

  async fitCallbacks(message, outcome, again) {
    const { length } = this.callbacksAfter(message, outcome, again).filter((kind) => message[kind])
    if (length === 0) return true
    const bytes = length * 2 * (weightOf(message) + weightOf(outcome))
    return this.store.fits(bytes, this.clock.now())
  },

  // Before the message itself is settled: what is lost in between is then told twice, and not never.
  async callBack(message, outcome, again) {
    for (const kind of this.callbacksAfter(message, outcome, again)) {
      const callback = message[kind]
      if (!callback) continue
      const told = this.callbackMessage(kind, callback, { message, outcome })
      if (message.run?.callType === 'toCallback') await this.acceptOutcome(message, told)
      else await this.accept(told)
    }
  },

  callbacksAfter({ run }, outcome, again) {
    // The failure callback of a run is called by the run, which knows more of it.
    const isOfRun = run !== undefined && this.failsItsRun(run)
    const isGivenUp = again === undefined && !this.succeeded(outcome) && !isOfRun
    return isGivenUp ? ['callback', 'failureCallback'] : ['callback']
  },

  callbackMessage(kind, { url, headers, settings, callback, failureCallback }, told) {
    const instructions: Instructions = {
      method: settings.method,
      headers,
      body: Buffer.from(JSON.stringify(this.callbackBody(told))),
      retries: settings.retries,
      retryDelay: settings.retryDelay,
      timeout: settings.timeout,
      notBefore: this.notBefore(settings),
      callerIP: told.message.callerIP,
      labels: told.message.labels,
      isDevelopment: told.message.isDevelopment,
      sourceHeaders: headers,
      callback,
      failureCallback,
      flowControl: settings.flowControl,
    }
    return {
      ...this.message(url, instructions),
      origin: { kind, messageId: told.message.id },
    }
  },

  callbackBody: ({ message, outcome }) => ({
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
}

const answerOf = (outcome: Outcome): Pick<CallbackBody, 'status' | 'header' | 'body'> =>
  outcome.kind === 'answered'
    ? { status: outcome.status, header: outcome.headers, body: base64(outcome.body) }
    : { status: 0, header: {}, body: base64(Buffer.from(outcome.reason)) }

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
