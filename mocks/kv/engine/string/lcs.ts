// Finds the longest common subsequence of two byte strings.

import type { Bytes } from '../../reply.js'
import { spend } from '../core/budget.js'

/** The first and the last position of a match in both strings, counted from 0. */
export interface Match {
  readonly a: readonly [first: number, last: number]
  readonly b: readonly [first: number, last: number]
  readonly length: number
}

/** Returns the longest common subsequence and its ranges, the last one first as in Redis. */
export function longestCommonSubsequence(a: Bytes, b: Bytes): { text: Bytes; matches: Match[] } {
  const width = b.length + 1
  // lengths[i * width + j] is the length of the subsequence of the first i bytes of a and the first j
  // bytes of b.
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = 1; i <= a.length; i++) {
    spend(b.length)
    for (let j = 1; j <= b.length; j++) {
      lengths[i * width + j] =
        a[i - 1] === b[j - 1]
          ? lengths[(i - 1) * width + j - 1]! + 1
          : Math.max(lengths[(i - 1) * width + j]!, lengths[i * width + j - 1]!)
    }
  }

  const bytes: Bytes[] = []
  const matches: Match[] = []
  let [i, j] = [a.length, b.length]
  let run = 0
  const endRun = () => {
    if (run > 0) matches.push({ a: [i, i + run - 1], b: [j, j + run - 1], length: run })
    run = 0
  }
  while (i > 0 && j > 0) {
    if (a[i - 1] === b[j - 1]) {
      bytes.push(a[i - 1]!)
      run++
      i--
      j--
    } else {
      endRun()
      if (lengths[(i - 1) * width + j]! > lengths[i * width + j - 1]!) i--
      else j--
    }
  }
  endRun()
  return { text: bytes.reverse().join(''), matches }
}
