// Runs a verb of the svc-contract command, and turns errors into exit codes.

import { didYouMean } from '../../conformance/core/did-you-mean.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { complain } from './complain.js'
import { helpOf, type Verb } from './verb.js'
import { version } from './version.js'

/** All verbs. A verb is a subcommand such as `test`, and is loaded when it is used. */
const verbs: Readonly<Record<string, () => Promise<{ readonly verb: Verb }>>> = {
  test: () => import('./test.js'),
  mock: () => import('./mock.js'),
  list: () => import('./list.js'),
  explain: () => import('./explain.js'),
  doctor: () => import('./doctor.js'),
  proxy: () => import('./proxy.js'),
  mutate: () => import('./mutate.js'),
  diff: () => import('./diff.js'),
  compare: () => import('./compare.js'),
  drift: () => import('./drift.js'),
  merge: () => import('./merge.js'),
}

/** The exit codes of usage errors, of no verdict and of bugs in svc-contract, for every verb. */
export const [usage, couldNotJudge, bug] = [2, 3, 4] as const

/** Errors of this machine, which are no bugs. */
const exhausted: Readonly<Record<string, string>> = {
  EMFILE: 'this process may not open more files; raise the limit with ulimit -n',
  ENFILE: 'this machine has too many open files; close other programs',
  ENOSPC: 'the disk is full; free some space',
}

/** Says which limit of this machine an error comes from. Returns undefined for other errors. */
export const exhaustionIn = (error: unknown): string | undefined =>
  exhausted[(error as NodeJS.ErrnoException | undefined)?.code ?? '']

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === 'help') return main([...args.slice(0, 1), '--help'])
  if (name === undefined || name === '--help' || name === '-h') {
    const lines = await Promise.all(
      Object.entries(verbs).map(async ([each, load]) => {
        const { verb } = await load()
        return `  ${each.padEnd(9)}${verb.summary}`
      }),
    )
    console.log(`Usage: svc-contract VERB [options]\n\n${lines.join('\n')}\n`)
    console.log('svc-contract VERB --help lists the options of a verb.')
    return name === undefined ? usage : 0
  }
  if (name === '--version' || name === '-v') {
    console.log(version)
    return 0
  }
  const load = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (load === undefined) {
    const names = Object.keys(verbs)
    const hint = didYouMean(name, names) || `; there are ${names.join(', ')}`
    throw new UsageError(`there is no verb "${name}"${hint}`)
  }
  const { verb } = await load()
  // Arguments after `--` belong to another command.
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (own.includes('--help') || own.includes('-h')) {
    console.log(helpOf(name, verb))
    return 0
  }
  return verb.run(args)
}

/** Runs the verb of a command line. Prints errors, and resolves with the exit code. */
export async function exitCodeOf(args: readonly string[]): Promise<number> {
  try {
    return await main(args)
  } catch (error) {
    const exhaustion = exhaustionIn(error)
    if (error instanceof UsageError) {
      complain(error.message)
      return usage
    }
    if (exhaustion !== undefined) {
      complain(exhaustion)
      return couldNotJudge
    }
    console.error('svc-contract: this is a bug of svc-contract, not of your target')
    console.error(error)
    return bug
  }
}
