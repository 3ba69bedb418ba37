// Runs scripts with the flag allow-key-locking on a Redis server, which does not know the flag. The flag
// is removed from the script, and the SHA1 digest that the client computed stays valid.

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

/** Returns a backend that accepts the flag in scripts, and removes it on the way to `backend`. */
export function withLockingFlag(backend: Backend): Backend {
  const digests = new Digests()
  return {
    ...backend,
    async execute(command, sender) {
      const translation = translated(command, digests)
      return translation.replyOf(await backend.execute(translation.command, sender))
    },
    async pipeline(commands, sender) {
      const translations = commands.map((command) => translated(command, digests))
      return repliesOf(translations, await backend.pipeline(sentIn(translations), sender))
    },
    async transaction(commands, sender) {
      const translations = commands.map((command) => translated(command, digests))
      return repliesOf(translations, await backend.transaction(sentIn(translations), sender))
    },
  }
}

const sentIn = (translations: readonly Translation[]) => translations.map(({ command }) => command)

const repliesOf = (translations: readonly Translation[], replies: readonly Reply[]) =>
  replies.map((reply, at) => translations[at]!.replyOf(reply))

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

const unchanged = (command: Command): Translation => ({ command, replyOf: (reply) => reply })

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
