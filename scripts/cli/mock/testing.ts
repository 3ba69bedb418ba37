// Starts the mock command, in the process of a test or in its own.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cli } from '../testing.js'
import { read } from '../verb.js'
import { imitating } from './like.js'
import { options } from './options.js'
import { readyText } from './ready.js'
import { startFrom } from './start.js'

/** Starts the mock from the arguments of `mock`. Rejects if they are refused, or if they are not. */
export async function startMockFrom(args: readonly string[]): Promise<never> {
  const mock = await startFrom(read(args, options).values)
  await mock.close()
  throw new Error('the mock has started')
}

/** A part of the line that the mock prints with `--json`. */
export interface Ready {
  readonly kv: {
    readonly url: string
    readonly token: string
    readonly readOnlyToken: string
    readonly resp: { readonly url: string }
  }
  readonly queue: { readonly url: string; readonly token: string }
  readonly environment: Readonly<Record<string, string>>
  readonly environmentFile: { readonly file: string; readonly notes: readonly string[] } | null
  readonly like?: object
}

/** Starts the mock on free ports. Also returns the line of JSON that the mock prints. */
export async function startReady(...options: readonly string[]) {
  const args = ['mock', '--json', '--kv-port', '0', '--queue-port', '0', ...options]
  const child = spawn(process.execPath, [cli, ...args])
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, ...(JSON.parse(line.toString()) as Ready) }
}

/** Returns the text that the mock prints when it is ready, without its file of `--write-env`. */
export async function readyLines(...args: readonly string[]): Promise<string> {
  const { values: given } = read(['--kv-port', '0', '--queue-port', '0', ...args], options)
  const { values, imitation } =
    given.like === undefined ? { values: given, imitation: undefined } : imitating(given)
  const mock = await startFrom(values)
  await mock.close()
  return readyText(mock, values, undefined, imitation)
}
