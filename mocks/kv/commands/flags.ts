// The flags of the commands, as COMMAND tells them. A few follow from what else is known of a command;
// the others say how Redis treats it while it loads, runs out of memory, or runs a script.

import { matchesGlob } from '../engine/core/glob.js'
import { categoriesOf } from './categories.js'
import type { Entry } from './command.js'

/** Whether something is said of a command. */
export type Holds = (entry: Entry) => boolean

/** Of the commands of Redis with names of these patterns: of those before the `-` less those behind it. */
export function named(text: string): Holds {
  const [names = [], but = []] = text.split(' - ').map((part) => part.trim().split(/\s+/))
  const isIn = (patterns: readonly string[], name: string) =>
    patterns.some((pattern) => matchesGlob(pattern, name))
  return ({ name, since }) => since === undefined && isIn(names, name) && !isIn(but, name)
}

const inCategory =
  (category: ReturnType<typeof categoriesOf>[number]): Holds =>
  (entry) =>
    categoriesOf(entry).includes(category)

const scripts = 'eval eval_ro evalsha evalsha_ro fcall fcall_ro'

const whileLoading = `
  *|help acl|* command command|* config|* echo info lastsave latency|* publish pubsub|* role
  slowlog|* spublish time`

/** In the order in which Redis tells them. */
const flags: Readonly<Record<string, Holds>> = {
  write: ({ verb }) => verb === 'write',
  readonly: (entry) => entry.verb === 'read' || named('eval_ro evalsha_ro fcall_ro')(entry),
  denyoom: named(`
    append bitfield bitop copy decr decrby function|load function|restore geoadd georadius
    georadiusbymember geosearchstore getset hincrby* hmset hset hsetnx incr* linsert lmove lpush
    lpushx lset mset msetnx pfadd pfdebug pfmerge psetex restore rpoplpush rpush rpushx sadd set
    setbit setex setnx setrange sort s*store xadd xgroup|create* xsetid zadd zincrby z*store`),
  admin: (entry) => inCategory('admin')(entry) && !named('lastsave role')(entry),
  pubsub: inCategory('pubsub'),
  noscript: named(`
    acl|* bgrewriteaof bgsave cluster|reset config|* function|* latency|* module|* role save script|*
    ${scripts} - *|help`),
  blocking: inCategory('blocking'),
  loading: named(whileLoading),
  stale: named(`${whileLoading} cluster|* script|load ${scripts}`),
  skip_monitor: named(scripts),
  fast: inCategory('fast'),
  no_mandatory_keys: named(scripts),
  no_async_loading: named(`
    bgrewriteaof bgsave cluster|addslots* cluster|bumpepoch cluster|delslots* cluster|failover
    cluster|flushslots cluster|forget cluster|meet cluster|replicate cluster|saveconfig
    cluster|set-config-epoch cluster|setslot module|load* module|unload save`),
  no_multi: named('save'),
  movablekeys: named(`
    georadius georadiusbymember lmpop migrate sintercard sort sort_ro xread xreadgroup zdiff zdiffstore
    zinter zintercard zinterstore zmpop zunion zunionstore ${scripts}`),
  allow_busy: named('function|kill function|stats script|kill'),
}

/** Commands that Redis 7.0 does not have and that write, but only what makes a value smaller. */
const SHRINKING =
  /^(json\.(arrpop|arrtrim|clear|del|forget|toggle)|h(getdel|getex|(p?expire(at)?)|persist)|x(ackdel|delex))$/

const growing = new Map<Entry, boolean>()

/** Whether a command is refused when there is no memory left. */
export function mayGrow(entry: Entry): boolean {
  let may = growing.get(entry)
  if (may === undefined) {
    may = entry.since ? entry.write && !SHRINKING.test(entry.name) : flags['denyoom']!(entry)
    growing.set(entry, may)
  }
  return may
}

export const flagsOf = (entry: Entry): string[] =>
  Object.keys(flags).filter((flag) => flags[flag]!(entry))
