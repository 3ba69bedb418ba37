// Helpers for tests that follow the documentation like a reader.

import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const cli = join(root, 'dist/scripts/cli.js')
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Creates a folder that is deleted after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-contract-'))
  afterAll(() => rmSync(folder, { recursive: true }), 180_000)
  return folder
}

/** Returns the path of the first of these programs that is installed, or undefined. */
export const installed = (...programs: readonly string[]): string | undefined =>
  programs.flatMap((program) => {
    const { status, stdout } = spawnSync('which', [program], { encoding: 'utf8' })
    return status === 0 ? [stdout.trim()] : []
  })[0]

/** The path of an installed browser, because no test downloads the browser of Playwright. */
export const browserPath = installed('chromium', 'google-chrome')

export interface ProcessOutput {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** The standard output, followed by the error output. */
  readonly output: string
}

/** Runs a program and waits for its end. Never rejects. */
export const run = (
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ProcessOutput> =>
  new Promise((resolve) =>
    execFile(program, args, { ...options, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : 1
      resolve({ code, stdout, stderr, output: stdout + stderr })
    }),
  )

/**
 * Returns the code blocks of a Markdown page, each with the comment before the block, the name of
 * its file if the first line has it, the title of its section and the number of its first line.
 */
export const blocksIn = (markdown: string) =>
  Array.from(
    markdown.matchAll(/(?:<!-- ([^>]*) -->\n\n)?^```(\w*)\n([^]*?)^```$/gm),
    ({ 0: { length }, 1: comment, 2: language = '', 3: code = '', index }) => {
      const before = markdown.slice(0, index + length - code.length - '```'.length)
      const section = /^## (.*)$/m.exec(before.slice(before.lastIndexOf('\n## ')))?.[1] ?? ''
      const [, name] = /^\/\/ (\S+\.\w+)\n/.exec(code) ?? []
      return { comment, language, code, name, section, line: before.split('\n').length }
    },
  )
