// The Pub/Sub commands.

import { run } from './command.js'
import { value, word } from './parameters.js'

const channel = word('channel', (word) => word)

export const pubsub = [
  run('PUBLISH', [channel, value], ({ channels }, channel, message) =>
    channels.publish(channel, message),
  ),
]
