// The CLUSTER commands, all of which are refused: the server is no part of a cluster.

import { ReplyError } from '../reply.js'
import { container, family, refused, type Definition } from '../command/command.js'
import type { Facts } from '../command/facts.js'

const changing = { admin: true, flags: ['no_async_loading'] } as const

export const cluster = family({ group: 'cluster' }, [
  container('CLUSTER', { since: '3.0.0' }),
  subcommand('ADDSLOTS', -3, { since: '3.0.0', ...changing }),
  subcommand('ADDSLOTSRANGE', -4, { since: '7.0.0', ...changing }),
  subcommand('BUMPEPOCH', 2, { since: '3.0.0', ...changing, varies: true }),
  subcommand('COUNT-FAILURE-REPORTS', 3, { since: '3.0.0', admin: true, varies: true }),
  subcommand('COUNTKEYSINSLOT', 3, { since: '3.0.0' }),
  subcommand('DELSLOTS', -3, { since: '3.0.0', ...changing }),
  subcommand('DELSLOTSRANGE', -4, { since: '7.0.0', ...changing }),
  subcommand('FAILOVER', -2, { since: '3.0.0', ...changing }),
  subcommand('FLUSHSLOTS', 2, { since: '3.0.0', ...changing }),
  subcommand('FORGET', 3, { since: '3.0.0', ...changing }),
  subcommand('GETKEYSINSLOT', 4, { since: '3.0.0', varies: true }),
  subcommand('HELP', 2, { since: '5.0.0', loading: true }),
  subcommand('INFO', 2, { since: '3.0.0', varies: true }),
  subcommand('KEYSLOT', 3, { since: '3.0.0' }),
  subcommand('LINKS', 2, { since: '7.0.0', varies: true }),
  subcommand('MEET', -4, { since: '3.0.0', ...changing }),
  subcommand('MYID', 2, { since: '3.0.0' }),
  subcommand('NODES', 2, { since: '3.0.0', varies: true }),
  subcommand('REPLICAS', 3, { since: '5.0.0', admin: true, varies: true }),
  subcommand('REPLICATE', 3, { since: '3.0.0', ...changing }),
  subcommand('RESET', -2, { since: '3.0.0', admin: true, noScript: true }),
  subcommand('SAVECONFIG', 2, { since: '3.0.0', ...changing }),
  subcommand('SET-CONFIG-EPOCH', 3, { since: '3.0.0', ...changing }),
  subcommand('SETSLOT', -4, { since: '3.0.0', ...changing }),
  subcommand('SHARDS', 2, { since: '7.0.0', varies: true }),
  subcommand('SLAVES', 3, { since: '3.0.0', admin: true, varies: true }),
  subcommand('SLOTS', 2, { since: '3.0.0', varies: true }),
])

function subcommand(name: string, arity: number, facts: Facts): Definition {
  return refused(
    `CLUSTER ${name}`,
    arity,
    { stale: true, ...facts },
    () => new ReplyError('ERR This instance has cluster support disabled'),
  )
}
