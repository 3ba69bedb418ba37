#!/usr/bin/env node
// The svc-contract command: runs a verb and exits with its code.

import { keepCompiled } from './cli/compile-cache.js'
import { complain } from './cli/complain.js'
import { bug, couldNotJudge, exhaustionIn, exitCodeOf, usage } from './cli/main.js'

keepCompiled()

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

void exitCodeOf(process.argv.slice(2)).then((code) => {
  process.exitCode = code
  isFinished = true
})
