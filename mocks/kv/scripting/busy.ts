// A script that pauses now and then, so that other requests run and other clients can kill it.

import { ReplyError, type Bytes, type Reply } from '../reply.js'

/** Thrown out of a script that pauses. */
export class ScriptPaused extends Error {
  override readonly name = 'ScriptPaused'
  readonly script: BusyScript
  /** Continues the script until it returns its reply, or throws `ScriptPaused` again. */
  readonly resume: () => Reply

  constructor(script: BusyScript, resume: () => Reply) {
    super('the script pauses')
    this.script = script
    this.resume = resume
  }
}

/** Thrown in a script that was killed. Scripts cannot catch this error. */
export class ScriptKilled extends Error {
  override readonly name = 'ScriptKilled'
}

/** A running script, which may become busy. */
export class BusyScript {
  /** The name of the function, or the digest of the script. */
  readonly name: Bytes
  readonly isFunction: boolean
  readonly #command: readonly [name: string, script: Bytes]
  readonly #given: { readonly keys: readonly Bytes[]; readonly args: readonly Bytes[] }
  /** True once the script has called a command that writes. */
  wrote = false
  killed = false

  /** @param command the name of the command that runs the script, and its first word */
  constructor(
    name: Bytes,
    isFunction: boolean,
    command: readonly [name: string, script: Bytes],
    given: { readonly keys: readonly Bytes[]; readonly args: readonly Bytes[] },
  ) {
    this.name = name
    this.isFunction = isFunction
    this.#command = command
    this.#given = given
  }

  get command(): readonly Bytes[] {
    const [name, script] = this.#command
    const { keys, args } = this.#given
    return [name.toLowerCase(), script, String(keys.length), ...keys, ...args]
  }
}

/** The script that has paused, if there is one. */
export class Busy {
  script: BusyScript | undefined
  #since = 0

  /** The time in milliseconds at which the script began. */
  get since(): number {
    return this.#since
  }

  begin(script: BusyScript, since: number): void {
    this.script = script
    this.#since = since
  }

  end(): void {
    this.script = undefined
  }

  /** The error of commands that cannot run while a script or a transaction has paused. */
  get refusal(): ReplyError {
    if (this.script === undefined) {
      return new ReplyError('BUSY a long transaction or many other commands run. Try again later.')
    }
    const container = this.script.isFunction ? 'FUNCTION' : 'SCRIPT'
    return new ReplyError(
      'BUSY Redis is busy running a script. You can only call ' +
        `${container} KILL or SHUTDOWN NOSAVE.`,
    )
  }

  /** Kills the script at its next step. Throws a `ReplyError` if there is none or it cannot be killed. */
  kill(isFunction: boolean): void {
    const script = this.script
    if (script === undefined || script.killed)
      throw new ReplyError('NOTBUSY No scripts in execution right now.')
    if (script.wrote) {
      throw new ReplyError(
        'UNKILLABLE Sorry the script already executed write commands against the dataset. You can ' +
          'either wait the script termination or kill the server in a hard way using the SHUTDOWN ' +
          'NOSAVE command.',
      )
    }
    if (script.isFunction !== isFunction) throw this.refusal
    script.killed = true
  }
}
