// Makes a waiting message due now.

import { Refusal } from '../../http/refusal.js'
import type { Message } from '../message.js'
import type { Queue } from '../queue.js'
import type { MessageEvent } from './message-event.js'

/**
 * Makes a message due now that waits for its delay or its retry. The number of its retries stays the
 * same. Limits of its flow-control key still apply. Refuses an unknown message with 404, and one that is
 * in progress or whose key or ordered queue is paused with 409.
 */
export async function deliverNow(queue: Queue, id: string): Promise<void> {
  const message = await queue.store.messages.get(id)
  if (message === undefined) throw new Refusal(404, `no message "${id}" waits for delivery`)
  const last = await queue.store.history.page({ messageId: [id] }, { limit: 1 })
  // A replacement would end the claim of the attempt in progress.
  if (IN_PROGRESS.includes(last.items[0]?.state))
    throw new Refusal(409, `an attempt of the message "${id}" is in progress`)
  const paused = await pausedPartOf(queue, message)
  if (paused !== undefined)
    throw new Refusal(409, `the ${paused} of the message "${id}" is paused: resume it first`)
  const now = queue.clock.now()
  // A message that is already due keeps its place before later ones.
  if (message.nextDeliveryTime > now) {
    const notBefore = Math.min(message.notBefore, now)
    await queue.store.messages.replace({ ...message, notBefore, nextDeliveryTime: now })
    // A resume of the run would otherwise sleep again.
    if (message.run !== undefined && notBefore < message.notBefore)
      await queue.store.runs.note(message.run.runKey, { kind: 'woken', messageId: id, time: now })
  }
  if (message.queueName !== undefined) await queue.queues.arrange(message.queueName)
  await queue.delivery.awaitDue()
}

/** Returns the flow-control key or the queue of a message if it is paused. */
async function pausedPartOf(
  { store }: Queue,
  { flowControl, queueName }: Message,
): Promise<string | undefined> {
  const key = flowControl?.key
  if (key !== undefined && (await store.messages.flowSettings(key)).isPaused)
    return `flow-control key "${key}"`
  const isPaused = queueName !== undefined && (await store.queues.get(queueName))?.paused
  return isPaused ? `queue "${queueName}"` : undefined
}

const IN_PROGRESS: readonly (MessageEvent['state'] | undefined)[] = ['ACTIVE', 'CANCEL_REQUESTED']
