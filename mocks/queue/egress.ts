// Which destinations may be called: by default nothing but this machine.

import { BlockList, isIP } from 'node:net'

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
  const addresses = new BlockList()
  const names = new Set<string>()
  addresses.addSubnet('127.0.0.0', 8, 'ipv4')
  addresses.addAddress('::1', 'ipv6')

  for (const entry of allowed) {
    const [address = '', bits] = entry.split('/')
    const family = familyOf(address)
    const longest = family === 'ipv6' ? 128 : 32
    if (family && bits === undefined) addresses.addAddress(address, family)
    else if (family && /^\d+$/.test(bits!) && Number(bits) <= longest) {
      addresses.addSubnet(address, Number(bits), family)
    } else if (/^[\w.-]+$/.test(entry)) names.add(entry.toLowerCase())
    else throw new RangeError(`expected a host or a range such as 10.0.0.0/8, got "${entry}"`)
  }

  const isOpen = (address: string) => {
    const family = familyOf(address)
    // Loopback first: a BlockList makes an object of every address it is asked about.
    return family !== undefined && (isLoopback(address) || addresses.check(address, family))
  }
  // With loopback alone open, only localhost can lead there: no other name need be looked up.
  const anyName = allowed.some((entry) => familyOf(entry.split('/')[0]!))

  return {
    mayCall(host) {
      const name = unbracketed(host)
      if (isIP(name)) return isOpen(name)
      return names.has(name) || isLocalhost(name) || anyName
    },
    mayConnect: (host, address) => names.has(unbracketed(host)) || isOpen(address),
  }
}

const isLoopback = (address: string) => /^127\.\d+\.\d+\.\d+$/.test(address)

const unbracketed = (host: string) => host.toLowerCase().replace(/^\[(.*)\]$/, '$1')

const isLocalhost = (name: string) => name === 'localhost' || name.endsWith('.localhost')

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined =>
  (({ 0: undefined, 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address) as 0 | 4 | 6]
