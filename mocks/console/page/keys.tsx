// The view of the key-value data: keys, the opened value, and a command line.

import { useMemo, useState } from 'preact/hooks'
import { CommandLine } from './command-line.tsx'
import { countOf, durationOf } from './format.ts'
import { nameOf, patternOf, scanKeys, typeName, type Key } from './key-data.ts'
import { useMeta } from './key-meta.ts'
import { List, type Column } from './list.tsx'
import { Command, Cut, Empty, Filter, NotFound, Unread } from './parts.tsx'
import { useQuery } from './query.ts'
import { goTo, type ViewProps } from './route.ts'
import { setCommand } from './samples.ts'
import { session } from './state.ts'
import { useStore } from './store.ts'
import { OpenedKey } from './value.tsx'

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
  { title: 'Key', name: 'subject is-mono', cell: (key) => <Cut text={nameOf(key)} /> },
  { title: 'TTL', name: 'ttl', cell: (key) => <TtlOf of={key} /> },
]

export function Keys({ id }: ViewProps) {
  const current = useStore(session)
  const [filter, setFilter] = useState('')
  const pattern = patternOf(filter)
  const scanned = useQuery(`keys ${pattern}`, () => scanKeys(pattern))
  const keys = useMemo(() => scanned?.keys ?? [], [scanned])
  const opened = useMemo(() => keys.find((key) => nameOf(key) === id), [keys, id])
  const isMissing = id !== undefined && !opened && scanned !== undefined && filter === ''

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
      <div class={opened || isMissing ? 'split is-open' : 'split'}>
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
          <Unread />
        ) : scanned.total > 0 ? (
          <Empty title="No key has this prefix." />
        ) : (
          <Empty title="No keys yet">
            <p>Set one over HTTP, or with the command line below:</p>
            <Command>{setCommand(current)}</Command>
          </Empty>
        )}
        {opened && <OpenedKey key={opened.base64} of={opened} />}
        {isMissing && <NotFound what="key" id={id} onClose={() => goTo('kv')} />}
      </div>
      <CommandLine />
    </>
  )
}
