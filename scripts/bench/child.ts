// Runs a function of a module in a separate node process, with separate memory and processor time.

import { spawn, type ChildProcess } from 'node:child_process'

export type Memory = Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed' | 'external'>

export interface Child<R> {
  /** The result of the function, converted to JSON and back. */
  readonly result: R
  /** Returns the used processor time in milliseconds. */
  readonly cpu: () => Promise<number>
  /** Returns the resident memory in bytes, then collects garbage and returns the memory in use. */
  readonly memory: () => Promise<Memory>
  readonly stop: () => void
}

/** Starts a process that keeps running. The function must be an export of `module` under its own name. */
export async function startChild<A extends unknown[], R>(
  module: URL,
  { name }: (...args: A) => R | Promise<R>,
  ...args: A
): Promise<Child<R>> {
  const program = `
    const { ${name} } = await import(${JSON.stringify(module)})
    process.send({ result: await ${name}(...${JSON.stringify(args)}) })
    const memory = () => {
      const rss = process.memoryUsage.rss()
      gc()
      return { ...process.memoryUsage(), rss }
    }
    const answers = { cpu: () => process.cpuUsage(), memory }
    process.on('message', (asked) => process.send({ result: answers[asked]() }))`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ask = <T>(name: 'cpu' | 'memory') => {
    child.send(name)
    return nextResult<T>(child)
  }
  return {
    result: await nextResult<R>(child),
    async cpu() {
      const { user, system } = await ask<NodeJS.CpuUsage>('cpu')
      return (user + system) / 1000
    },
    memory: () => ask<Memory>('memory'),
    stop: () => child.kill(),
  }
}

/** Runs a function in a separate process. The process ends with the function. */
export async function inChild<A extends unknown[], R>(
  module: URL,
  run: (...args: A) => R | Promise<R>,
  ...args: A
): Promise<R> {
  const { result, stop } = await startChild(module, run, ...args)
  stop()
  return result
}

const nextResult = <R>(child: ChildProcess): Promise<R> =>
  new Promise((resolve, reject) => {
    const exited = (code: number | null) => reject(new Error(`the process ended with ${code}`))
    child.once('exit', exited)
    child.once('message', ({ result }: { result: R }) => {
      child.off('exit', exited)
      resolve(result)
    })
  })
