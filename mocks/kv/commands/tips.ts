// The tips of the commands, as COMMAND tells them: which replies are not the same every time, and where
// in a cluster a command is to be sent, and what is to be made of the replies.

import type { Entry } from './command.js'
import { named, type Holds } from './flags.js'

/** In the order in which Redis tells them: a few have the first behind the others. */
const tips: readonly (readonly [tip: string, holds: Holds])[] = [
  [
    'nondeterministic_output',
    named(`
      client|info client|list cluster|bumpepoch cluster|count-failure-reports cluster|getkeysinslot
      cluster|info cluster|links cluster|nodes cluster|replicas cluster|shards cluster|sl* dump
      function|stats hrandfield info lastsave latency|* memory|doctor memory|malloc-stats
      memory|stats migrate object|* pttl spop srandmember time ttl xadd xautoclaim xclaim
      xinfo|consumers xpending xtrim zrandmember *scan - *|help latency|reset`),
  ],
  [
    'nondeterministic_output_order',
    named(`
      command command|docs command|info command|list function|list hgetall hkeys hvals module|list
      sdiff sinter smembers sunion`),
  ],
  [
    'request_policy:all_nodes',
    named('config|set latency|* script|flush script|load slowlog|* - *|help'),
  ],
  [
    'request_policy:all_shards',
    named(`
      dbsize flush* function|* info keys memory|* ping randomkey script|exists script|kill wait
      - *|help function|dump function|list memory|usage`),
  ],
  ['request_policy:multi_shard', named('del exists mget mset msetnx touch unlink')],
  ['request_policy:special', named('scan')],
  ['response_policy:agg_logical_and', named('script|exists')],
  ['response_policy:agg_min', named('msetnx wait')],
  ['response_policy:agg_sum', named('dbsize del exists slowlog|len touch unlink')],
  [
    'response_policy:all_succeeded',
    named(`
      config|set flush* function|delete function|flush function|load function|restore latency|reset
      memory|purge mset ping script|flush script|load slowlog|reset`),
  ],
  ['response_policy:one_succeeded', named('function|kill script|kill')],
  [
    'response_policy:special',
    named(`
      function|stats info latency|* memory|doctor memory|malloc-stats memory|stats
      - *|help latency|reset`),
  ],
  ['nondeterministic_output', named('randomkey slowlog|get slowlog|len')],
  ['nondeterministic_output_order', named('keys')],
]

export const tipsOf = (entry: Entry): string[] =>
  tips.filter(([, holds]) => holds(entry)).map(([tip]) => tip)
