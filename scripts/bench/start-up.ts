// Measures the time to start and run, in comparison with a bare node process.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { median } from './measure.js'
import { printTable, times } from './print.js'

const cli = fileURLToPath(new URL('../cli.js', import.meta.url))
const mocks = new URL('../../mocks/index.js', import.meta.url).href

/** Returns the median of `count` measurements in milliseconds. */
const medianOf = (count: number, measure: () => number): number =>
  median(Array.from({ length: count }, measure))

const node = (args: readonly string[]) => execFileSync(process.execPath, args, { encoding: 'utf8' })

/** Measures the milliseconds from process start to exit. */
const wholeProcess = (args: readonly string[]) => () => {
  const begin = performance.now()
  node(args)
  return performance.now() - begin
}

/** Returns the time that a program measures and prints. */
const printed = (program: string) => () => Number(node(['--input-type=module', '--eval', program]))

const firstCallOf = (start: 'startMock' | 'startPrism') =>
  printed(`
    const { ${start} } = await import(${JSON.stringify(mocks)})
    const begin = performance.now()
    const mock = await ${start}()
    console.log(performance.now() - begin)
    await mock.close()`)

/** Measures the milliseconds from process start to the first response of `svc-contract mock`. */
async function firstAnswer(): Promise<number> {
  const begin = performance.now()
  const args = [cli, 'mock', '--kv-port', '0', '--queue-port', '0', '--json']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { kv } = JSON.parse(line.toString()) as { kv: { url: string; token: string } }
  const headers = { Authorization: `Bearer ${kv.token}` }
  await (await fetch(`${kv.url}/ping`, { headers })).arrayBuffer()
  const time = performance.now() - begin
  child.kill()
  await once(child, 'close')
  return time
}

export async function startUp(): Promise<void> {
  const bare = medianOf(9, wholeProcess(['--eval', '0']))
  // The first call is not counted, because it loads fetch in this process.
  await firstAnswer()
  const answers: number[] = []
  for (let round = 0; round < 9; round++) answers.push(await firstAnswer())
  const measurements = [
    ['a bare node process', bare],
    ['svc-contract list', medianOf(9, wholeProcess([cli, 'list']))],
    ['svc-contract mock, until its first answer', median(answers)],
    ['startMock(), first call in a process', medianOf(9, firstCallOf('startMock'))],
    ['startPrism(), first call in a process', medianOf(3, firstCallOf('startPrism'))],
    ['svc-contract test, process start to exit', medianOf(3, wholeProcess([cli, 'test']))],
  ] as const
  printTable(
    'Starting: medians',
    ['', 'ms', 'beside bare node'],
    measurements.map(([what, time]) => [what, time.toFixed(1), times(time / bare)]),
  )
}
