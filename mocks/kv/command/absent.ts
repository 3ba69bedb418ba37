// The commands of Redis 7.0 that the embedded engine does not have: rules of ACL users may name them,
// and scripts may call them in vain.

import { categoriesOf, type Category, type Facts } from './facts.js'

const facts: Readonly<Record<string, Omit<Facts, 'since'>>> = {
  asking: { fast: true, categories: ['connection'] },
  auth: { fast: true, noScript: true, categories: ['connection'] },
  blmove: { access: 'write', blocking: true, noScript: true, categories: ['list'] },
  blmpop: { access: 'write', blocking: true, categories: ['list'] },
  blpop: { access: 'write', blocking: true, noScript: true, categories: ['list'] },
  brpop: { access: 'write', blocking: true, noScript: true, categories: ['list'] },
  brpoplpush: { access: 'write', blocking: true, noScript: true, categories: ['list'] },
  bzmpop: { access: 'write', blocking: true, categories: ['sortedset'] },
  bzpopmax: {
    access: 'write',
    fast: true,
    blocking: true,
    noScript: true,
    categories: ['sortedset'],
  },
  bzpopmin: {
    access: 'write',
    fast: true,
    blocking: true,
    noScript: true,
    categories: ['sortedset'],
  },
  client: {},
  'client|caching': { noScript: true, categories: ['connection'] },
  'client|getname': { noScript: true, categories: ['connection'] },
  'client|getredir': { noScript: true, categories: ['connection'] },
  'client|help': { categories: ['connection'] },
  'client|id': { noScript: true, categories: ['connection'] },
  'client|info': { noScript: true, categories: ['connection'] },
  'client|kill': { admin: true, noScript: true, categories: ['connection'] },
  'client|list': { admin: true, noScript: true, categories: ['connection'] },
  'client|no-evict': { admin: true, noScript: true, categories: ['connection'] },
  'client|pause': { admin: true, noScript: true, categories: ['connection'] },
  'client|reply': { noScript: true, categories: ['connection'] },
  'client|setname': { noScript: true, categories: ['connection'] },
  'client|tracking': { noScript: true, categories: ['connection'] },
  'client|trackinginfo': { noScript: true, categories: ['connection'] },
  'client|unblock': { admin: true, noScript: true, categories: ['connection'] },
  'client|unpause': { admin: true, noScript: true, categories: ['connection'] },
  debug: { admin: true, noScript: true },
  discard: { fast: true, noScript: true, categories: ['transaction'] },
  exec: { noScript: true, categories: ['transaction'] },
  failover: { admin: true, noScript: true },
  hello: { fast: true, noScript: true, categories: ['connection'] },
  monitor: { admin: true, noScript: true },
  multi: { fast: true, noScript: true, categories: ['transaction'] },
  psubscribe: { noScript: true, categories: ['pubsub'] },
  psync: { admin: true, noScript: true },
  punsubscribe: { noScript: true, categories: ['pubsub'] },
  quit: { fast: true, noScript: true, categories: ['connection'] },
  readonly: { fast: true, categories: ['connection'] },
  readwrite: { fast: true, categories: ['connection'] },
  replconf: { admin: true, noScript: true },
  replicaof: { admin: true, noScript: true },
  reset: { fast: true, noScript: true, categories: ['connection'] },
  'restore-asking': { access: 'write', dangerous: true, categories: ['keyspace'] },
  select: { fast: true, categories: ['connection'] },
  shutdown: { admin: true, noScript: true },
  slaveof: { admin: true, noScript: true },
  ssubscribe: { noScript: true, categories: ['pubsub'] },
  subscribe: { noScript: true, categories: ['pubsub'] },
  sunsubscribe: { noScript: true, categories: ['pubsub'] },
  sync: { admin: true, noScript: true },
  unsubscribe: { noScript: true, categories: ['pubsub'] },
  unwatch: { fast: true, noScript: true, categories: ['transaction'] },
  wait: { noScript: true, categories: ['connection'] },
  watch: { fast: true, noScript: true, categories: ['transaction'] },
}

/** A command that the embedded engine does not have. */
export interface AbsentCommand {
  readonly name: string
  readonly categories: readonly Category[]
}

export const absentCommands: readonly AbsentCommand[] = Object.entries(facts).map(
  ([name, own]) => ({ name, categories: categoriesOf(own, own.access, undefined) }),
)

/** True if Redis has such a command but lets no script call it. */
export const isAbsentForScripts = (name: string): boolean =>
  Object.hasOwn(facts, name) && facts[name]!.noScript === true
