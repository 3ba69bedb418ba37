// Faults of the heading Events.

import { each } from '../written.js'
import { wrongAt } from './boundary.js'
import { faults } from './fault.js'
import { amongStreams } from './parts.js'
import { at, channelOf } from './where.js'

const PREFIX = 'kv.events.data-prefix'
const NO_OTHERS = 'kv.events.no-others'

export const eventsFaults = faults({
  ...each(wrongAt(), [PREFIX], {
    'events-no-space-after-data: event streams: omits the space after "data:"': {
      lines: (lines) => lines.replace(/^data: /gm, 'data:'),
    },
    'monitor-no-space-after-data: monitor: omits the space after "data:" in command events': {
      lines: (lines) => lines.replace(/^data: (\d)/, 'data:$1'),
    },
  }),
  ...each(wrongAt(), [NO_OTHERS], {
    'events-followed-by-sent: event streams: adds "sent" after each message/command event': {
      events: () => (text) => (/^(message,|\d)/.test(text) ? [text, 'sent'] : text),
    },
  }),
  ...each(wrongAt(at('subscribe')), [NO_OTHERS], {
    'subscribe-announces-others: subscribe: sends an event when another client subscribes': () =>
      amongStreams(channelOf, (_, others, seen) =>
        others.forEach((other) => other.put(`data: subscribe,${channelOf(seen)},2\n\n`)),
      ),
  }),
  ...each(wrongAt(), [NO_OTHERS], {
    'monitor-announces-streams: monitor: sends an event when another event stream opens': () =>
      amongStreams(
        () => 'all',
        (_, others) => others.forEach((other) => other.put('data: stream opened\n\n')),
        at('monitor'),
      ),
  }),
})
