// The words of commands that are passwords. MONITOR and the log show "(redacted)" in their place.

const REDACTED = '(redacted)'

/** Returns true if the word at a position is a secret. The words are in upper case, and 0 is the name. */
type IsSecret = (words: readonly string[], at: number) => boolean

/** Returns true for the `count` words after an option, which is at the position `from` or later. */
const after =
  (option: string, from: number, count: number): IsSecret =>
  (words, at) => {
    const found = words.indexOf(option, from)
    return found >= 0 && at > found && at <= found + count
  }

/** Modifiers of ACL SETUSER that add or remove a password or its hash. */
const PASSWORD_MODIFIER = /^[<>#!]/

/** CONFIG settings that are passwords. */
const PASSWORD_SETTINGS: readonly (string | undefined)[] = ['REQUIREPASS', 'MASTERAUTH']

const secrets: Readonly<Record<string, IsSecret>> = {
  AUTH: (_, at) => at > 0,
  HELLO: after('AUTH', 2, 2),
  MIGRATE: (words, at) => after('AUTH', 6, 1)(words, at) || after('AUTH2', 6, 2)(words, at),
  ACL: (words, at) =>
    words[1] === 'RESTTOKEN'
      ? at === 3
      : words[1] === 'SETUSER' && at > 2 && PASSWORD_MODIFIER.test(words[at]!),
  CONFIG: (words, at) => words[1] === 'SET' && at > 2 && PASSWORD_SETTINGS.includes(words[at - 1]),
}

/** Returns a command with `(redacted)` in place of passwords, or the same command without any. */
export function withoutSecrets<C extends readonly string[]>(command: C): C {
  const isSecret = secrets[command[0]?.toUpperCase() ?? '']
  if (isSecret === undefined) return command
  const words = command.map((word) => word.toUpperCase())
  if (!words.some((_, at) => isSecret(words, at))) return command
  return command.map((word, at) =>
    isSecret(words, at) ? REDACTED : word,
  ) as readonly string[] as C
}
