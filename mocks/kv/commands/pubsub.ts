// The Pub/Sub commands.

import type { Channels } from '../engine/core/channels.js'
import { matchesGlob } from '../engine/core/glob.js'
import type { Bytes } from '../reply.js'
import { family, container, run, help } from '../command/command.js'
import { pattern, value } from '../command/one-word.js'
import { any, optional, word } from '../command/parameters.js'

const channel = word('channel', (word) => word)
const shardChannel = { ...channel, keys: 1 }

const filter = optional(pattern, 'subcommand')

export const pubsub = family({ group: 'pubsub', category: 'pubsub' }, [
  run(
    'PUBLISH',
    [channel, value],
    ['2.0.0', 'fast', 'loading', 'publishes', 'replicates'],
    ({ channels }, channel, message) => channels.publish(channel, message),
  ),

  run(
    'SPUBLISH',
    [shardChannel, value],
    ['7.0.0', 'fast', 'loading', 'publishes', 'replicates'],
    ({ shardChannels }, channel, message) => shardChannels.publish(channel, message),
  ),

  container('PUBSUB', '2.8.0'),

  run('PUBSUB CHANNELS', [filter], ['2.8.0', 'loading'], ({ channels }, pattern) =>
    namesOf(channels, pattern),
  ),

  run('PUBSUB NUMSUB', [any(channel)], ['2.8.0', 'loading'], ({ channels }, names) =>
    listeners(channels, names),
  ),

  run('PUBSUB NUMPAT', [], ['2.8.0', 'loading'], ({ channels }) => channels.patterns),

  run('PUBSUB SHARDCHANNELS', [filter], ['7.0.0', 'loading'], ({ shardChannels }, pattern) =>
    namesOf(shardChannels, pattern),
  ),

  run('PUBSUB SHARDNUMSUB', [any(channel)], ['7.0.0', 'loading'], ({ shardChannels }, names) =>
    listeners(shardChannels, names),
  ),

  help('PUBSUB', ['6.2.0', 'in:'], {
    'CHANNELS [<pattern>]':
      "Return the currently active channels matching a <pattern> (default: '*').",
    NUMPAT: 'Return number of subscriptions to patterns.',
    'NUMSUB [<channel> ...]': [
      'Return the number of subscribers for the specified channels, excluding',
      'pattern subscriptions(default: no channels).',
    ],
    'SHARDCHANNELS [<pattern>]':
      "Return the currently active shard level channels matching a <pattern> (default: '*').",
    'SHARDNUMSUB [<shardchannel> ...]':
      'Return the number of subscribers for the specified shard level channel(s)',
  }),
])

const namesOf = (channels: Channels, pattern = '*') =>
  [...channels.names].filter((name) => matchesGlob(pattern, name))

const listeners = (channels: Channels, names: readonly Bytes[]) =>
  names.flatMap((name) => [name, channels.listeners(name)])
