// Runs the built command to its end, and measures its time, its memory and the size of its output.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reporters } from '../../report/reporters/index.js'
import { cli } from './target.js'

export interface Ended {
  readonly code: number | string
  readonly seconds: number
  /** The processor time in seconds. It is NaN if the process was killed. */
  readonly busySeconds: number
  /** The largest resident memory, in MB. It is NaN if the process was killed. */
  readonly megabytes: number
  /** The largest report or standard output, in MB. */
  readonly reportMegabytes: number
  readonly output: string
}

const measure = `
import { writeSync } from 'node:fs'
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  writeSync(3, [(userCPUTime + systemCPUTime) / 1e6, maxRSS / 1e3].join())
})
`

/** Runs a verb with these arguments and variables. It is killed after `mostMs` milliseconds. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  mostMs: number,
): Promise<Ended> {
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(measure)}`, cli, ...args],
    { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  )
  const [out, usage] = [
    { size: 0, text: '' },
    { size: 0, text: '' },
  ]
  const collect = (to: typeof out) => (chunk: Buffer) => {
    to.size += chunk.length
    to.text = (to.text + chunk.toString()).slice(-2_000)
  }
  child.stdout!.on('data', collect(out))
  child.stderr!.on('data', collect(out))
  child.stdio[3]!.on('data', collect(usage))
  const timer = setTimeout(() => child.kill('SIGKILL'), mostMs)
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  clearTimeout(timer)
  const [busySeconds = NaN, megabytes = NaN] = usage.text.split(',').map(parseFloat)
  return {
    code: code ?? String(signal),
    seconds: (performance.now() - startedAt) / 1_000,
    busySeconds,
    megabytes,
    reportMegabytes: out.size / 1e6,
    output: out.text,
  }
}

/** Runs `use` with the options of all reports. Returns its result, with the size of the largest report. */
export async function withReports(
  use: (options: readonly string[]) => Promise<Ended>,
): Promise<Ended & { readonly text: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-contract-'))
  const files = Object.keys(reporters).map((name) => [name, join(folder, name)] as const)
  try {
    const ended = await use(files.flatMap(([name, file]) => ['--report', `${name}=${file}`]))
    const sizes = files.map(([, file]) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    const reportMegabytes = Math.max(ended.reportMegabytes, ...sizes.map((size) => size / 1e6))
    const json = join(folder, 'json')
    const text = sizes[0] === 0 ? '' : readFileSync(json, 'utf8')
    return { ...ended, reportMegabytes, text }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
