// Control routes of the console. They read the state of the queue, and change it like a client.

import type { ControlRoutes } from '../../control.js'
import { requestOf, type Request, type Response } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import { deadLetterList } from '../dlq/dead-letter.js'
import { reasonOf } from '../dlq/dlq-message.js'
import type { ListPosition, PageFrom } from '../lists/filters.js'
import type { AttemptOutcome } from '../message.js'
import { cursorOf, placeIn } from '../lists/lists.js'
import { deliverNow } from '../messages/deliver-now.js'
import { failedMessageList } from '../messages/message-event.js'
import { shownMessage } from '../messages/shown-message.js'
import type { Queue } from '../queue.js'
import { runsList } from '../runs/run.js'
import { dueSteps } from '../runs/step.js'

/** The default and the maximum number of items in one response. */
const MOST_ITEMS = 2000

/**
 * Returns the control routes.
 *
 * @param queue returns the queue with the faults that are active now
 * @param answer responds to a request without a token, and without a record in the journal
 */
export const steeringControls = (
  queue: () => Queue,
  answer: (request: Request) => Promise<Response>,
): ControlRoutes => ({
  /**
   * Runs any operation of the queue: `{"method", "target", "headers"?: {name: value}, "body"?: text}`.
   * The response has the status and the body of the operation.
   */
  async 'POST /queue/request'({ input: { method, target, headers = {}, body = '' } }) {
    if (typeof method !== 'string' || typeof target !== 'string' || typeof body !== 'string')
      throw new Refusal(400, 'expected the texts "method", "target" and "body"')
    const given = { headers: headers as Record<string, string>, body }
    const response = await answer(requestOf(method, target, given))
    return { status: response.status, body: jsonOrText(response.body) }
  },

  /**
   * Returns events of messages, newest first: those before the cursor `before`, and after the
   * sequence number `after`. `before` in the response is the cursor of older events.
   */
  async 'GET /queue/events'({ query }) {
    const known = numberIn(query, 'after') ?? 0
    const page = await queue().store.history.page({}, pageIn(query))
    const events = page.items.filter(({ sequence }) => sequence > known)
    const isCut = page.more && events.length === page.items.length
    return { events, before: after(isCut, events, (event) => event) }
  },

  /** Returns runs without their steps, newest first, before the cursor `before`. */
  async 'GET /queue/run-list'({ query }) {
    const { items, more } = await queue().store.runs.page({}, pageIn(query))
    const runs = items.map(
      ({ key, id, url, state, createdAt, completedAt, labels, steps, sequence }) => ({
        key,
        id,
        url,
        state,
        createdAt,
        completedAt,
        labels,
        sequence,
        steps: steps.length,
      }),
    )
    return { runs, before: after(more, items, runsList.placeOf) }
  },

  /** Returns DLQ entries of runs, newest first, before the cursor `before`. */
  async 'GET /queue/dlq-list'({ query }) {
    const { items, more } = await queue().store.deadLetters.page({}, pageIn(query))
    const letters = items.map(({ id, failedAt, labels, message, outcome }) => ({
      id,
      failedAt,
      labels,
      url: message.workflowUrl,
      runId: message.workflowRunId,
      callback: message.failureCallbackInfo?.state,
      ...responseOf(outcome),
      reason: reasonOf(outcome),
    }))
    return { letters, before: after(more, items, deadLetterList.placeOf) }
  },

  /** Returns messages without a run that failed, newest first, before the cursor `before`. */
  async 'GET /queue/failed-messages'({ query }) {
    const { items, more } = await queue().store.failedMessages.page({}, pageIn(query))
    const letters = items.map(({ id, failedAt, message, outcome }) => ({
      id,
      failedAt,
      labels: message.labels,
      url: message.url,
      messageId: message.id,
      ...responseOf(outcome),
      reason: reasonOf(outcome),
    }))
    return { letters, before: after(more, items, failedMessageList.placeOf) }
  },

  /** Returns the message `id` while it waits for an attempt, or an empty object. */
  async 'GET /queue/message'({ query }) {
    const message = await queue().store.messages.get(query.get('id') ?? '')
    if (message === undefined) return {}
    const { retried, nextDeliveryTime, timeout, origin, run } = message
    return {
      message: { ...shownMessage(message), retried, nextDeliveryTime, timeout, origin, run },
    }
  },

  /**
   * Makes a waiting message due now: `{"messageId": …}`. Limits of its flow-control key still apply.
   * A message of a paused key or queue is refused with 409.
   */
  async 'POST /queue/deliver-now'({ input: { messageId } }) {
    if (typeof messageId !== 'string')
      throw new Refusal(400, `messageId: expected a text, got ${JSON.stringify(messageId)}`)
    await queue().unit((queue) => deliverNow(queue, messageId))
    return {}
  },

  /**
   * Publishes the message of a schedule now: `{"scheduleId": …}`. The times of the schedule stay, except
   * the last one.
   */
  async 'POST /queue/run-schedule'({ input: { scheduleId } }) {
    if (typeof scheduleId !== 'string')
      throw new Refusal(400, `scheduleId: expected a text, got ${JSON.stringify(scheduleId)}`)
    await queue().unit((queue) => queue.schedules.runNow(scheduleId))
    return {}
  },

  /**
   * Returns facts of the run `?id=…&createdAt=…`, or an empty object: the due times of its steps by
   * message id, the reason of its failure, and the runs that it is a rerun of or that are reruns of it.
   */
  async 'GET /queue/run-facts'({ query }) {
    const workflowCreatedAt = numberIn(query, 'createdAt')
    const filter = { workflowRunId: query.get('id') ?? '', workflowCreatedAt }
    const [run] = (await queue().store.runs.page(filter, { limit: 1 })).items
    if (run === undefined) return {}
    const notes = run.notes ?? []
    return {
      due: Object.fromEntries(dueSteps(run).map((each) => [each.messageId, each.notBefore])),
      failure: notes.find(({ kind }) => kind === 'failed'),
      reruns: notes.filter(({ kind }) => kind === 'rerunOf' || kind === 'rerunAs'),
    }
  },

  /** Returns the events that a run waits for. Without a run: the waits of all runs that end first. */
  async 'GET /queue/waiters'({ query }) {
    const { store } = queue()
    const id = query.get('workflowRunId')
    const run = id === null ? undefined : await store.runs.latest(id)
    const waiters =
      id === null
        ? (await store.waiters.due(Number.MAX_SAFE_INTEGER)).slice(0, MOST_ITEMS)
        : run === undefined
          ? []
          : await store.waiters.ofRun(run.key)
    return {
      waiters: waiters.map(({ eventId, deadline, step, workflowRunId }) => ({
        eventId,
        deadline,
        stepName: step['stepName'],
        workflowRunId,
      })),
    }
  },

  /**
   * Returns the limits and counts of the flow-control keys `?key=a&key=b`. `rateEndsAt` is the time
   * when the first attempt that counts for the rate no longer counts.
   */
  async 'GET /queue/flow'({ query }) {
    const { flowControl } = queue()
    const keys = await Promise.all(
      query.getAll('key').map(async (key) => ({
        key,
        waitListSize: await flowControl.waitListSize(key),
        ...(await flowControl.details(key)),
        rateEndsAt: await rateEndOf(queue(), key),
      })),
    )
    return { keys }
  },
})

async function rateEndOf({ store, clock }: Queue, key: string): Promise<number | undefined> {
  const state = await store.messages.flowState(key, clock.now())
  if (state?.limits.rate === undefined || state.ofPeriod === 0) return undefined
  return state.periodStart + state.limits.period
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  if (/^\d{1,15}$/.test(value)) return Number(value)
  throw new Refusal(400, `${name}: expected a whole number, got "${value}"`)
}

/** Returns the wanted part of a list. */
function pageIn(query: URLSearchParams): PageFrom {
  const limit = Math.min(numberIn(query, 'limit') ?? MOST_ITEMS, MOST_ITEMS)
  const value = query.get('before')
  return value === null ? { limit } : { limit, before: placeIn('before', value) }
}

/** Returns the cursor of the items after these, if there are `more`. */
function after<Item>(
  more: boolean,
  items: readonly Item[],
  placeOf: (item: Item) => ListPosition,
): string | undefined {
  const last = more ? items.at(-1) : undefined
  return last && cursorOf(placeOf(last))
}

const responseOf = (outcome: AttemptOutcome) =>
  outcome.kind === 'answered' ? { status: outcome.status } : { error: outcome.reason }

/** Returns the JSON value of a body, or the body itself if it is not JSON. */
function jsonOrText(body: Response['body']): unknown {
  if (typeof body !== 'string') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
