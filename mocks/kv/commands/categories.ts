// The ACL categories of every command of Redis, those that the engine has not among them: a rule may
// name any of them. Nothing in how a command is written here tells its categories.

import type { CommandInfo } from '../backends/backend.js'

/** Names by category, in the order in which Redis tells the categories. */
const members = {
  keyspace: `
    copy dbsize del dump exists expire expireat expiretime flushall flushdb keys migrate move
    object|encoding object|freq object|help object|idletime object|refcount persist pexpire
    pexpireat pexpiretime pttl randomkey rename renamenx restore restore-asking scan swapdb touch
    ttl type unlink`,
  read: `
    bitcount bitfield_ro bitpos dbsize dump exists expiretime geodist geohash geopos georadius_ro
    georadiusbymember_ro geosearch get getbit getrange hexists hget hgetall hkeys hlen hmget
    hrandfield hscan hstrlen hvals keys lcs lindex llen lolwut lpos lrange memory|usage mget
    object|encoding object|freq object|idletime object|refcount pexpiretime pfcount pttl randomkey
    scan scard sdiff sinter sintercard sismember smembers smismember sort_ro srandmember sscan
    strlen substr sunion touch ttl type xinfo|consumers xinfo|groups xinfo|stream xlen xpending
    xrange xread xrevrange zcard zcount zdiff zinter zintercard zlexcount zmscore zrandmember
    zrange zrangebylex zrangebyscore zrank zrevrange zrevrangebylex zrevrangebyscore zrevrank
    zscan zscore zunion`,
  write: `
    append bitfield bitop blmove blmpop blpop brpop brpoplpush bzmpop bzpopmax bzpopmin copy decr
    decrby del expire expireat flushall flushdb function|delete function|flush function|load
    function|restore geoadd georadius georadiusbymember geosearchstore getdel getex getset hdel
    hincrby hincrbyfloat hmset hset hsetnx incr incrby incrbyfloat linsert lmove lmpop lpop lpush
    lpushx lrem lset ltrim migrate move mset msetnx persist pexpire pexpireat pfadd pfdebug
    pfmerge psetex rename renamenx restore restore-asking rpop rpoplpush rpush rpushx sadd
    sdiffstore set setbit setex setnx setrange sinterstore smove sort spop srem sunionstore swapdb
    unlink xack xadd xautoclaim xclaim xdel xgroup|create xgroup|createconsumer xgroup|delconsumer
    xgroup|destroy xgroup|setid xreadgroup xsetid xtrim zadd zdiffstore zincrby zinterstore zmpop
    zpopmax zpopmin zrangestore zrem zremrangebylex zremrangebyrank zremrangebyscore zunionstore`,
  set: `
    sadd scard sdiff sdiffstore sinter sintercard sinterstore sismember smembers smismember smove
    sort sort_ro spop srandmember srem sscan sunion sunionstore`,
  sortedset: `
    bzmpop bzpopmax bzpopmin sort sort_ro zadd zcard zcount zdiff zdiffstore zincrby zinter
    zintercard zinterstore zlexcount zmpop zmscore zpopmax zpopmin zrandmember zrange zrangebylex
    zrangebyscore zrangestore zrank zrem zremrangebylex zremrangebyrank zremrangebyscore zrevrange
    zrevrangebylex zrevrangebyscore zrevrank zscan zscore zunion zunionstore`,
  list: `
    blmove blmpop blpop brpop brpoplpush lindex linsert llen lmove lmpop lpop lpos lpush lpushx
    lrange lrem lset ltrim rpop rpoplpush rpush rpushx sort sort_ro`,
  hash: `
    hdel hexists hget hgetall hincrby hincrbyfloat hkeys hlen hmget hmset hrandfield hscan hset
    hsetnx hstrlen hvals`,
  string: `
    append decr decrby get getdel getex getrange getset incr incrby incrbyfloat lcs mget mset
    msetnx psetex set setex setnx setrange strlen substr`,
  bitmap: `
    bitcount bitfield bitfield_ro bitop bitpos getbit setbit`,
  hyperloglog: `
    pfadd pfcount pfdebug pfmerge pfselftest`,
  geo: `
    geoadd geodist geohash geopos georadius georadius_ro georadiusbymember georadiusbymember_ro
    geosearch geosearchstore`,
  stream: `
    xack xadd xautoclaim xclaim xdel xgroup|create xgroup|createconsumer xgroup|delconsumer
    xgroup|destroy xgroup|help xgroup|setid xinfo|consumers xinfo|groups xinfo|help xinfo|stream
    xlen xpending xrange xread xreadgroup xrevrange xsetid xtrim`,
  pubsub: `
    psubscribe publish pubsub|channels pubsub|numpat pubsub|numsub pubsub|shardchannels
    pubsub|shardnumsub punsubscribe spublish ssubscribe subscribe sunsubscribe unsubscribe`,
  admin: `
    acl|deluser acl|dryrun acl|getuser acl|list acl|load acl|log acl|save acl|setuser acl|users
    bgrewriteaof bgsave client|kill client|list client|no-evict client|pause client|unblock
    client|unpause cluster|addslots cluster|addslotsrange cluster|bumpepoch
    cluster|count-failure-reports cluster|delslots cluster|delslotsrange cluster|failover
    cluster|flushslots cluster|forget cluster|meet cluster|replicas cluster|replicate
    cluster|reset cluster|saveconfig cluster|set-config-epoch cluster|setslot cluster|slaves
    config|get config|resetstat config|rewrite config|set debug failover lastsave latency|doctor
    latency|graph latency|histogram latency|history latency|latest latency|reset module|list
    module|load module|loadex module|unload monitor pfdebug pfselftest psync replconf replicaof
    role save shutdown slaveof slowlog|get slowlog|len slowlog|reset sync`,
  fast: `
    append asking auth bitfield_ro bzpopmax bzpopmin dbsize decr decrby discard echo exists expire
    expireat expiretime get getbit getdel getex getset hdel hello hexists hget hincrby
    hincrbyfloat hlen hmget hmset hset hsetnx hstrlen incr incrby incrbyfloat lastsave llen lolwut
    lpop lpush lpushx mget move multi persist pexpire pexpireat pexpiretime pfadd ping pttl
    publish quit readonly readwrite renamenx reset role rpop rpush rpushx sadd scard select setnx
    sismember smismember smove spop spublish srem strlen swapdb time touch ttl type unlink unwatch
    watch xack xadd xautoclaim xclaim xdel xlen xsetid zadd zcard zcount zincrby zlexcount zmscore
    zpopmax zpopmin zrank zrem zrevrank zscore`,
  // Whatever is not fast, and so these too, which are nothing else.
  slow: `
    acl acl|cat acl|genpass acl|help acl|whoami client cluster cluster|countkeysinslot
    cluster|getkeysinslot cluster|help cluster|info cluster|keyslot cluster|links cluster|myid
    cluster|nodes cluster|shards cluster|slots config config|help function latency latency|help
    memory memory|doctor memory|help memory|malloc-stats memory|purge memory|stats module
    module|help object pubsub pubsub|help script slowlog slowlog|help xgroup xinfo`,
  blocking: `
    blmove blmpop blpop brpop brpoplpush bzmpop bzpopmax bzpopmin xread xreadgroup`,
  // All of `admin` is dangerous too.
  dangerous: `
    flushall flushdb info keys migrate restore restore-asking sort sort_ro swapdb`,
  connection: `
    asking auth client|caching client|getname client|getredir client|help client|id client|info
    client|kill client|list client|no-evict client|pause client|reply client|setname
    client|tracking client|trackinginfo client|unblock client|unpause command command|count
    command|docs command|getkeys command|getkeysandflags command|help command|info command|list
    echo hello ping quit readonly readwrite reset select wait`,
  transaction: `
    discard exec multi unwatch watch`,
  scripting: `
    eval eval_ro evalsha evalsha_ro fcall fcall_ro function|delete function|dump function|flush
    function|help function|kill function|list function|load function|restore function|stats
    script|debug script|exists script|flush script|help script|kill script|load`,
} as const

export type Category = keyof typeof members

export const categories = Object.keys(members) as readonly Category[]

const named = new Map<string, Set<Category>>()
for (const category of categories) {
  for (const name of members[category].split(/\s+/)) {
    if (name !== '') named.set(name, (named.get(name) ?? new Set()).add(category))
  }
}
for (const own of named.values()) {
  if (!own.has('fast')) own.add('slow')
  if (own.has('admin')) own.add('dangerous')
}

/** The names of all commands and subcommands of Redis. */
export const redisNames: readonly string[] = [...named.keys()]

/** The categories of a command, in their order; of one that Redis has not, as of a module's. */
export function categoriesOf({
  name,
  verb,
}: Pick<CommandInfo, 'name'> & { readonly verb?: string }) {
  const own =
    named.get(name) ?? new Set([...(verb === 'read' || verb === 'write' ? [verb] : []), 'slow'])
  return categories.filter((category) => own.has(category))
}
