// Prints the progress of `mutate` and an estimate of its time.

import { hasColours } from '../terminal.js'

/** Returns a time such as `40 s` or `3 min`. */
export const timeInWords = (ms: number): string =>
  ms < 90_000 ? `${Math.max(1, Math.ceil(ms / 1000))} s` : `${Math.ceil(ms / 60_000)} min`

/**
 * Returns a function to call after each of `total` runs. On a terminal, it writes one line again and
 * again, elsewhere ten lines at most.
 */
export function progressOn(stream: NodeJS.WriteStream, total: number) {
  const start = performance.now()
  const isTerminal = stream.isTTY && hasColours(stream)
  let done = 0
  let noticed = 0
  return {
    step(isNoticed: boolean): void {
      done += 1
      noticed += Number(isNoticed)
      const left = ((performance.now() - start) / done) * (total - done)
      const line = `${done} of ${total} faults, ${noticed} noticed, about ${timeInWords(left)} left`
      if (isTerminal) stream.write(`\r\x1b[K${line}`)
      else if (done < total && done % Math.ceil(total / 10) === 0) stream.write(`${line}\n`)
    },
    end: () => void (isTerminal && stream.write('\r\x1b[K')),
  }
}
