// Mistakes under the heading: Events.

import type { Message } from '../../kv/backends/backend.js'
import { each, result } from '../written.js'
import { fault, replacing, type KvFault } from './fault.js'

const NO_OTHERS = 'kv.events.no-others'

export const eventsFaults: readonly KvFault[] = [
  ...each(replacing('eventLines'), ['kv.events.data-prefix'], {
    'there is no space after data:': result((lines) => lines.replace(/^data: /gm, 'data:')),
    'there is no space after the data: of a monitored command': result((lines) =>
      lines.replace(/^data: (\d)/, 'data:$1'),
    ),
  }),
  fault('messages and monitored commands are followed by an event of their own', [NO_OTHERS], {
    eventLines: (original) => (event) =>
      original(event) + (/^(message,|\d)/.test(event) ? original('sent') : ''),
  }),
  fault('subscribers are told of others that subscribe', [NO_OTHERS], () => {
    const subscribers = new Map<string, Set<(message: Message) => void>>()
    return {
      messageEvent: (original) => (message) =>
        message.payload === joined ? `subscribe,${message.channel},2` : original(message),
      listen: (original) => async (channel, follower) => {
        const others = subscribers.get(channel) ?? new Set()
        for (const tell of others) tell({ channel, payload: joined })
        subscribers.set(channel, others.add(follower.next))
        const stop = await original(channel, follower)
        return () => {
          others.delete(follower.next)
          stop()
        }
      },
    }
  }),
  fault('a monitor is told of streams that are opened', [NO_OTHERS], () => {
    const monitors = new Set<(event: string) => void>()
    return {
      eventStream: (original, kv) => (first, follow) => {
        for (const tell of monitors) tell('stream opened')
        return original(first, async ({ next, end }) => {
          if (first === kv.firstMonitorEvent()) monitors.add(next)
          const stop = await follow({ next, end })
          return () => {
            monitors.delete(next)
            stop()
          }
        })
      },
    }
  }),
]

/** Stands for a message that is none: somebody subscribed. */
const joined = '\0joined'
