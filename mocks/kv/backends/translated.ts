// Changes commands on the way to a Redis server. The flag allow-key-locking, which the server does not know,
// is removed from scripts, and the SHA1 digest that the client computed stays valid. The commands of users
// are confined to one database, because another database of the server stores the messages of the queue.

import { type Command, type Reply, ReplyError } from '../reply.js'
import { sha1 } from '../scripting/redis-library.js'
import { LOCKING_FLAG } from '../scripting/scripts.js'
import type { Backend } from './backend.js'

/** The largest number of digests that are kept. A client sends a script again after NOSCRIPT. */
const MOST_DIGESTS = 1000

/** A command as the server gets it, and the conversion of its reply. */
interface Translation {
  readonly command: Command
  readonly replyOf: (reply: Reply) => Reply
}

/** Returns a backend that changes each command and its reply on the way to `backend`. */
function translating(backend: Backend, translate: (command: Command) => Translation): Backend {
  const all = async (
    commands: readonly Command[],
    send: (commands: readonly Command[]) => Reply[] | Promise<Reply[]>,
  ) => {
    const translations = commands.map(translate)
    const replies = await send(translations.map(({ command }) => command))
    return replies.map((reply, at) => translations[at]!.replyOf(reply))
  }
  return {
    ...backend,
    async execute(given, sender) {
      const { command, replyOf } = translate(given)
      return replyOf(await backend.execute(command, sender))
    },
    pipeline: (commands, sender) => all(commands, (sent) => backend.pipeline(sent, sender)),
    transaction: (commands, sender) => all(commands, (sent) => backend.transaction(sent, sender)),
  }
}

const unchanged = (command: Command): Translation => ({ command, replyOf: (reply) => reply })

/** Returns a backend that accepts the flag in scripts, and removes it on the way to `backend`. */
export function withLockingFlag(backend: Backend): Backend {
  const digests = new Digests()
  return translating(backend, (command) => translated(command, digests))
}

/** The digest that the server has for each digest of a script whose flag was removed. */
class Digests {
  readonly #digests = new Map<string, string>()

  add(given: string, own: string): void {
    this.#digests.delete(given)
    this.#digests.set(given, own)
    const [oldest] = this.#digests.keys()
    if (this.#digests.size > MOST_DIGESTS) this.#digests.delete(oldest!)
  }

  of(given: string): string {
    return this.#digests.get(given.toLowerCase()) ?? given
  }
}

function translated(command: Command, digests: Digests): Translation {
  const [name, first = '', ...rest] = command
  const isScript = /^script$/i.test(name)
  if (isScript && /^exists$/i.test(first))
    return unchanged([name, first, ...rest.map((digest) => digests.of(digest))])
  if (isScript && /^load$/i.test(first) && rest.length === 1) {
    const script = translatedScript(rest[0]!, digests)
    return { command: [name, first, script.text], replyOf: inWordsOf(script) }
  }
  if (/^eval(?:_ro)?$/i.test(name)) {
    const script = translatedScript(first, digests)
    return { command: [name, script.text, ...rest], replyOf: errorInWordsOf(script) }
  }
  if (/^evalsha(?:_ro)?$/i.test(name)) {
    const own = digests.of(first)
    return { command: [name, own, ...rest], replyOf: errorInWordsOf({ given: first, own }) }
  }
  return unchanged(command)
}

/** The digest of a script as the client computed it, and as the server has it. */
interface Names {
  readonly given: string
  readonly own: string
}

function translatedScript(given: string, digests: Digests): Names & { readonly text: string } {
  const text = withoutFlag(given)
  if (text === given) return { text, given: '', own: '' }
  const names = { given: sha1(given), own: sha1(text) }
  digests.add(names.given, names.own)
  return { text, ...names }
}

/** Removes the flag from the first line of a script. Keeps the line, so that lines in errors are right. */
function withoutFlag(script: string): string {
  const [line = ''] = /^#!lua .*/.exec(script) ?? []
  const options = line.split(' ').map((option) => {
    if (!option.startsWith('flags=')) return option
    const flags = option.slice('flags='.length).split(',')
    return `flags=${flags.filter((flag) => flag !== LOCKING_FLAG).join(',')}`
  })
  return options.join(' ') + script.slice(line.length)
}

const inWordsOf =
  (names: Names) =>
  (reply: Reply): Reply =>
    reply === names.own && names.own !== '' ? names.given : errorInWordsOf(names)(reply)

/** Replaces the digest in an error of a script. */
const errorInWordsOf =
  ({ given, own }: Names) =>
  (reply: Reply): Reply =>
    reply instanceof ReplyError && own !== given
      ? new ReplyError(reply.message.replaceAll(own, given))
      : reply

/** A number of no database. Redis answers that it is out of range. */
const NO_DATABASE = '2147483646'

/** Returns a backend whose commands leave the other databases as they are. Scripts are not changed. */
export const inOneDatabase = (backend: Backend, database: number): Backend =>
  translating(backend, (command) => unchanged(confined(command, String(database))))

function confined(command: Command, database: string): Command {
  const [name, ...args] = command
  const inside = (given: string) => (given === database ? given : NO_DATABASE)
  switch (name.toUpperCase()) {
    case 'FLUSHALL':
      return ['FLUSHDB', ...args]
    case 'SWAPDB':
      return [name, ...args.map(inside)]
    case 'MOVE':
      return [name, ...args.slice(0, 1), ...args.slice(1).map(inside)]
    case 'COPY':
      return [
        name,
        ...args.map((each, n) => (/^db$/i.test(args[n - 1] ?? '') && n > 2 ? inside(each) : each)),
      ]
    default:
      return command
  }
}
