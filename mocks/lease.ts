// The lease of a mock: a conformance run holds it, so that a second run is refused.

import { realClock } from './clock.js'
import type { ControlRoutes } from './control.js'
import { Refusal } from './http/refusal.js'

/** The longest lease in seconds. A holder renews its lease, and one that was killed loses it. */
const mostSeconds = 3600

const clock = realClock()
const realNow = (): number => clock.now()

/** Returns the control route of a lease, and a function that ends the lease. */
export function leaseControls(now = realNow) {
  let lease: { readonly holder: string; readonly until: number } | undefined

  const controls: ControlRoutes = {
    /**
     * Takes or renews the lease. The request body is `{"holder": "an id", "seconds": 30}`. With 0
     * seconds, the lease ends. While another holder has the lease, responds with 409.
     */
    'POST /lease'({ input: { holder, seconds } }) {
      if (typeof holder !== 'string' || holder === '')
        throw new Refusal(400, 'expected "holder" to be the id of the run')
      if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= mostSeconds))
        throw new Refusal(400, `expected "seconds" to be a number from 0 to ${mostSeconds}`)
      const left = lease === undefined ? 0 : Math.ceil((lease.until - now()) / 1000)
      if (lease !== undefined && lease.holder !== holder && left > 0)
        throw new Refusal(409, `another run has the lease, for ${left} s unless it renews it`)
      lease = seconds === 0 ? undefined : { holder, until: now() + seconds * 1000 }
      return { holder, seconds }
    },
  }
  return { controls, end: () => (lease = undefined) }
}
