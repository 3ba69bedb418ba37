// The view of the key-value data: keys, the opened value, and a command line.

import { useMemo, useState } from 'preact/hooks'
import { ApiError, command } from './api.ts'
import { CommandLine } from './command-line.tsx'
import { FormButton } from './form.tsx'
import { countOf, dateOf, durationOf } from './format.ts'
import { nameOf, patternOf, scanKeys, typeName, type Key } from './key-data.ts'
import { useMeta } from './key-meta.ts'
import { List, type Column } from './list.tsx'
import { Command, Cut, Empty, Filter, NotFound, Unread } from './parts.tsx'
import { act } from './notices.ts'
import { useQuery } from './query.ts'
import { goTo, liveWith, type ViewProps } from './route.ts'
import { setCommand } from './samples.ts'
import { session } from './state.ts'
import { useStore } from './store.ts'
import { OpenedKey } from './value.tsx'

const TypeOf = ({ of }: { of: Key }) => {
  const type = useMeta(of)?.type ?? ''
  return <span class={`type is-${type.toLowerCase()}`}>{typeName(type)}</span>
}

const TtlOf = ({ of }: { of: Key }) => {
  const { ttl = -1, expiresAt = -1 } = useMeta(of) ?? {}
  return ttl < 0 ? null : <span title={dateOf(expiresAt)}>{durationOf(ttl)}</span>
}

const columns: readonly Column<Key>[] = [
  { title: 'Type', name: 'type-cell', cell: (key) => <TypeOf of={key} /> },
  { title: 'Key', name: 'subject is-mono', cell: (key) => <Cut text={nameOf(key)} /> },
  { title: 'TTL', name: 'ttl', cell: (key) => <TtlOf of={key} /> },
]

/** The command that creates a key of each type, and its words after the key. */
const CREATE: Readonly<Record<string, (value: string, field: string) => readonly string[]>> = {
  string: (value) => ['SET', value],
  hash: (value, field) => ['HSET', field, value],
  list: (value) => ['RPUSH', value],
  set: (value) => ['SADD', value],
  'sorted set': (value, field) => ['ZADD', field || '0', value],
  stream: (value, field) => ['XADD', '*', field, value],
  json: (value) => ['JSON.SET', '$', value],
}

function NewKey() {
  const types = Object.fromEntries(Object.keys(CREATE).map((type) => [type, type]))
  return (
    <FormButton
      title="New key"
      fields={{
        name: { label: 'Key', placeholder: 'user:1' },
        type: { label: 'Type', values: types },
        field: { label: 'Field of a hash or stream, score of a sorted set', isOptional: true },
        value: { label: 'Value or first element', isLong: true },
      }}
      onSubmit={({ name, type, field, value }) =>
        act(async () => {
          const [verb = '', ...words] = CREATE[type]!(value, field)
          if ((await command<number>('EXISTS', name)) > 0)
            throw new ApiError(409, `There is a key ${name} already.`)
          await command(verb, name, ...words)
          goTo('kv', name)
        }, 'The key is created.')
      }
    />
  )
}

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
        <span class="grow" />
        <NewKey />
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
          <Empty title="No key has this prefix.">
            <p>
              <a href={liveWith(filter.replace(/[*?[\\].*/, ''), 'kv')}>
                Show the requests with this prefix in Live
              </a>
              , or <a href={liveWith('flush', 'kv')}>those that delete all keys</a>
            </p>
          </Empty>
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
