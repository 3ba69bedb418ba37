// Network addresses, and the check that a Host header names this server. Any other name may be an attack, because its owner
// can make it resolve to this server (DNS rebinding). A web page with that name could then read the
// responses.

import { isIP, BlockList } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Returns true if a Host header such as `localhost:8080` names this server. */
export type IsOwnHost = (host: string) => boolean

/**
 * Allows `localhost`, loopback addresses, the name or addresses that the server listens on, and the
 * names in `listed`. Throws a `RangeError` for an invalid name.
 *
 * @param listensOn an address or a name, for example `0.0.0.0`
 */
export function ownHosts(listensOn: string, listed: readonly string[] = []): IsOwnHost {
  for (const name of listed)
    if (!isName(name)) throw new RangeError(`expected a host name without a port, got "${name}"`)
  const names = new Set(['localhost', listensOn, ...listed].map((name) => name.toLowerCase()))
  const isEverywhere = isWildcard(listensOn)
  const own = loopback()
  return (host) => {
    const name = nameIn(host)
    if (names.has(name) || own.has(name)) return true
    return isEverywhere && isIP(name) !== 0 && addressesOfThisMachine().includes(name)
  }
}

/** The addresses that mean all addresses of this machine, with the one for clients on this machine. */
const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** Returns true if a server on this address listens on all addresses of the machine. */
export const isWildcard = (address: string): boolean => WILDCARDS.has(address)

/** Returns an address that clients on this machine can use for a server on `address`. */
export const reachable = (address: string): string => WILDCARDS.get(address) ?? address

const isName = (text: string) => /^[\w.-]+$/.test(text) || isIP(text) !== 0

/** Returns the name in a Host header in lower case, without port, IPv6 brackets and trailing dot. */
const nameIn = (host: string) =>
  (/^\[([^\]]*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, ''))
    .toLowerCase()
    .replace(/\.$/, '')

const addressesOfThisMachine = () =>
  Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address))

export interface Addresses {
  /** Adds an address, or a range such as `10.0.0.0/8`. Returns false if `entry` is neither. */
  readonly add: (entry: string) => boolean
  readonly has: (address: string) => boolean
}

/** Creates a list that contains the loopback addresses. */
export function loopback(): Addresses {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8, 'ipv4')
  list.addAddress('::1', 'ipv6')

  return {
    add(entry) {
      const [address = '', bits, ...rest] = entry.split('/')
      const family = familyOf(address)
      const longest = family === 'ipv6' ? 128 : 32
      if (!family || rest.length > 0) return false
      if (bits === undefined) list.addAddress(address, family)
      else if (/^\d+$/.test(bits) && Number(bits) <= longest)
        list.addSubnet(address, Number(bits), family)
      else return false
      return true
    },
    has(address) {
      const family = familyOf(address)
      // Loopback is checked first, because each check of a BlockList creates an object.
      return family !== undefined && (isLoopback(address) || list.check(address, family))
    },
  }
}

const isLoopback = (address: string) => /^127\.\d+\.\d+\.\d+$/.test(address)

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined =>
  (({ 0: undefined, 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address) as 0 | 4 | 6]
