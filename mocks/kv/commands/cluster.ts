// The CLUSTER commands. All of them are refused because the server is not part of a cluster.

import { container, family, refused } from '../command/command.js'
import type { Facts } from '../command/facts.js'

const changing = ['admin', 'no_async_loading'] as const

/** Facts with the subcommands that have them, and their arities. */
const subcommands: readonly (readonly [facts: Facts, names: string])[] = [
  [['3.0.0'], 'COUNTKEYSINSLOT:3 KEYSLOT:3 MYID:2'],
  [['3.0.0', 'varies'], 'GETKEYSINSLOT:4 INFO:2 NODES:2 SLOTS:2'],
  [['3.0.0', 'admin', 'varies'], 'COUNT-FAILURE-REPORTS:3 SLAVES:3'],
  [['3.0.0', 'admin', 'noscript'], 'RESET:-2'],
  [
    ['3.0.0', ...changing],
    'ADDSLOTS:-3 DELSLOTS:-3 FAILOVER:-2 FLUSHSLOTS:2 FORGET:3 MEET:-4 REPLICATE:3 SAVECONFIG:2 ' +
      'SET-CONFIG-EPOCH:3 SETSLOT:-4',
  ],
  [['3.0.0', ...changing, 'varies'], 'BUMPEPOCH:2'],
  [['5.0.0', 'loading'], 'HELP:2'],
  [['5.0.0', 'admin', 'varies'], 'REPLICAS:3'],
  [['7.0.0', 'varies'], 'LINKS:2 SHARDS:2'],
  [['7.0.0', ...changing], 'ADDSLOTSRANGE:-4 DELSLOTSRANGE:-4'],
]

export const cluster = family({ group: 'cluster' }, [
  container('CLUSTER', '3.0.0'),
  ...subcommands.flatMap(([facts, names]) =>
    names.split(' ').map((each) => {
      const [name, arity] = each.split(':')
      const message = 'ERR This instance has cluster support disabled'
      return refused(`CLUSTER ${name}`, Number(arity), [...facts, 'stale'], message)
    }),
  ),
])
