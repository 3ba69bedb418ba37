// Callbacks: messages that report the attempts of another message.

import { createHash } from 'node:crypto'
import type { Request } from '../../http/message.js'
import type { Callback, CallbackKind, Instructions, Message, AttemptOutcome } from '../message.js'
import type { With } from '../state.js'
import type { messages } from '../messages/messages.js'
import type { forwarding } from '../publish/forwarding.js'
import type { reading } from '../publish/reading.js'
import type { steps } from '../runs/steps.js'
import type { CallbackSettings } from '../publish/settings.js'
import { weightOf } from '../structures/bytes.js'
import { bytesOf, viewOf } from '../../large-buffers.js'

type Queue = With<{
  reading: typeof reading
  forwarding: typeof forwarding
  messages: typeof messages
  callbacks: typeof callbacks
  steps: typeof steps
}>

/** The attempt that a callback reports. */
export interface Attempted {
  readonly message: Message
  readonly outcome: AttemptOutcome
  /** The id of the DLQ entry of the message, if there is one. */
  readonly dlqId?: string | undefined
}

export type CallbackBody = ReturnType<typeof bodyOf>

export const callbacks = (queue: Queue) => ({
  /**
   * Parses the callback settings of a message. Refuses a callback URL that the queue may not call.
   */
  read(request: Request, asked: CallbackSettings | undefined): Callback | undefined {
    if (!asked) return undefined
    const { spelled, url, settings } = asked
    const { callback, failureCallback, ...own } = settings
    return {
      url: queue.messages.callable(url, spelled),
      headers: queue.forwarding.headers(request, settings, 'application/json'),
      settings: own,
      callback: queue.callbacks.read(request, callback),
      failureCallback: queue.callbacks.read(request, failureCallback),
    }
  },

  /** Returns true if the store has room for the callbacks of an attempt. */
  async fit(
    message: Message,
    outcome: AttemptOutcome,
    again: number | undefined,
  ): Promise<boolean> {
    const { length } = queue.callbacks
      .after(message, outcome, again)
      .filter((kind) => message[kind])
    if (length === 0) return true
    const bytes = length * 2 * (weightOf(message) + weightOf(outcome))
    return queue.store.fits(bytes, queue.clock.now())
  },

  /** Sends the callbacks of an attempt. `again` is the time of the next attempt. */
  // The function is called before the message ends, so that a crash can repeat a callback but not
  // lose it.
  async call(ended: Attempted, again: number | undefined): Promise<void> {
    const { message, outcome } = ended
    for (const [place, kind] of queue.callbacks.after(message, outcome, again).entries()) {
      const callback = message[kind]
      if (!callback) continue
      const attempted = queue.callbacks.message(
        kind,
        callback,
        kind === 'failureCallback' ? ended : { message, outcome },
      )
      if (message.run?.callType === 'toCallback')
        await queue.steps.acceptOutcome(message, attempted)
      else await queue.delivery.accept({ ...attempted, id: idOf(message, place) })
    }
  },

  /**
   * Returns the kinds of the callbacks of an attempt: a callback after each attempt (rule
   * `queue.callback.after-each-attempt`), and a failure callback after the last failed attempt
   * (rule `queue.failure-callback.after-all-retries`).
   */
  after(
    { run }: Message,
    outcome: AttemptOutcome,
    again: number | undefined,
  ): readonly CallbackKind[] {
    // A failed message of a run sends no failure callback here, because the run sends one when the
    // run fails.
    const isOfRun = run !== undefined
    const isGivenUp = again === undefined && !queue.delivery.succeeded(outcome) && !isOfRun
    return isGivenUp ? ['callback', 'failureCallback'] : ['callback']
  },

  /**
   * Creates the message that delivers a callback (rules `queue.callback.*`,
   * `queue.failure-callback.*`).
   */
  message(
    kind: CallbackKind,
    { url, headers, settings, callback, failureCallback }: Callback,
    attempted: Attempted,
  ): Message {
    const instructions: Instructions = {
      headers,
      body: bytesOf(JSON.stringify(queue.callbacks.body(attempted))),
      callerIP: attempted.message.callerIP,
      labels: attempted.message.labels,
      isDevelopment: attempted.message.isDevelopment,
      callback,
      failureCallback,
      ...queue.reading.configured(settings),
    }
    return {
      ...queue.messages.create(url, instructions),
      origin: { kind, messageId: attempted.message.id },
    }
  },

  /** Returns the body of a callback (rule `queue.callback.content`). */
  body: bodyOf,
})

/**
 * Returns the message id of a callback by its place among those of an attempt. It is always the same, so
 * that a callback whose outcome is stored twice, because a reply of the store was lost, is one message.
 */
const idOf = ({ id, retried }: Message, place: number): string =>
  `msg_${createHash('sha256').update(`${id} ${retried} ${place}`).digest('hex').slice(0, 32)}`

/**
 * Returns the fields of a callback body that existing clients read. The bodies in them are base64.
 * Times are Unix milliseconds as strings.
 */
const bodyOf = ({ message, outcome, dlqId }: Attempted) => ({
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
  scheduleId: message.scheduleId,
  ...(dlqId !== undefined && { dlqId }),
})

/** Returns the response, or status 0 and the reason why there is no response. */
const answerOf = (outcome: AttemptOutcome) =>
  outcome.kind === 'answered'
    ? { status: outcome.status, header: outcome.headers, body: base64(outcome.body) }
    : { status: 0, header: {}, body: base64(Buffer.from(outcome.reason)) }

const base64 = (bytes: Uint8Array) => viewOf(bytes).toString('base64')
