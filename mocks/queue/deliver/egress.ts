// Which destinations may be called: by default nothing but this machine.

import { isIP } from 'node:net'
import { loopback } from '../../addresses.js'

/** The gate between the queue and the network. */
export interface Egress {
  /** Whether a host, a name or a literal address, could be called at all; names are not looked up. */
  mayCall(host: string): boolean
  /** Whether `address`, to which `host` led, may be connected to. */
  mayConnect(host: string, address: string): boolean
}

/**
 * Opens loopback and what `allowed` lists: names, addresses, or ranges such as `10.0.0.0/8`. A name
 * that is listed may lead anywhere; any other name only into the addresses that are open.
 */
export function createEgress(allowed: readonly string[] = []): Egress {
  const addresses = loopback()
  const others = allowed.filter((entry) => !addresses.add(entry))
  const names = new Set(others.map(nameOf))
  // With loopback alone open, only localhost can lead there: no other name need be looked up.
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
