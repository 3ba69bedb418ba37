// The statements of the contract that apply to an opened request.

import { useState } from 'preact/hooks'
import { get } from './api.ts'
import type { Entry } from './feed.ts'
import { inDialect } from './format.ts'
import { session } from './state.ts'
import { useStore } from './store.ts'

interface Statement {
  readonly id: string
  readonly heading: string
  readonly quote: string
}

/** The topics of the endpoints of the KV interface, by the first segment of the path. */
const KV_TOPICS: Readonly<Record<string, readonly string[]>> = {
  '': ['kv.body', 'kv.envelope', 'kv.commands'],
  pipeline: ['kv.pipeline'],
  'multi-exec': ['kv.transaction'],
  monitor: ['kv.monitor'],
  subscribe: ['kv.subscribe'],
  publish: ['kv.publish'],
  info: ['kv.info'],
}

/** The topics of all other paths, which contain a command. */
const PATH_TOPICS = ['kv.path', 'kv.envelope', 'kv.commands']

/** The topics of a delivery. */
const DELIVERY_TOPICS = ['retries', 'retry-delay', 'forward', 'callback', 'failure-callback']

const topicOf = ({ id }: Statement) => id.split('.').slice(0, 2).join('.')

/** Returns true if a heading of the queue, such as `` 13. Notify: `POST /v2/notify/{eventId}` ``, names the request. */
function isNamed(heading: string, method: string, path: string): boolean {
  const operations = heading.matchAll(/`([A-Z]+) (\/[^`]*)`/g)
  return [...operations].some(([, named, template = '']) => {
    // A destination may be a whole URL.
    const pattern = template.replaceAll('{destination}', '.+').replaceAll(/\{[^}]*\}/g, '[^/]+')
    return named === method && new RegExp(`^${pattern}$`).test(path)
  })
}

/**
 * Returns the statements that apply to a request or a delivery. Those about its headers and its
 * status come first.
 */
function applying(entry: Entry, all: readonly Statement[]): readonly Statement[] {
  const { dialect } = session.get()
  const names = Object.keys(entry.requestHeaders).map((name) => name.toLowerCase())
  const rank = ({ quote }: Statement) => {
    const text = inDialect(quote, dialect).toLowerCase()
    const headers = names.filter((name) => name.includes('-') && text.includes(`\`${name}`))
    const isOfStatus = entry.status !== undefined && text.includes(String(entry.status))
    return 2 * headers.length + Number(isOfStatus)
  }
  return ofEndpoint(entry, all).toSorted((a, b) => rank(b) - rank(a))
}

function ofEndpoint({ kind, method, url }: Entry, all: readonly Statement[]): readonly Statement[] {
  if (kind === 'attempt') {
    const topics = DELIVERY_TOPICS.map((topic) => `queue.${topic}`)
    return all.filter((each) => topics.includes(topicOf(each)))
  }
  const [path = ''] = url.split('?')
  if (kind === 'queue')
    return all.filter(
      ({ id, heading }) => id.startsWith('queue.') && isNamed(heading, method, path),
    )
  const topics = KV_TOPICS[path.split('/')[1] ?? ''] ?? PATH_TOPICS
  return all.filter((each) => topics.includes(topicOf(each)))
}

/** The number of statements that are shown first. */
const FEW = 5

let loading: Promise<readonly Statement[]> | undefined

/** Reads all statements once. */
function statements(): Promise<readonly Statement[]> {
  loading ??= get<{ statements: readonly Statement[] }>('console/statements').then(
    (response) => response.statements,
  )
  loading.catch(() => (loading = undefined))
  return loading
}

/** Shows the statements of the contract about the endpoint of a request. */
export function Statements({ entry }: { entry: Entry }) {
  const [shown, setShown] = useState<readonly Statement[]>()
  const load = () =>
    void statements().then(
      (all) => setShown(applying(entry, all)),
      () => {},
    )
  return (
    <details class="headers" onToggle={load}>
      <summary>What the contract says</summary>
      {shown?.length === 0 && <p class="quiet">The contract does not describe this endpoint.</p>}
      {shown && <Quotes of={shown.slice(0, FEW)} />}
      {shown && shown.length > FEW && (
        <details>
          <summary>{shown.length - FEW} more</summary>
          <Quotes of={shown.slice(FEW)} />
        </details>
      )}
    </details>
  )
}

/** Returns a quote of the contract. The cells of a row of a table become parts of a line. */
const sentence = (quote: string): string =>
  quote.startsWith('|')
    ? quote
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|'))
        .filter(Boolean)
        .join(' · ')
    : quote

function Quotes({ of }: { of: readonly Statement[] }) {
  const { dialect } = useStore(session)
  return (
    <dl class="facts">
      {of.map(({ id, quote }) => (
        <div key={id}>
          <dt>
            <code>{id}</code>
          </dt>
          <dd>{inDialect(sentence(quote), dialect)}</dd>
        </div>
      ))}
    </dl>
  )
}
