// Runs a function of a module in a separate node process, with separate memory and processor time.

import { spawn, type ChildProcess } from 'node:child_process'

export interface Child<R> {
  /** The result of the function, converted to JSON and back. */
  readonly result: R
  /** Returns the used processor time in milliseconds. */
  readonly cpu: () => Promise<number>
  /** Returns the resident memory in bytes. */
  readonly memory: () => Promise<number>
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
    const usage = () => ({ ...process.cpuUsage(), rss: process.memoryUsage.rss() })
    process.on('message', () => process.send({ result: usage() }))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const usage = () => {
    child.send('usage')
    return nextResult<NodeJS.CpuUsage & { readonly rss: number }>(child)
  }
  return {
    result: await nextResult<R>(child),
    async cpu() {
      const { user, system } = await usage()
      return (user + system) / 1000
    },
    memory: async () => (await usage()).rss,
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
