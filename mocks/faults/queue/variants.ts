// Servers that differ where the document is silent: they are as right as the mock.

import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { Fault } from '../fault.js'
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
