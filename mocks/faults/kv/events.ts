// Faults of the heading Events.

import type { ChannelMessage } from '../../kv/backends/backend.js'
import { result } from '../written.js'
import { faults, replacing } from './fault.js'

const NO_OTHERS = 'kv.events.no-others'

export const eventsFaults = faults({
  'events-no-space-after-data: event streams: omits the space after "data:"': {
    breaks: ['kv.events.data-prefix'],
    ...replacing('eventLines')(result((lines) => lines.replace(/^data: /gm, 'data:'))),
  },
  'monitor-no-space-after-data: monitor: omits the space after "data:" in command events': {
    breaks: ['kv.events.data-prefix'],
    ...replacing('eventLines')(result((lines) => lines.replace(/^data: (\d)/, 'data:$1'))),
  },
  'events-followed-by-sent: event streams: adds "sent" after each message/command event': {
    breaks: [NO_OTHERS],
    eventLines: (original) => (event) =>
      original(event) + (/^(message,|\d)/.test(event) ? original('sent') : ''),
  },
  'subscribe-announces-others: subscribe: sends an event when another client subscribes': {
    breaks: [NO_OTHERS],
    replace: (subscribers = new Map<string, Set<(message: ChannelMessage) => void>>()) => ({
      messageEvent: (original) => (message) =>
        message.payload === joined ? `subscribe,${message.channel},2` : original(message),
      listen: (original) => async (channel, follower, sender) => {
        const others = subscribers.get(channel) ?? new Set()
        for (const tell of others) tell({ channel, payload: joined })
        subscribers.set(channel, others.add(follower.next))
        const stop = await original(channel, follower, sender)
        return () => {
          others.delete(follower.next)
          stop()
        }
      },
    }),
  },
  'monitor-announces-streams: monitor: sends an event when another event stream opens': {
    breaks: [NO_OTHERS],
    replace: (monitors = new Set<(event: string) => void>()) => ({
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
    }),
  },
})

/** Marks a message that stands for a new subscriber. */
const joined = '\0joined'
