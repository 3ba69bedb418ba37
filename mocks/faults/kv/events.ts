// Mistakes under the heading: Events.

import type { Message } from '../../kv/backends/backend.js'
import type { Kv } from '../../kv/kv.js'
import type { Fault } from '../fault.js'

export const eventsFaults: readonly Fault<Kv>[] = [
  {
    name: 'there is no space after data:',
    breaks: ['kv.events.data-prefix'],
    apply: (kv) => ({
      ...kv,
      eventLines: (event) => kv.eventLines(event).replace(/^data: /gm, 'data:'),
    }),
  },
  {
    name: 'there is no space after the data: of a monitored command',
    breaks: ['kv.events.data-prefix'],
    apply: (kv) => ({
      ...kv,
      eventLines: (event) => kv.eventLines(event).replace(/^data: (\d)/, 'data:$1'),
    }),
  },

  {
    name: 'messages and monitored commands are followed by an event of their own',
    breaks: ['kv.events.no-others'],
    apply: (kv) => ({
      ...kv,
      eventLines: (event) =>
        kv.eventLines(event) + (/^(message,|\d)/.test(event) ? kv.eventLines('sent') : ''),
    }),
  },
  {
    name: 'subscribers are told of others that subscribe',
    breaks: ['kv.events.no-others'],
    apply(kv) {
      const subscribers = new Map<string, Set<(message: Message) => void>>()
      return {
        ...kv,
        messageEvent: (message) =>
          message.payload === joined ? `subscribe,${message.channel},2` : kv.messageEvent(message),
        async listen(channel, { next, end }) {
          const others = subscribers.get(channel) ?? new Set()
          for (const tell of others) tell({ channel, payload: joined })
          subscribers.set(channel, others.add(next))
          const stop = await kv.listen(channel, { next, end })
          return () => {
            others.delete(next)
            stop()
          }
        },
      }
    },
  },
  {
    name: 'a monitor is told of streams that are opened',
    breaks: ['kv.events.no-others'],
    apply(kv) {
      const monitors = new Set<(event: string) => void>()
      return {
        ...kv,
        eventStream(first, follow) {
          for (const tell of monitors) tell('stream opened')
          return kv.eventStream(first, async ({ next, end }) => {
            if (first === kv.firstMonitorEvent()) monitors.add(next)
            const stop = await follow({ next, end })
            return () => {
              monitors.delete(next)
              stop()
            }
          })
        },
      }
    },
  },
]

/** Stands for a message that is none: somebody subscribed. */
const joined = '\0joined'
