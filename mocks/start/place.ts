// Determines the addresses of the servers from the options for ports and URLs.

import type { ServerAddress } from '../running.js'

interface Listening {
  readonly listen?: boolean | undefined
  readonly host?: string | undefined
  readonly respPort?: number | undefined
}

/** The names of the port option and the URL option, for error messages. */
interface Names<Port extends string, Url extends string> {
  readonly port: Port
  readonly url: Url
}

/** The default URLs. Their host names are reserved and never resolve (RFC 6761). */
const URLS = { kv: 'http://kv.test', queue: 'http://queue.test' }

/**
 * Returns the address of an interface. Throws a TypeError for options that contradict each other
 * and for an invalid URL.
 */
export function placeOf<Port extends string, Url extends string>(
  server: keyof typeof URLS,
  options: Listening & { readonly [name in Port]?: number | undefined } & {
    readonly [name in Url]?: string | undefined
  },
  names: Names<Port, Url>,
): ServerAddress {
  const port: number | undefined = options[names.port]
  const url: string | undefined = options[names.url]
  if (options.listen !== false) {
    if (url === undefined) return { host: options.host, port }
    throw new TypeError(`${names.url} is for listen: false: what listens has the URL of its port`)
  }
  const opening = { host: options.host, [names.port]: port, respPort: options.respPort }
  for (const [name, value] of Object.entries(opening))
    if (value !== undefined) throw new TypeError(`${name} opens a port: not with listen: false`)
  return { url: url === undefined ? URLS[server] : baseOf(names.url, url) }
}

/** Throws a TypeError if both interfaces have the same URL or port. */
export function assertApart({
  kv,
  queue,
}: Readonly<Record<keyof typeof URLS, ServerAddress>>): void {
  if ('url' in kv && 'url' in queue && new URL(kv.url).href === new URL(queue.url).href)
    throw new TypeError(`kvUrl and queueUrl: expected two URLs, got "${kv.url}" for both`)
  if ('port' in kv && 'port' in queue && kv.port === queue.port && (kv.port ?? 0) > 0)
    throw new TypeError(`kvPort and queuePort: expected two ports, got ${kv.port} for both`)
}

/** Checks a URL and removes the trailing slash. */
function baseOf(name: string, url: string): string {
  const { protocol, search, hash } = URL.canParse(url) ? new URL(url) : { protocol: '' }
  if (/^https?:$/.test(protocol) && !search && !hash) return url.replace(/\/$/, '')
  throw new TypeError(`${name}: expected a URL such as https://kv.example.com, got "${url}"`)
}
