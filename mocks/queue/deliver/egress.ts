// The destinations that may be called: by default this machine alone.

import { isIP } from 'node:net'
import { loopback } from '../../addresses.js'

export interface Egress {
  /** True if a host, a name or an address, may be called. Names are not looked up. */
  mayCall(host: string): boolean
  /** True if a connection to `address`, found for `host`, is allowed. */
  mayConnect(host: string, address: string): boolean
}

/**
 * Allows loopback and the names, addresses and ranges in `allowed`. A listed name may resolve to
 * any address, any other name only to allowed addresses.
 */
export function createEgress(allowed: readonly string[] = []): Egress {
  const addresses = loopback()
  const others = allowed.filter((entry) => !addresses.add(entry))
  const names = new Set(others.map(nameOf))
  // With loopback alone, no name but localhost can resolve to an allowed address.
  const anyName = others.length < allowed.length

  return {
    mayCall(host) {
      const name = unbracketed(host)
      if (isIP(name)) return addresses.has(name)
      return names.has(name) || isLocalhost(name) || anyName
    },
    mayConnect: (host, address) => names.has(unbracketed(host)) || addresses.has(address),
  }
}

function nameOf(entry: string): string {
  if (/^[\w.-]+$/.test(entry)) return entry.toLowerCase()
  throw new RangeError(`expected a host or a range such as 10.0.0.0/8, got "${entry}"`)
}

const unbracketed = (host: string) => host.toLowerCase().replace(/^\[(.*)\]$/, '$1')

const isLocalhost = (name: string) => name === 'localhost' || name.endsWith('.localhost')
