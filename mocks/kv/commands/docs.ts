// What COMMAND DOCS tells of a command: its group, and the release that brought it. Redis's sentences
// about commands, and its trees of their arguments, are its own.

import { matchesGlob } from '../engine/core/glob.js'
import type { Entry } from './command.js'

/** Patterns of names, by group; what matches none is a String command. */
const groups: Readonly<Record<string, string>> = {
  bitmap: 'bit* getbit setbit',
  cluster: 'asking cluster* readonly readwrite',
  connection: 'auth client* echo hello ping quit reset select',
  generic: `
    copy del dump exists expire* keys migrate move object* persist pexpire* pttl randomkey rename*
    restore scan sort* touch ttl type unlink wait`,
  geo: 'geo*',
  hash: 'h*',
  hyperloglog: 'pf*',
  list: 'bl* br* lindex linsert llen lmove lmpop lp* lr* lset ltrim rpo* rpush*',
  module: 'json.*',
  pubsub: '*publish *subscribe pubsub*',
  scripting: 'eval* fcall* function* script*',
  server: `
    acl* bgrewriteaof bgsave command* config* dbsize flush* info lastsave latency* lolwut memory*
    module* monitor role save slowlog* swapdb time`,
  set: 'sadd scard sdiff* sinter* sis* sm* spop sr* sscan sun*',
  'sorted-set': 'bz* z*',
  stream: 'x*',
  transactions: 'discard exec multi unwatch watch',
}

/** Patterns of names, by the release that brought them: of several that match, the first. */
const releases: Readonly<Record<string, string>> = {
  '1.0.0': `
    auth bgrewriteaof bgsave dbsize decr decrby del echo exists expire flush* get getset incr incrby
    info keys lastsave lindex llen lpop lpush lrange lrem lset ltrim mget monitor move ping quit
    randomkey rename renamenx rpop rpush sadd save scard sdiff sdiffstore select set setnx sinter
    sinterstore sismember smembers smove sort spop srandmember srem substr sunion sunionstore ttl
    type`,
  '1.0.1': 'mset msetnx',
  '1.0.5': 'zrangebyscore',
  '1.2.0': `
    exec expireat multi rpoplpush zadd zcard zincrby zrange zrem zremrangebyscore zrevrange zscore`,
  '2.0.0': `
    append blpop brpop config config|get config|resetstat config|set discard hdel hexists hget
    hgetall hincrby hkeys hlen hmget hmset hset hsetnx hvals psubscribe publish punsubscribe setex
    subscribe unsubscribe zcount zinterstore zrank zremrangebyrank zrevrank zunionstore`,
  '2.2.0': `
    brpoplpush getbit linsert lpushx persist rpushx setbit setrange strlen unwatch watch
    zrevrangebyscore`,
  '2.2.12': 'slowlog slowlog|get slowlog|len slowlog|reset',
  '2.2.3': 'object object|encoding object|idletime object|refcount',
  '2.4.0': 'client client|kill client|list getrange',
  '2.6.0': `
    bitcount bitop dump eval evalsha hincrbyfloat incrbyfloat migrate pexpire pexpireat psetex pttl
    restore script script|exists script|flush script|kill script|load time`,
  '2.6.9': 'client|getname client|setname',
  '2.8.0': 'config|rewrite *scan pubsub pubsub|channels pubsub|num*',
  '2.8.12': 'role',
  '2.8.13': `
    command command|count command|getkeys command|info latency latency|doctor latency|graph
    latency|help latency|history latency|latest latency|reset`,
  '2.8.7': 'bitpos',
  '2.8.9': 'pf* zlexcount zrangebylex zremrangebylex zrevrangebylex',
  '2.9.50': 'client|pause',
  '3.2.10': 'georadius*_ro',
  '4.0.0': `
    memory memory|* module module|list module|load module|unload object|freq swapdb unlink`,
  '5.0.0': `
    bzpop* client|help client|id client|unblock cluster|help cluster|replicas command|help
    config|help lolwut module|help script|help xack xadd xclaim xdel xgroup xgroup|create
    xgroup|delconsumer xgroup|destroy xgroup|help xgroup|setid xinfo xinfo|* xlen xpending xr*
    xsetid xtrim zpop*`,
  '7.0.0': `
    acl|dryrun blmpop bzmpop client|no-evict cluster|*range cluster|links cluster|shards
    command|docs command|getkeysandflags command|list eval*_ro *expiretime fcall* function
    function|*
    latency|histogram lcs lmpop module|loadex pubsub|shard* sintercard sort_ro spublish ssubscribe
    sunsubscribe zintercard zmpop`,
  '6.2.0': `
    blmove client|info client|trackinginfo client|unpause copy geosearch geosearchstore getdel
    getex hrandfield lmove object|help pubsub|help reset slowlog|help smismember xautoclaim
    xgroup|createconsumer zdiff zdiffstore zinter zmscore zrandmember zrangestore zunion`,
  '6.0.6': 'lpos',
  '6.0.0': 'acl acl|* bitfield_ro client|caching client|getredir client|tracking hello',
  '3.2.1': 'touch',
  '3.2.0': 'bitfield client|reply geo* hstrlen script|debug',
  '3.0.0': 'cluster cluster|* asking readonly readwrite wait',
}

/** The first whose patterns a name matches. */
const firstOf = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.keys(table).find((title) =>
    table[title]!.trim()
      .split(/\s+/)
      .some((pattern) => matchesGlob(pattern, name)),
  )

export const groupOf = ({ name }: Pick<Entry, 'name'>): string => firstOf(groups, name) ?? 'string'

export const sinceOf = ({ name, since }: Pick<Entry, 'name' | 'since'>): string | undefined =>
  since ?? firstOf(releases, name)
