// Lists of network addresses: loopback, single addresses and ranges.

import { BlockList, isIP } from 'node:net'

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
