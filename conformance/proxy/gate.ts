// Decides which requests the proxy keeps from a mock behind it: those for its control routes. The mock
// trusts the address and the `Host` of its clients there, and behind the proxy it sees the proxy's.

import { isIP } from 'node:net'
import type { HeaderLines } from '../wire/exchange.js'

export interface Gate {
  /** Returns true for a request that is forwarded only if `refusal` allows it. */
  readonly guards: (target: string) => boolean
  /** Returns the reason why such a request is not forwarded, or undefined. */
  readonly refusal: (
    headers: HeaderLines,
    clientAddress: string | undefined,
    target?: string,
  ) => string | undefined
}

export interface GateOptions {
  /** The path of the target's URL. */
  readonly basePath: string
  /** The address or name that the proxy listens on. */
  readonly host: string
  /** True if clients of this machine may use the control routes. */
  readonly controls: boolean
}

const NAME = '__mock'

/** The scheme and the authority of an absolute target. */
const absolute = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

export const createGate = ({ basePath, host, controls }: GateOptions): Gate => ({
  guards(target) {
    const path = segmentsOf(target)
    const base = segmentsOf(basePath)
    const isBelow = base.every((segment, index) => segment === path[index])
    return path[0] === NAME || (isBelow && path[base.length] === NAME)
  },
  refusal(headers, clientAddress = '', target = '') {
    if (!controls)
      return 'the proxy does not forward requests for the control routes of a mock: start it with --controls'
    if (!isLoopback(clientAddress))
      return `${clientAddress} may not use control routes through the proxy: use it from its own machine`
    // The authority of an absolute target replaces the Host (RFC 9112, section 3.2.2).
    const hosts = [
      ...(absolute.exec(target.trim())?.slice(1) ?? []),
      ...headers.filter(([name]) => name.toLowerCase() === 'host').map(([, value]) => value),
    ]
    const other = hosts.find((value) => !isOwn(value, host))
    return other === undefined
      ? undefined
      : `the control routes answer no host of the name ${other}: use localhost`
  },
})

/** Returns true if bytes that are not read as HTTP may name a control route. */
export const mayNameControl = (bytes: string): boolean => decoded(bytes).includes(`/${NAME}`)

/** The most bytes of `/__mock`, if each is percent-encoded. */
export const LONGEST_NAME = 3 * (NAME.length + 1)

/** Returns the parts of a path as a server may read them: decoded, without empty parts and dots. */
function segmentsOf(target: string): readonly string[] {
  const path = target.trim().replace(absolute, '')
  const segments: string[] = []
  for (const segment of decoded(path.replace(/[?#].*$/s, '')).split(/[/\\]/))
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  return segments
}

const decoded = (text: string) =>
  text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

const isLoopback = (address: string) =>
  address === '::1' || /^(?:::ffff:)?127(?:\.\d+){3}$/i.test(address)

/** Returns true if a Host header names this machine, and not a name that its owner points to it. */
function isOwn(value: string, listensOn: string): boolean {
  const [, ipv6, other = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(value) ?? []
  const name = (ipv6 ?? other).toLowerCase().replace(/\.$/, '')
  if (name === 'localhost' || (isIP(name) !== 0 && isLoopback(name))) return true
  return name !== '' && name === listensOn.toLowerCase()
}
