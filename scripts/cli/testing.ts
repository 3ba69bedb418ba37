// Helpers for tests of the command.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { UsageError } from '../../conformance/core/usage-error.js'
import type { Mock } from '../../mocks/index.js'
import { exitCodeOf } from './main.js'
import type { Verb } from './verb.js'
import { cli } from '../testing.js'

export { cli }

export interface CommandOutput {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command in this process, which is faster than a process of its own. */
export const svcContract = (...args: readonly string[]): Promise<CommandOutput> =>
  svcContractWith({}, ...args)

/** Runs the command in this process with these environment variables. */
export async function svcContractWith(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<CommandOutput> {
  const original = process.env
  process.env = { PATH: original['PATH'], ...environment }
  const output = { stdout: '', stderr: '' }
  const restore = (['stdout', 'stderr'] as const).flatMap((name) => [
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      output[name] += String(text)
      return true
    }),
    vi
      .spyOn(console, name === 'stdout' ? 'log' : 'error')
      .mockImplementation((...words) => void (output[name] += `${format(...words)}\n`)),
  ])
  try {
    return { code: await exitCodeOf(args), ...output }
  } finally {
    for (const spy of restore) spy.mockRestore()
    process.env = original
  }
}

const wordsOf = (line: string): readonly string[] => line.split(' ').filter((word) => word)

/**
 * Tests that a verb refuses each command line with a message. Words in a line are separated by spaces.
 */
export const refuses = (
  verb: string,
  run: Verb['run'],
  rows: readonly (readonly [line: string, RegExp])[],
) =>
  it.each(rows)(`refuses with a message: ${verb} %s`, async (line, message) => {
    await expectRefused(() => run(wordsOf(line)), message)
  })

/** Expects a usage error with a message that matches. */
export async function expectRefused(act: () => Promise<unknown>, message: RegExp): Promise<void> {
  const error: unknown = await act().catch((error: unknown) => error)
  expect(error).toBeInstanceOf(UsageError)
  expect((error as UsageError).message).toMatch(message)
}

/** Starts the built command like a user. The first call of `interrupt` acts like Ctrl-C. */
export function start(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd?: string,
): {
  readonly ended: Promise<CommandOutput>
  readonly interrupt: () => void
  /** Resolves with the standard output when it matches. */
  readonly printed: (pattern: RegExp) => Promise<string>
} {
  const env = { PATH: process.env['PATH'], ...environment }
  const child = spawn(process.execPath, [cli, ...args], { env, cwd })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code]): CommandOutput => ({
    code: code as number | null,
    stdout,
    stderr,
  }))
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (pattern.test(stdout)) resolve(stdout)
      }
      child.stdout.on('data', look)
      look()
    })
  return { ended, printed, interrupt: () => void (child.killed || child.kill('SIGINT')) }
}

const folder = mkdtempSync(join(tmpdir(), 'svc-contract-'))
// One process runs many test files, so the folder stays until it ends.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Returns the path of a file in a temporary folder. Writes the file if `content` is given. */
export function file(name: string, content?: string): string {
  const path = join(folder, name)
  if (content !== undefined) writeFileSync(path, content)
  return path
}

/** Runs `test` and returns the path of its JSON report. */
export async function reportOf(name: string, ...args: readonly string[]): Promise<string> {
  const path = file(name)
  await svcContract('test', ...args, '--report', `json=${path}`)
  return path
}

/** Starts a key-value target that ends with the test. Returns the options that select the target. */
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

/** Writes a key and a certificate of localhost. Returns false if openssl is not installed. */
export function wroteCertificate(key: string, certificate: string): boolean {
  const { status } = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  return status === 0
}
