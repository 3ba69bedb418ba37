// The CLUSTER commands. All of them are refused because the server is not part of a cluster.

import { ReplyError } from '../reply.js'
import { container, family, refused, type Definition } from '../command/command.js'

const changing = 'admin no_async_loading'

export const cluster = family({ group: 'cluster' }, [
  container('CLUSTER', '3.0.0'),
  subcommand('ADDSLOTS', -3, `3.0.0 ${changing}`),
  subcommand('ADDSLOTSRANGE', -4, `7.0.0 ${changing}`),
  subcommand('BUMPEPOCH', 2, `3.0.0 ${changing} varies`),
  subcommand('COUNT-FAILURE-REPORTS', 3, '3.0.0 admin varies'),
  subcommand('COUNTKEYSINSLOT', 3, '3.0.0'),
  subcommand('DELSLOTS', -3, `3.0.0 ${changing}`),
  subcommand('DELSLOTSRANGE', -4, `7.0.0 ${changing}`),
  subcommand('FAILOVER', -2, `3.0.0 ${changing}`),
  subcommand('FLUSHSLOTS', 2, `3.0.0 ${changing}`),
  subcommand('FORGET', 3, `3.0.0 ${changing}`),
  subcommand('GETKEYSINSLOT', 4, '3.0.0 varies'),
  subcommand('HELP', 2, '5.0.0 loading'),
  subcommand('INFO', 2, '3.0.0 varies'),
  subcommand('KEYSLOT', 3, '3.0.0'),
  subcommand('LINKS', 2, '7.0.0 varies'),
  subcommand('MEET', -4, `3.0.0 ${changing}`),
  subcommand('MYID', 2, '3.0.0'),
  subcommand('NODES', 2, '3.0.0 varies'),
  subcommand('REPLICAS', 3, '5.0.0 admin varies'),
  subcommand('REPLICATE', 3, `3.0.0 ${changing}`),
  subcommand('RESET', -2, '3.0.0 admin noscript'),
  subcommand('SAVECONFIG', 2, `3.0.0 ${changing}`),
  subcommand('SET-CONFIG-EPOCH', 3, `3.0.0 ${changing}`),
  subcommand('SETSLOT', -4, `3.0.0 ${changing}`),
  subcommand('SHARDS', 2, '7.0.0 varies'),
  subcommand('SLAVES', 3, '3.0.0 admin varies'),
  subcommand('SLOTS', 2, '3.0.0 varies'),
])

function subcommand(name: string, arity: number, facts: string): Definition {
  return refused(
    `CLUSTER ${name}`,
    arity,
    `${facts} stale`,
    () => new ReplyError('ERR This instance has cluster support disabled'),
  )
}
