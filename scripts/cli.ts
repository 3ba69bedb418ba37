#!/usr/bin/env node
// The svc-contract command: runs a verb and exits with its code.

import { didYouMean } from '../conformance/core/did-you-mean.js'
import { UsageError } from '../conformance/core/usage-error.js'
import { keepCompiled } from './cli/compile-cache.js'
import { complain } from './cli/complain.js'
import { helpOf, type Verb } from './cli/verb.js'
import { version } from './cli/version.js'

keepCompiled()

/** All verbs. A verb is a subcommand such as `test`, and is loaded when it is used. */
const verbs: Readonly<Record<string, () => Promise<{ readonly verb: Verb }>>> = {
  test: () => import('./cli/test.js'),
  mock: () => import('./cli/mock.js'),
  list: () => import('./cli/list.js'),
  explain: () => import('./cli/explain.js'),
  doctor: () => import('./cli/doctor.js'),
  proxy: () => import('./cli/proxy.js'),
  mutate: () => import('./cli/mutate.js'),
  diff: () => import('./cli/diff.js'),
  compare: () => import('./cli/compare.js'),
  drift: () => import('./cli/drift.js'),
  merge: () => import('./cli/merge.js'),
}

/** The exit codes of usage errors, of no verdict and of bugs in svc-contract, for every verb. */
const [usage, couldNotJudge, bug] = [2, 3, 4]

/** Errors of this machine, which are no bugs. */
const exhausted: Readonly<Record<string, string>> = {
  EMFILE: 'this process may not open more files; raise the limit with ulimit -n',
  ENFILE: 'this machine has too many open files; close other programs',
  ENOSPC: 'the disk is full; free some space',
}

const exhaustionIn = (error: unknown): string | undefined =>
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

/** True if the verb has ended, or if the process ends on purpose. */
let isFinished = false

// A provider module that calls `process.exit(0)` would end a run without results with exit code 0.
process.once('exit', () => {
  if (isFinished) return
  complain(
    'the run ended before it was finished, so there are no results: does a provider module call process.exit(), or wait for a promise that never settles?',
  )
  process.exitCode = bug
})

// Without this handler, an unhandled error would exit with the code of Node, which here means that
// the target violates the contract. An error in a timer of a provider is an example.
process.on('uncaughtException', (error) => {
  const exhaustion = exhaustionIn(error)
  if (exhaustion !== undefined) {
    complain(exhaustion)
    isFinished = true
    process.exit(couldNotJudge)
  }
  console.error(
    'svc-contract: an unhandled error ended the run; this is a bug of svc-contract or of the provider module, not of your target',
  )
  console.error(error)
  isFinished = true
  process.exit(bug)
})

// A reader such as `head` may close the output early. The run then continues and keeps its exit
// code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') outputProblem ??= error.message
})

// A closed terminal takes no more messages, and the run must still remove its data.
process.stderr.on('error', () => {})

/** The reason why the output is incomplete, for example a full disk. */
let outputProblem: string | undefined

/** Says at the end that the output is incomplete. A failure of the verb keeps its exit code. */
process.once('exit', () => {
  if (outputProblem === undefined) return
  console.error(
    `svc-contract: the output could not be written: ${outputProblem}; write it to another file or a disk with free space`,
  )
  if ((process.exitCode ?? 0) === 0) process.exitCode = usage
})

/** Runs the verb, and sets the exit code. */
async function run(): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    const exhaustion = exhaustionIn(error)
    if (error instanceof UsageError) {
      complain(error.message)
      process.exitCode = usage
    } else if (exhaustion !== undefined) {
      complain(exhaustion)
      process.exitCode = couldNotJudge
    } else {
      console.error('svc-contract: this is a bug of svc-contract, not of your target')
      console.error(error)
      process.exitCode = bug
    }
  }
  isFinished = true
}

void run()
