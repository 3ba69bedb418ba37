// The Pub/Sub commands, on both servers; nobody listens there.

import type { Scripts } from './script.js'

export const pubsub: Scripts = {
  'messages that reach nobody': [
    'publish channel message',
    'PUBLISH "\\u00ff" ""',
    'PUBLISH channel',
    'PUBLISH a b c',
    'spublish channel message',
    'SPUBLISH channel',
  ],
  'who listens': [
    'PUBSUB',
    'pubsub channels',
    'PUBSUB CHANNELS *',
    'PUBSUB NUMSUB',
    'PUBSUB NUMSUB a b a "\\u00ff"',
    'PUBSUB NUMPAT',
    'PUBSUB NUMPAT a',
    'PUBSUB SHARDCHANNELS',
    'PUBSUB SHARDCHANNELS a*',
    'PUBSUB SHARDNUMSUB',
    'PUBSUB SHARDNUMSUB a b',
    'PUBSUB CHANNELS a b',
    'pubsub Channels a b',
    'PUBSUB SHARDCHANNELS a b',
    'PUBSUB nosuch',
    'PUBSUB HELP',
    'PUBSUB HELP a',
  ],
}
