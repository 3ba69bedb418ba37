// Decides which destinations the queue may call. The default is this machine only.

import { isIP } from 'node:net'
import { loopback } from '../../http/hosts.js'

export interface Egress {
  /** Returns true if the host, a name or an address, may be called. Names are not resolved. */
  mayCall(host: string): boolean
  /** Returns true if a connection for `host` may use the resolved `address`. */
  mayConnect(host: string, address: string): boolean
}

/**
 * Allows loopback and the names, addresses and ranges in `allowed`. A name in `allowed` may resolve
 * to any address. Any other name may resolve to allowed addresses only. `any` allows every destination.
 */
export function createEgress(allowed: readonly string[] = []): Egress {
  const addresses = loopback()
  const others = allowed.filter((entry) => !addresses.add(entry))
  const names = new Set(others.map(nameOf))
  if (names.has('any')) return { mayCall: () => true, mayConnect: () => true }
  // If only loopback is allowed, `localhost` is the only name that can resolve to an allowed
  // address.
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
  const host = URL.canParse(entry) ? new URL(entry).hostname : ''
  const hint = host === '' ? '' : `; pass only the host, ${host}`
  throw new RangeError(
    `allowed destinations: expected a host or a range such as 10.0.0.0/8, got "${entry}"${hint}`,
  )
}

const unbracketed = (host: string) => host.toLowerCase().replace(/^\[(.*)\]$/, '$1')

const isLocalhost = (name: string) => name === 'localhost' || name.endsWith('.localhost')
