// Reads from pipes and devices and writes to them without waiting for the other end for ever.

/** The longest wait for the other end of a pipe, and the pause between two attempts, in milliseconds. */
const [longestMs, stepMs] = [10_000, 20]

interface Transfer {
  /** True if 0 bytes may mean that the other end has not begun. */
  readonly isEarly?: boolean
  /** The message of the error if the other end does nothing. */
  readonly problem: string
}

/**
 * Repeats a read or write of a file that was opened without blocking, until it moves bytes. Returns their
 * number, 0 at the end. Throws if nothing happens for 10 s, and any other error of the file system.
 */
export function transfer(move: () => number, { isEarly = false, problem }: Transfer): number {
  for (let waited = 0; waited <= longestMs; waited += stepMs) {
    try {
      const moved = move()
      if (moved > 0 || !isEarly) return moved
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
    pauseSync(stepMs)
  }
  throw new Error(problem)
}

const pauseSync = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
