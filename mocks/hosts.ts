// Which values of the Host header name this server. The owner of any other name can point it at any
// address (DNS rebinding), and then a web page of that name reads what the server answers.

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { loopback } from './addresses.js'

/** Whether a Host header such as `localhost:8080` names this server. */
export type IsOwnHost = (host: string) => boolean

/**
 * Admits `localhost`, loopback addresses, the name or the addresses that the server listens on, and
 * the names that are listed. Throws a `RangeError` where one of these is no name.
 *
 * @param listensOn the address or name given to listen on, for example `0.0.0.0`
 */
export function ownHosts(listensOn: string, listed: readonly string[] = []): IsOwnHost {
  for (const name of listed)
    if (!isName(name)) throw new RangeError(`expected a host name without a port, got "${name}"`)
  const names = new Set(['localhost', listensOn, ...listed].map((name) => name.toLowerCase()))
  const isEverywhere = WILDCARDS.includes(listensOn)
  const own = loopback()
  return (host) => {
    const name = nameIn(host)
    if (names.has(name) || own.has(name)) return true
    return isEverywhere && isIP(name) !== 0 && addressesOfThisMachine().includes(name)
  }
}

/** Addresses that mean all addresses of the machine. */
const WILDCARDS: readonly string[] = ['0.0.0.0', '::']

const isName = (text: string) => /^[\w.-]+$/.test(text) || isIP(text) !== 0

/** The name in a Host header, in lower case: without a port, the brackets of IPv6 and the last dot. */
const nameIn = (host: string) =>
  (/^\[([^\]]*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, ''))
    .toLowerCase()
    .replace(/\.$/, '')

const addressesOfThisMachine = () =>
  Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address))
