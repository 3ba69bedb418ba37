// Where the servers of a mock are reached, from what its options say of ports and URLs.

import type { Place } from './running.js'

interface Listening {
  readonly listen?: boolean | undefined
  readonly host?: string | undefined
  readonly respPort?: number | undefined
}

/** What the options call the port and the URL of a server, as the errors must. */
interface Names<Port extends string, Url extends string> {
  readonly port: Port
  readonly url: Url
}

/** Names that lead nowhere (RFC 6761), the same in every run. */
const URLS = { kv: 'http://kv.test', queue: 'http://queue.test' }

/**
 * Where the server of an interface is to be reached. Throws a TypeError where the options
 * contradict each other, or the URL is none.
 */
export function placeOf<Port extends string, Url extends string>(
  server: keyof typeof URLS,
  options: Listening & { readonly [name in Port]?: number | undefined } & {
    readonly [name in Url]?: string | undefined
  },
  names: Names<Port, Url>,
): Place {
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

/** Throws a TypeError where both interfaces go by one URL, so that one would hide the other. */
export function assertApart({ kv, queue }: Readonly<Record<keyof typeof URLS, Place>>): void {
  if ('url' in kv && 'url' in queue && new URL(kv.url).href === new URL(queue.url).href)
    throw new TypeError(`kvUrl and queueUrl: expected two URLs, got "${kv.url}" for both`)
}

/** A URL to append paths to. */
function baseOf(name: string, url: string): string {
  const { protocol, search, hash } = URL.canParse(url) ? new URL(url) : { protocol: '' }
  if (/^https?:$/.test(protocol) && !search && !hash) return url.replace(/\/$/, '')
  throw new TypeError(`${name}: expected a URL such as https://kv.example.com, got "${url}"`)
}
