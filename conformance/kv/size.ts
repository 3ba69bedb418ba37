// What a target that declares how large a command may be is not asked by scenarios of other rules.

import { NotApplicable } from '../judgement.js'
import type { Wire } from '../scenario.js'

/** A wire on which a request larger than `most` bytes is not sent: its scenario is not applicable. */
export function sized(wire: Wire, most: number): Wire {
  function check(target: string, body: string | Uint8Array = ''): void {
    const size = Math.max(Buffer.byteLength(body), target.length)
    if (size > most)
      throw new NotApplicable(`it sends ${size} bytes, and the declared maximum is ${most}`)
  }
  return {
    ...wire,
    async send(method, target, headers, body) {
      check(target, body)
      return wire.send(method, target, headers, body)
    },
    async open(method, target, headers, body) {
      check(target, body)
      return wire.open(method, target, headers, body)
    },
  }
}
