// The commands of Redis that no script may call, those that this table has not among them.

const names = `
  acl|cat acl|deluser acl|dryrun acl|genpass acl|getuser acl|list acl|load acl|log acl|save
  acl|setuser acl|users acl|whoami auth bgrewriteaof bgsave blmove blpop brpop brpoplpush bzpopmax
  bzpopmin client|caching client|getname client|getredir client|id client|info client|kill
  client|list client|no-evict client|pause client|reply client|setname client|tracking
  client|trackinginfo client|unblock client|unpause cluster|reset config|get config|resetstat
  config|rewrite config|set debug discard eval eval_ro evalsha evalsha_ro exec failover fcall
  fcall_ro function|delete function|dump function|flush function|kill function|list function|load
  function|restore function|stats hello latency|doctor latency|graph latency|histogram
  latency|history latency|latest latency|reset module|list module|load module|loadex
  module|unload monitor multi psubscribe psync punsubscribe quit replconf replicaof reset role
  save script|debug script|exists script|flush script|kill script|load shutdown slaveof
  ssubscribe subscribe sunsubscribe sync unsubscribe unwatch wait watch`

const denied: ReadonlySet<string> = new Set(names.trim().split(/\s+/))

/** Whether a script may not call a command of that name. */
export const noScript = (name: string): boolean => denied.has(name)
