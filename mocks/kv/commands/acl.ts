// The ACL commands except `ACL RESTTOKEN`, which the HTTP layer handles.

import { randomBytes } from 'node:crypto'
import type { User } from '../engine/acl/acl.js'
import { RuleError, type Selector } from '../engine/acl/selector.js'
import { OK, ReplyError, type Bytes, type Command } from '../reply.js'
import type { CommandResult } from '../command/answer.js'
import { callOf } from '../command/call.js'
import { family, container, refused, run, type Server, help } from '../command/command.js'
import { integer, value } from '../command/one-word.js'
import { any, many, optional } from '../command/parameters.js'
import { hasArity, printed, wrongArity } from '../command/refusals.js'

const GENPASS_MOST = 4096n
const LOGGED = 10

const NO_ACL_FILE =
  'ERR This Redis instance is not configured to use an ACL file. You may want to specify users ' +
  'via the ACL SETUSER command and then issue a CONFIG REWRITE (assuming you have a Redis ' +
  'configuration file set) in order to store users in the Redis configuration.'

const forOperators = ['admin', 'noscript', 'loading'] as const

export const acl = family({ group: 'server' }, [
  container('ACL', '6.0.0'),

  run(
    'ACL CAT',
    [optional(value, 'subcommand')],
    ['6.0.0', 'noscript', 'loading'],
    ({ acl, commands }, category) => {
      if (category === undefined) return acl.catalogue.categories
      const wanted = acl.catalogue.categories.find((each) => each === category.toLowerCase())
      if (wanted === undefined) throw new ReplyError(`ERR Unknown category '${printed(category)}'`)
      return commands.all
        .filter(({ categories }) => categories.some((each) => each === wanted))
        .map(({ name }) => name)
    },
  ),

  run('ACL SETUSER', [value, any(value)], ['6.0.0', ...forOperators], ({ acl }, name, words) => {
    if (/[\0\t-\r ]/.test(name)) {
      throw new ReplyError("ERR Usernames can't contain spaces or null characters")
    }
    try {
      acl.set(name, rulesOf(words))
    } catch (error) {
      if (!(error instanceof RuleError)) throw error
      const rule = printed(String(error.cause))
      throw new ReplyError(`ERR Error in ACL SETUSER modifier '${rule}': ${error.message}`)
    }
    return OK
  }),

  run('ACL GETUSER', [value], ['6.0.0', ...forOperators, 'resp3:user'], ({ acl }, name) => {
    const user = acl.user(name)
    if (user === undefined) return undefined
    const [own, ...others] = user.selectors
    return [
      'flags',
      user.flags,
      'passwords',
      user.passwords,
      ...permissions(own),
      'selectors',
      others.map(permissions),
    ]
  }),

  run('ACL DELUSER', [many(value)], ['6.0.0', ...forOperators], ({ acl }, names) => {
    if (names.includes('default')) throw new ReplyError("ERR The 'default' user cannot be removed")
    return names.filter((name) => acl.delete(name)).length
  }),

  run('ACL LIST', [], ['6.0.0', ...forOperators], ({ acl }) =>
    acl.users.map((user) => `user ${user.name} ${user.describe()}`),
  ),

  run('ACL USERS', [], ['6.0.0', ...forOperators], ({ acl }) => acl.users.map(({ name }) => name)),
  run('ACL WHOAMI', [], ['6.0.0', 'noscript', 'loading'], ({ user }) => user),

  run(
    'ACL DRYRUN',
    [value, value, any(value)],
    ['7.0.0', ...forOperators],
    (server, name, ...[command, args]) => {
      const user = server.acl.user(name)
      if (user === undefined) throw new ReplyError(`ERR User '${printed(name)}' not found`)
      return dryRun(server, user, [command, ...args])
    },
  ),

  run(
    'ACL GENPASS',
    [optional(integer, 'subcommand')],
    ['6.0.0', 'noscript', 'loading'],
    (_, bits = 256n) => {
      if (bits <= 0n || bits > GENPASS_MOST) {
        throw new ReplyError(
          'ERR ACL GENPASS argument must be the number of bits for the output password, a positive ' +
            `number up to ${GENPASS_MOST}`,
        )
      }
      const digits = Math.ceil(Number(bits) / 4)
      return randomBytes(digits).toString('hex').slice(0, digits)
    },
  ),

  run(
    'ACL LOG',
    [optional(value, 'subcommand')],
    ['6.0.0', ...forOperators, 'resp3:aclLog'],
    ({ aclLog, db }, word) => {
      if (word?.toLowerCase() === 'reset') {
        aclLog.clear()
        return OK
      }
      const count = word === undefined ? LOGGED : Math.max(Number(integer.parse(word)), 0)
      return aclLog.entries
        .slice(0, count)
        .map(({ count, reason, context, object, user, at }) => [
          'count',
          count,
          'reason',
          reason,
          'context',
          context,
          'object',
          object,
          'username',
          user,
          'age-seconds',
          String((db.clock.now() - at) / 1000),
          'client-info',
          `user=${user}`,
        ])
    },
  ),

  refused('ACL SAVE', 2, ['6.0.0', ...forOperators], NO_ACL_FILE),
  refused('ACL LOAD', 2, ['6.0.0', ...forOperators], NO_ACL_FILE),

  help('ACL', ['6.0.0'], {
    'CAT [<category>]': [
      'List all commands that belong to <category>, or all command categories',
      'when no category is specified.',
    ],
    'DELUSER <username> [<username> ...]': 'Delete a list of users.',
    'DRYRUN <username> <command> [<arg> ...]':
      'Returns whether the user can execute the given command without executing the command.',
    'GETUSER <username>': "Get the user's details.",
    'GENPASS [<bits>]': [
      'Generate a secure 256-bit user password. The optional `bits` argument can',
      'be used to specify a different size.',
    ],
    LIST: 'Show users details in config file format.',
    LOAD: 'Reload users from the ACL file.',
    'LOG [<count> | RESET]': 'Show the ACL log entries.',
    SAVE: 'Save the current config to the ACL file.',
    'SETUSER <username> <attribute> [<attribute> ...]':
      'Create or modify a user with the specified attributes.',
    USERS: 'List all the registered usernames.',
    WHOAMI: 'Return the current connection username.',
  }),
])

/** Joins the words of an ACL rule in parentheses to one word. */
function rulesOf(words: readonly Bytes[]): Bytes[] {
  const rules: Bytes[] = []
  let open: Bytes[] = []
  for (const word of words) {
    const opens = word.startsWith('(') && !word.endsWith(')')
    if (open.length === 0 && !opens) rules.push(word)
    else open.push(word)
    if (open.length === 0 || !word.endsWith(')')) continue
    rules.push(open.join(' '))
    open = []
  }
  const [unmatched] = open
  if (unmatched === undefined) return rules
  throw new ReplyError(
    `ERR Unmatched parenthesis in acl selector starting at '${printed(unmatched)}'.`,
  )
}

const permissions = ({ commands, keys, channels }: Selector): CommandResult[] => [
  'commands',
  commands,
  'keys',
  keys,
  'channels',
  channels,
]

function dryRun({ commands }: Server, user: User, command: Command): CommandResult {
  const entry = commands.lookup(command)
  if (entry instanceof ReplyError) {
    throw new ReplyError(`ERR Command '${printed(command[0])}' not found`)
  }
  if (!hasArity(command, entry)) throw wrongArity(entry.name)
  const denial = user.refusal(callOf(entry, command))
  if (denial === undefined) return OK
  const verb = denial.reason === 'command' ? 'run' : 'access'
  const object = `the '${printed(denial.object)}' ${denial.reason}`
  return `This user has no permissions to ${verb} ${object}`
}
