// What starting and running cost, beside a bare node process measured in the same run.

import { execFileSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('./cli.js', import.meta.url))
const mocks = new URL('../mocks/index.js', import.meta.url).href

/** The median of so many measurements, each made by `measure` in milliseconds. */
function median(count: number, measure: () => number): number {
  const times = Array.from({ length: count }, measure).sort((a, b) => a - b)
  return times[Math.floor(count / 2)] ?? NaN
}

const node = (args: readonly string[]) => execFileSync(process.execPath, args, { encoding: 'utf8' })

/** From process start to exit. */
const wholeProcess = (args: readonly string[]) => () => {
  const begin = performance.now()
  node(args)
  return performance.now() - begin
}

/** What a program prints of its own time. */
const printed = (program: string) => () => Number(node(['--input-type=module', '--eval', program]))

const firstCallOf = (start: 'startMock' | 'startPrism') =>
  printed(`
    const { ${start} } = await import(${JSON.stringify(mocks)})
    const begin = performance.now()
    const mock = await ${start}()
    console.log(performance.now() - begin)
    await mock.close()`)

const measurements = [
  ['a bare node process', median(11, wholeProcess(['--eval', '0']))],
  ['svc-contract list', median(11, wholeProcess([cli, 'list']))],
  ['startMock(), first call in a process', median(11, firstCallOf('startMock'))],
  ['startPrism(), first call in a process', median(5, firstCallOf('startPrism'))],
  ['svc-contract test, process start to exit', median(5, wholeProcess([cli, 'test']))],
] as const

const [, bare] = measurements[0]
console.log(`node ${process.version}, medians\n`)
for (const [what, time] of measurements)
  console.log(
    `${what.padEnd(44)}${time.toFixed(1).padStart(8)} ms  ${(time / bare).toFixed(2).padStart(6)} × bare node`,
  )
