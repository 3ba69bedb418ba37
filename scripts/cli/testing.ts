// What the tests of the command share: they start what is built, as a user does, before targets and
// with files of their own.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import type { Mock } from '../../mocks/index.js'

export const cli = fileURLToPath(new URL('../../dist/scripts/cli.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command to its end. */
export const svcContract = (...args: readonly string[]): Promise<Ended> => start(args).ended

/**
 * Has command lines of a verb, words with a space between them, end with exit code 2 and a message that
 * says what to do.
 */
export const refuses = (verb: string, rows: readonly (readonly [line: string, RegExp])[]) =>
  it.each(rows)(`exits with 2 on ${verb} %s, saying what to do`, async (line, message) => {
    const { code, stderr } = await svcContract(verb, ...line.split(' ').filter((word) => word))

    expect(code).toBe(2)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/^ +at /m)
  })

/** Starts the command; `interrupt` is what one Ctrl-C does. */
export function start(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): { readonly ended: Promise<Ended>; readonly interrupt: () => void } {
  const env = { PATH: process.env['PATH'], ...environment }
  const child = spawn(process.execPath, [cli, ...args], { env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code]): Ended => ({
    code: code as number | null,
    stdout,
    stderr,
  }))
  let interrupted = false
  const interrupt = () => {
    if (!interrupted) child.kill('SIGINT')
    interrupted = true
  }
  return { ended, interrupt }
}

const folder = mkdtempSync(join(tmpdir(), 'svc-contract-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The path of a file that is gone after the tests, and that has this content where some is given. */
export function file(name: string, content?: string): string {
  const path = join(folder, name)
  if (content !== undefined) writeFileSync(path, content)
  return path
}

/** The JSON report of a run of `test`, in a file so called. */
export async function reportOf(name: string, ...args: readonly string[]): Promise<string> {
  const path = file(name)
  await svcContract('test', ...args, '--report', `json=${path}`)
  return path
}

/** The options of a key-value target that answers so until the test is over. */
export async function targetThat(answers: RequestListener): Promise<readonly string[]> {
  const server = createServer(answers).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return ['--kv-url', `http://127.0.0.1:${port}`, '--kv-token', 'a-token']
}

export const ofKv = ({ kv }: Mock) => ['--kv-url', kv.url, '--kv-token', kv.token]
export const ofQueue = ({ queue }: Mock) => ['--queue-url', queue.url, '--queue-token', queue.token]
