// The view of the key-value data: keys, the opened value, and a command line.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { CommandLine } from './command-line.js'
import { changes } from './feed.js'
import { countOf, durationOf } from './format.js'
import { metaOf, nameOf, patternOf, scanKeys, typeName, type Key, type Meta } from './key-data.js'
import { List, type Column } from './list.js'
import { Command, Empty, Filter } from './parts.js'
import { useQuery } from './query.js'
import { goTo, type ViewProps } from './route.js'
import { setCommand } from './samples.js'
import { session } from './state.js'
import { createStore, useStore } from './store.js'
import { OpenedKey } from './value.js'

/** The types and remaining times of the rows that were visible so far. */
const metas = createStore<ReadonlyMap<string, Meta>>(new Map())

let wanted = new Map<string, Key>()

/** Reads the types of all rows that asked in the same frame. */
async function readWanted(): Promise<void> {
  const keys = Array.from(wanted.values())
  wanted = new Map()
  const read = await metaOf(keys).catch(() => undefined)
  if (read)
    metas.set(new Map([...metas.get(), ...keys.map((key, at) => [key.base64, read[at]!] as const)]))
}

function want(key: Key): void {
  if (wanted.size === 0) requestAnimationFrame(() => void readWanted())
  wanted.set(key.base64, key)
}

/** Returns the type and the remaining time of a key. Reads them again after each change. */
export function useMeta(key: Key): Meta | undefined {
  const change = useStore(changes)
  const all = useStore(metas)
  useEffect(() => want(key), [key.base64, change])
  return all.get(key.base64)
}

const TypeOf = ({ of }: { of: Key }) => {
  const type = useMeta(of)?.type ?? ''
  return <span class={`type is-${type.toLowerCase()}`}>{typeName(type)}</span>
}

const TtlOf = ({ of }: { of: Key }) => {
  const ttl = useMeta(of)?.ttl ?? -1
  return <>{ttl < 0 ? '' : durationOf(ttl)}</>
}

const columns: readonly Column<Key>[] = [
  { title: 'Type', name: 'type-cell', cell: (key) => <TypeOf of={key} /> },
  { title: 'Key', name: 'subject is-mono', cell: nameOf },
  { title: 'TTL', name: 'ttl', cell: (key) => <TtlOf of={key} /> },
]

export function Keys({ id }: ViewProps) {
  const current = useStore(session)
  const [filter, setFilter] = useState('')
  const pattern = patternOf(filter)
  const scanned = useQuery(pattern, () => scanKeys(pattern))
  const keys = useMemo(() => scanned?.keys ?? [], [scanned])
  const opened = useMemo(() => keys.find((key) => nameOf(key) === id), [keys, id])

  return (
    <>
      <div class="bar">
        <h1>Keys</h1>
        <Filter label="Prefix or pattern, such as user:*" value={filter} onChange={setFilter} />
        <span class="quiet">
          {scanned &&
            (filter === ''
              ? countOf(scanned.total, 'key')
              : `${keys.length.toLocaleString('en')} of ${countOf(scanned.total, 'key')}`)}
        </span>
      </div>
      <div class={opened ? 'split is-open' : 'split'}>
        {keys.length > 0 ? (
          <List
            label="Keys"
            rows={keys}
            keyOf={nameOf}
            columns={columns}
            selected={id}
            onSelect={(key) => goTo('kv', key)}
          />
        ) : scanned === undefined ? (
          <div />
        ) : scanned.total > 0 ? (
          <Empty title="No key has this prefix." />
        ) : (
          <Empty title="No keys yet">
            <p>Set one over HTTP, or with the command line below:</p>
            <Command>{setCommand(current)}</Command>
          </Empty>
        )}
        {opened && <OpenedKey key={opened.base64} of={opened} />}
      </div>
      <CommandLine />
    </>
  )
}
