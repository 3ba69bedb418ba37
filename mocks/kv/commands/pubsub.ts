// The Pub/Sub commands.

import { matchesGlob } from '../engine/glob.js'
import type { Bytes } from '../reply.js'
import { container, run } from './command.js'
import { help } from './help.js'
import { any, optional, type Parameter, pattern, value, word } from './parameters.js'
import { wrongSubcommand } from './refusals.js'

const channel = word('channel', (word) => word)
const shardChannel = { ...channel, keys: 1 }

/** A pattern or none; of more words Redis says something that it says nowhere else. */
const filter: Parameter<Bytes | undefined> = {
  ...optional(pattern),
  take(words) {
    if (words.left > 1) throw wrongSubcommand('PUBSUB', words.asked)
    return words.left > 0 ? pattern.take(words) : undefined
  },
}

export const pubsub = [
  run('PUBLISH', [channel, value], ({ channels }, channel, message) =>
    channels.publish(channel, message),
  ),

  // Nobody can listen to a shard's channel: there is no endpoint for it.
  run('SPUBLISH', [shardChannel, value], () => 0),

  container('PUBSUB'),

  run('PUBSUB CHANNELS', [filter], ({ channels }, pattern = '*') =>
    [...channels.names].filter((name) => matchesGlob(pattern, name)),
  ),

  run('PUBSUB NUMSUB', [any(channel)], ({ channels }, names) =>
    names.flatMap((name) => [name, channels.listeners(name)]),
  ),

  run('PUBSUB NUMPAT', [], ({ channels }) => channels.patterns),

  run('PUBSUB SHARDCHANNELS', [filter], () => []),

  run('PUBSUB SHARDNUMSUB', [any(channel)], (_, names) => names.flatMap((name) => [name, 0])),

  help('PUBSUB', [
    'CHANNELS [<pattern>]',
    "    Return the currently active channels matching a <pattern> (default: '*').",
    'NUMPAT',
    '    Return number of subscriptions to patterns.',
    'NUMSUB [<channel> ...]',
    '    Return the number of subscribers for the specified channels, excluding',
    '    pattern subscriptions(default: no channels).',
    'SHARDCHANNELS [<pattern>]',
    "    Return the currently active shard level channels matching a <pattern> (default: '*').",
    'SHARDNUMSUB [<shardchannel> ...]',
    '    Return the number of subscribers for the specified shard level channel(s)',
  ]),
]
