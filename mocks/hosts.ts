// Values of the Host header that name this server. A foreign name can resolve to any address (DNS
// rebinding), and a web page of that name could then read the responses.

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { loopback } from './addresses.js'

/** True if a Host header such as `localhost:8080` names this server. */
export type IsOwnHost = (host: string) => boolean

/**
 * Admits `localhost`, loopback addresses, the name or addresses that the server listens on, and the
 * listed names. Throws a `RangeError` for an invalid name.
 *
 * @param listensOn an address or a name, for example `0.0.0.0`
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

const WILDCARDS: readonly string[] = ['0.0.0.0', '::']

const isName = (text: string) => /^[\w.-]+$/.test(text) || isIP(text) !== 0

/** The name in a Host header in lower case, without port, IPv6 brackets and trailing dot. */
const nameIn = (host: string) =>
  (/^\[([^\]]*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, ''))
    .toLowerCase()
    .replace(/\.$/, '')

const addressesOfThisMachine = () =>
  Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address))
