// Measures the time to start and run, in comparison with a bare node process.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { inTurns, median } from './measure.js'
import { printTable, times } from './print.js'

// The package, not the modules that the compiler wrote.
const dist = new URL('../../../dist/', import.meta.url)
/** The command of the package. */
export const cli = fileURLToPath(new URL('scripts/cli.js', dist))
const mocks = new URL('mocks/index.js', dist).href

const node = (args: readonly string[]) => execFileSync(process.execPath, args, { encoding: 'utf8' })

/** Measures the milliseconds from process start to exit. */
const wholeProcess = (args: readonly string[]) => async () => {
  const begin = performance.now()
  node(args)
  return performance.now() - begin
}

/** Measures the milliseconds of a whole process that runs a program. */
const program = (text: string) => wholeProcess(['--input-type=module', '--eval', text])

const imported = `const { startMock, startPrism } = await import(${JSON.stringify(mocks)})`

/** Starts `svc-contract mock`. Measures the milliseconds until it is ready, or until its first response. */
const command = (until: 'ready' | 'answer') => async (): Promise<number> => {
  const begin = performance.now()
  const args = [cli, 'mock', '--kv-port', '0', '--queue-port', '0', '--json']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  if (until === 'answer') {
    const { kv } = JSON.parse(line.toString()) as { kv: { url: string; token: string } }
    const headers = { Authorization: `Bearer ${kv.token}` }
    await (await fetch(`${kv.url}/ping`, { headers })).arrayBuffer()
  }
  const time = performance.now() - begin
  child.kill()
  await once(child, 'close')
  return time
}

const bare = 'a bare node process'

/** The measurements, with the largest ratio to a bare process that is the goal, if there is one. */
const measurements: Readonly<Record<string, readonly [() => Promise<number>, goal?: number]>> = {
  [bare]: [wholeProcess(['--eval', '0'])],
  "import 'svc-contract/mocks'": [program(imported), 2.5],
  'import and startMock()': [program(`${imported}; await startMock(); process.exit()`), 3],
  'import and startPrism()': [program(`${imported}; await startPrism(); process.exit()`)],
  'svc-contract mock, until it is ready': [command('ready'), 4],
  'svc-contract mock, until its first answer': [command('answer')],
  'svc-contract list': [wholeProcess([cli, 'list'])],
}

export async function startUp(): Promise<void> {
  // The first call is not counted, because it loads fetch in this process.
  await command('answer')()
  const rounds = await inTurns(
    9,
    Object.fromEntries(Object.entries(measurements).map(([name, [measure]]) => [name, measure])),
  )
  printTable(
    'Starting: medians of 9 whole processes, in turns',
    ['', 'ms', 'beside bare node', 'goal'],
    Object.entries(rounds).map(([name, all]) => [
      name,
      median(all).toFixed(1),
      times(median(all) / median(rounds[bare]!)),
      measurements[name]?.[1] === undefined ? '' : times(measurements[name][1]),
    ]),
  )
}
