// The part of a command that ACL permissions are checked against, and Redis's messages for denied
// commands.

import type { CommandCall, Denial } from '../engine/acl/selector.js'
import { ReplyError, type Command } from '../reply.js'
import type { CommandEntry } from './command.js'
import { channelsOf, keyAccessOf } from './key-access.js'

export const callOf = (entry: CommandEntry, command: Command): CommandCall => ({
  name: entry.name,
  args: command.slice(entry.name.split('|').length),
  keys: () => keyAccessOf(entry, command),
  channels: channelsOf(entry, command),
})

export const noPermission = ({ reason, object }: Denial): ReplyError =>
  new ReplyError(
    'NOPERM this user has no permissions to ' +
      (reason === 'command'
        ? `run the '${object}' command`
        : `access one of the ${reason}s used as arguments`),
  )

export const noPermissionInScript = ({ reason }: Denial): ReplyError =>
  new ReplyError(
    'ERR The user executing the script ' +
      {
        command: "can't run this command or subcommand",
        key: "can't access at least one of the keys mentioned in the command arguments",
        channel: "can't publish to the channel mentioned in the command",
      }[reason],
  )
