// The opened key: its value by type, with editing.

import { useEffect, useState } from 'preact/hooks'
import { command, commands, type Word } from './api.ts'
import { bytesText, countOf, dateOf, durationOf, escaped, indented, textIn } from './format.ts'
import { nameOf, typeName, wordOf, type Key, type Meta } from './key-data.ts'
import { useMeta } from './key-meta.ts'
import { act } from './notices.ts'
import { Confirmed, Facts, Panel } from './parts.tsx'
import { useQuery } from './query.ts'
import { goTo } from './route.ts'

/** The maximum number of elements that are shown. */
const SHOWN = 1000

interface Item {
  readonly name?: string
  readonly value: string
}

/** The commands that read and change a collection. */
interface Collection {
  readonly count: string
  /** The titles of the columns. The last column can be edited. */
  readonly titles: readonly string[]
  readonly read: (key: Word) => Promise<readonly Item[]>
  readonly save?: (key: Word, item: Item, value: string) => readonly Word[]
  readonly remove?: (key: Word, item: Item) => readonly (readonly Word[])[]
  readonly add?: (key: Word, name: string, value: string) => readonly Word[]
}

const last = String(SHOWN - 1)

const inPairs = (flat: readonly string[]): Item[] =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: flat[index + 1] ?? '' }] : []))

/** A text that marks an element of a list before its removal, because LREM removes by value. */
const MARK = `removed-by-the-console-${crypto.randomUUID()}`

const collections: Readonly<Record<string, Collection>> = {
  hash: {
    count: 'HLEN',
    titles: ['Field', 'Value'],
    read: async (key) => {
      const [, flat] = await command<[string, string[]]>('HSCAN', key, '0', 'COUNT', String(SHOWN))
      return inPairs(flat)
    },
    save: (key, { name }, value) => ['HSET', key, name!, value],
    remove: (key, { name }) => [['HDEL', key, name!]],
    add: (key, name, value) => ['HSET', key, name, value],
  },
  list: {
    count: 'LLEN',
    titles: ['Index', 'Element'],
    read: async (key) =>
      (await command<string[]>('LRANGE', key, '0', last)).map((value, index) => ({
        name: String(index),
        value,
      })),
    save: (key, { name }, value) => ['LSET', key, name!, value],
    remove: (key, { name }) => [
      ['LSET', key, name!, MARK],
      ['LREM', key, '1', MARK],
    ],
    add: (key, _, value) => ['RPUSH', key, value],
  },
  set: {
    count: 'SCARD',
    titles: ['Member'],
    read: async (key) => {
      const [, found] = await command<[string, string[]]>('SSCAN', key, '0', 'COUNT', String(SHOWN))
      return found.map((value) => ({ value }))
    },
    remove: (key, { value }) => [['SREM', key, value]],
    add: (key, _, value) => ['SADD', key, value],
  },
  zset: {
    count: 'ZCARD',
    titles: ['Member', 'Score'],
    read: async (key) =>
      inPairs((await command<unknown[]>('ZRANGE', key, '0', last, 'WITHSCORES')).map(String)),
    save: (key, { name }, value) => ['ZADD', key, value, name!],
    remove: (key, { name }) => [['ZREM', key, name!]],
    add: (key, name, value) => ['ZADD', key, value, name],
  },
  stream: {
    count: 'XLEN',
    titles: ['Id', 'Fields'],
    read: async (key) => {
      const found = await command<[string, string[]][]>(
        'XRANGE',
        key,
        '-',
        '+',
        'COUNT',
        String(SHOWN),
      )
      return found.map(([name, flat]) => ({
        name,
        value: inPairs(flat)
          .map((field) => `${field.name}: ${field.value}`)
          .join('\n'),
      }))
    },
    remove: (key, { name }) => [['XDEL', key, name!]],
  },
}

async function runAll(list: readonly (readonly Word[])[]): Promise<void> {
  for (const words of list) await command(...words)
}

export function OpenedKey({ of }: { of: Key }) {
  const meta = useMeta(of)
  const name = nameOf(of)
  const key = wordOf(of)
  const type = meta?.type ?? 'none'
  const collection = collections[type]
  const deleteKey = async () => {
    if (await act(() => command('DEL', key), `Deleted ${name}.`)) goTo('kv')
  }
  return (
    <Panel
      title={<code>{name}</code>}
      onClose={() => goTo('kv')}
      actions={
        <Confirmed question="Delete the key?" onConfirm={() => void deleteKey()}>
          Delete key
        </Confirmed>
      }
    >
      <Facts facts={{ Type: typeName(type), TTL: meta && <Ttl of={of} meta={meta} /> }} />
      {type === 'string' || type === 'ReJSON-RL' ? (
        <TextValue key={type} of={of} isJson={type !== 'string'} />
      ) : collection ? (
        <Rows key={type} of={of} collection={collection} />
      ) : (
        <p class="quiet">The key has expired or was deleted.</p>
      )}
    </Panel>
  )
}

function Ttl({ of, meta: { ttl, expiresAt } }: { of: Key; meta: Meta }) {
  const [seconds, setSeconds] = useState('')
  const key = wordOf(of)
  const set = async () => {
    if (await act(() => command('EXPIRE', key, seconds), 'The key expires.')) setSeconds('')
  }
  return (
    <span class="line">
      <span>{ttl < 0 ? 'does not expire' : `${durationOf(ttl)}, until ${dateOf(expiresAt)}`}</span>
      <input
        class="is-short"
        inputMode="numeric"
        aria-label="Seconds until the key expires"
        placeholder="seconds"
        value={seconds}
        onInput={({ currentTarget }) => setSeconds(currentTarget.value)}
      />
      <button type="button" disabled={seconds === ''} onClick={() => void set()}>
        Expire
      </button>
      {ttl >= 0 && (
        <button type="button" onClick={() => void act(() => command('PERSIST', key))}>
          Persist
        </button>
      )}
    </span>
  )
}

interface ReadText {
  readonly text: string | undefined
  readonly base64: string
}

async function readText(key: Word, isJson: boolean): Promise<ReadText> {
  const words = isJson ? ['JSON.GET', key] : ['GET', key]
  const [reply] = await commands([words], { base64: true })
  if (!reply || 'error' in reply) throw new Error(reply?.error)
  const base64 = (reply.result as string | null) ?? ''
  return { base64, text: textIn(base64) }
}

/** A string or a JSON document. The draft of the user stays while the value changes. */
function TextValue({ of, isJson }: { of: Key; isJson: boolean }) {
  const key = wordOf(of)
  const read = useQuery(`text ${of.base64}`, () => readText(key, isJson))
  const [draft, setDraft] = useState<string>()
  if (read === undefined) return null
  const { text, base64 } = read
  if (text === undefined)
    return (
      <>
        <p class="quiet">The value is not text.</p>
        <pre class="body" tabIndex={0}>
          {escaped(base64)}
        </pre>
      </>
    )
  const shown = draft ?? (isJson ? indented(text) : text)
  const isChanged = draft !== undefined && draft !== text
  const save = async () => {
    const words = isJson ? ['JSON.SET', key, '$', shown] : ['SET', key, shown, 'KEEPTTL']
    if (await act(() => command(...words), 'Saved.')) setDraft(undefined)
  }
  return (
    <>
      <label class="field">
        <span>Value, {bytesText(atob(base64).length)}</span>
        <textarea
          class="body"
          rows={Math.min(24, Math.max(4, shown.split('\n').length + 1))}
          spellcheck={false}
          value={shown}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        />
      </label>
      <div class="line">
        <button type="button" class="is-primary" disabled={!isChanged} onClick={() => void save()}>
          Save
        </button>
        <button type="button" disabled={draft === undefined} onClick={() => setDraft(undefined)}>
          Discard
        </button>
        {!isJson && indented(shown) !== shown && (
          <button type="button" onClick={() => setDraft(indented(shown))}>
            Format JSON
          </button>
        )}
      </div>
    </>
  )
}

function Rows({ of, collection }: { of: Key; collection: Collection }) {
  const key = wordOf(of)
  const read = useQuery(`members ${of.base64}`, async () => ({
    items: await collection.read(key),
    count: await command<number>(collection.count, key),
  }))
  if (read === undefined) return null
  const { titles, remove } = collection
  return (
    <>
      <p class="quiet">
        {countOf(read.count, 'element')}
        {read.count > read.items.length && `, the first ${read.items.length} are shown`}
      </p>
      <table class="value">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {read.items.map((item, index) => (
            <tr key={item.name ?? `${index} ${item.value}`}>
              {titles.length > 1 && <td class="name">{item.name}</td>}
              <td>
                <Cell of={of} item={item} collection={collection} />
              </td>
              <td class="end">
                {remove && (
                  <button
                    type="button"
                    class="is-small"
                    aria-label={`Remove ${item.name ?? item.value}`}
                    onClick={() => void act(() => runAll(remove(key, item)))}
                  >
                    ×
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {collection.add && <Add of={of} collection={collection} />}
    </>
  )
}

/** A value that can be edited in place. Enter saves it, and Escape discards the change. */
function Cell({ of, item, collection }: { of: Key; item: Item; collection: Collection }) {
  const [draft, setDraft] = useState(item.value)
  useEffect(() => setDraft(item.value), [item.value])
  // A text with this character may stand for other bytes, which saving would replace.
  if (!collection.save || item.value.includes('\ufffd'))
    return <code class="cell-text">{item.value}</code>
  const save = () => act(() => command(...collection.save!(wordOf(of), item, draft)), 'Saved.')
  return (
    <span class="line">
      <input
        aria-label={`Value of ${item.name}`}
        value={draft}
        spellcheck={false}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && draft !== item.value) void save()
          if (key === 'Escape') setDraft(item.value)
        }}
      />
      {draft !== item.value && (
        <button type="button" class="is-small is-primary" onClick={() => void save()}>
          Save
        </button>
      )}
    </span>
  )
}

function Add({ of, collection }: { of: Key; collection: Collection }) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const [first = '', second] = collection.titles
  const isNamed = second !== undefined && first !== 'Index'
  const add = async () => {
    if (!(await act(() => command(...collection.add!(wordOf(of), name, value))))) return
    setName('')
    setValue('')
  }
  return (
    <form
      class="line add"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      {isNamed && (
        <input
          aria-label={first}
          placeholder={first}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
      <input
        aria-label={`New ${(second ?? first).toLowerCase()}`}
        placeholder={second ?? first}
        value={value}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <button type="submit">Add</button>
    </form>
  )
}
