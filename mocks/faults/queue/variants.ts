// Servers that differ where the document is silent: they are as right as the mock.

import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { Fault } from '../fault.js'
import { keeping, keyOf } from './flow-control.js'
import { callbackSettings, forbidden } from './parts.js'

export const variants: readonly Fault<Queue>[] = [
  {
    name: 'message ids are UUIDs',
    breaks: [],
    apply: (queue) => ({ ...queue, messageId: () => crypto.randomUUID() }),
  },
  {
    name: 'the default backoff begins at n = 0, with a second',
    breaks: [],
    apply: (queue) => ({ ...queue, backoff: (n) => queue.backoff(n - 1) }),
  },
  {
    name: 'a delivery carries no headers of the queue',
    breaks: [],
    apply: (queue) => ({ ...queue, deliveryHeaders: ({ headers }) => headers }),
  },
  {
    name: 'a duplicate is 200',
    breaks: [],
    apply: (queue) => ({ ...queue, publishStatus: () => 200 }),
  },
  {
    name: 'a duplicate is known for an hour',
    breaks: [],
    apply: (queue) => ({ ...queue, deduplicationWindow: () => 3_600_000 }),
  },
  {
    name: 'a duplicate is known for a minute',
    breaks: [],
    apply: (queue) => ({ ...queue, deduplicationWindow: () => 60_000 }),
  },
  {
    name: 'a flow-control key is known while it has messages, and not found before and after',
    breaks: [],
    apply: keeping((messages) => {
      const keys = new Map<string, string>()
      return {
        add(message) {
          const key = keyOf(message)
          if (key !== undefined) keys.set(message.id, key)
          return messages.add(message)
        },
        remove(id) {
          keys.delete(id)
          return messages.remove(id)
        },
        heldUp(key, now) {
          const isKnown = Array.from(keys.values()).includes(key)
          return isKnown ? messages.heldUp(key, now) : refuse(404, `there is no key "${key}"`)
        },
      }
    }),
  },
  {
    name: 'a stranger is told 403',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      authenticate(request, where) {
        try {
          queue.authenticate(request, where)
        } catch {
          refuse(403, 'no entry')
        }
      },
    }),
  },
  {
    name: 'a callback has no content',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      callbackMessage: (...told) => ({ ...queue.callbackMessage(...told), body: new Uint8Array() }),
    }),
  },
  {
    name: 'a callback says the status and the id, under names of its own',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      callbackBody: ({ message: { id }, outcome }) =>
        forbidden({ id, answer: outcome.kind === 'answered' ? outcome.status : null }),
    }),
  },
  {
    name: 'a callback is a PUT',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      callbackMessage: (...told) => ({ ...queue.callbackMessage(...told), method: 'PUT' }),
    }),
  },
  {
    name: 'the retries of a callback are those of the original, whatever its own',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      settings: callbackSettings(queue, 'callback', (_, { retries }) => ({ retries })),
    }),
  },
  {
    name: 'the retries of a failure callback are those of the original, whatever its own',
    breaks: [],
    apply: (queue) => ({
      ...queue,
      settings: callbackSettings(queue, 'failureCallback', (_, { retries }) => ({ retries })),
    }),
  },
]
