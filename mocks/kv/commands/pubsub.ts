// The Pub/Sub commands.

import type { Channels } from '../engine/core/channels.js'
import { matchesGlob } from '../engine/core/glob.js'
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

  run('SPUBLISH', [shardChannel, value], ({ shardChannels }, channel, message) =>
    shardChannels.publish(channel, message),
  ),

  container('PUBSUB'),

  run('PUBSUB CHANNELS', [filter], ({ channels }, pattern) => namesOf(channels, pattern)),

  run('PUBSUB NUMSUB', [any(channel)], ({ channels }, names) => listeners(channels, names)),

  run('PUBSUB NUMPAT', [], ({ channels }) => channels.patterns),

  run('PUBSUB SHARDCHANNELS', [filter], ({ shardChannels }, pattern) =>
    namesOf(shardChannels, pattern),
  ),

  run('PUBSUB SHARDNUMSUB', [any(channel)], ({ shardChannels }, names) =>
    listeners(shardChannels, names),
  ),

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

const namesOf = (channels: Channels, pattern = '*') =>
  [...channels.names].filter((name) => matchesGlob(pattern, name))

const listeners = (channels: Channels, names: readonly Bytes[]) =>
  names.flatMap((name) => [name, channels.listeners(name)])
