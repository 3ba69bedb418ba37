// The view of intercepts and faults: what makes the mock respond wrong on purpose.

import { useMemo, useState } from 'preact/hooks'
import { get, post, remove } from './api.ts'
import { countOf, durationOf } from './format.ts'
import { List, type Column } from './list.tsx'
import { act } from './notices.ts'
import { Badge, Filter, Toggle } from './parts.tsx'
import { useQuery } from './query.ts'
import { session } from './state.ts'
import { useStore } from './store.ts'

export function Faults() {
  return (
    <div class="page" tabIndex={0} role="region" aria-label="Faults and intercepts">
      <div class="bar">
        <h1>Faults and intercepts</h1>
      </div>
      <Intercepts />
      <FaultList />
    </div>
  )
}

interface Intercept {
  readonly id: string
  readonly match: Readonly<Record<string, unknown>>
  readonly effect: {
    readonly delay: number
    readonly reply?: { readonly status: number }
    readonly cut?: string
  }
  readonly calls: number
  readonly left: number | null
}

function Intercepts() {
  const intercepts =
    useQuery(
      'intercepts',
      async () => (await get<{ intercepts: Intercept[] }>('intercepts')).intercepts,
    ) ?? []
  return (
    <section class="block">
      <h2>Intercepts</h2>
      <p class="quiet">
        An intercept changes the next requests or deliveries that match, for example to test how
        your application handles an outage.
      </p>
      <AddIntercept />
      {intercepts.length > 0 && (
        <div class="table-box" tabIndex={0} role="region" aria-label="Active intercepts">
          <table>
            <thead>
              <tr>
                <th scope="col">Id</th>
                <th scope="col">Matches</th>
                <th scope="col">Effect</th>
                <th scope="col">Acted</th>
                <th scope="col">Left</th>
                <th scope="col">
                  <span class="hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {intercepts.map(({ id, match, effect, calls, left }) => (
                <tr key={id}>
                  <td>
                    <code>{id}</code>
                  </td>
                  <td>
                    <code>{matchText(match)}</code>
                  </td>
                  <td>{effectText(effect)}</td>
                  <td class="figure">{calls}</td>
                  <td>{left ?? 'always'}</td>
                  <td class="end">
                    <button
                      type="button"
                      class="is-small"
                      onClick={() => void act(() => remove(`intercepts?id=${id}`))}
                    >
                      Remove
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const matchText = (match: Intercept['match']): string =>
  Object.entries(match)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ') || 'everything'

const effectText = ({ delay, reply, cut }: Intercept['effect']): string =>
  [
    ...(delay > 0 ? [`waits ${durationOf(delay)}`] : []),
    ...(reply ? [`replies ${reply.status}`] : []),
    ...(cut === undefined
      ? []
      : [`${cut}s the connection`.replace('corrupts the connection', 'cuts the body')]),
  ].join(', ') || 'counts only'

const TARGETS = {
  kv: 'requests to the key-value interface',
  queue: 'requests to the queue',
  deliveries: 'deliveries of the queue',
} as const

const EFFECTS = {
  reply: 'reply with a status',
  delay: 'wait first',
  drop: 'close the connection',
  reset: 'reset the connection',
  corrupt: 'cut the body in half',
} as const

/** The conditions of each target, with an example. */
const CONDITIONS: Readonly<Record<keyof typeof TARGETS, Readonly<Record<string, string>>>> = {
  kv: { command: 'INCR', key: 'cart:*' },
  queue: { method: 'POST', path: '/v2/publish/*' },
  deliveries: { url: 'https://app.example.com/*' },
}

/** Returns the request body that adds the intercept of the form. */
function interceptOf(
  on: keyof typeof TARGETS,
  match: Readonly<Record<string, string>>,
  { effect, value, times }: { effect: keyof typeof EFFECTS; value: string; times: string },
): object {
  const conditions = Object.keys(CONDITIONS[on]).flatMap((name) =>
    match[name] ? [[name, match[name]] as const] : [],
  )
  return {
    on,
    match: Object.fromEntries(conditions),
    ...(effect === 'reply'
      ? { reply: { status: Number(value || '503'), body: { error: 'intercepted' } } }
      : effect === 'delay'
        ? { delay: value || '1s' }
        : { cut: effect }),
    times: times === 'always' ? times : Number(times || '1'),
  }
}

function AddIntercept() {
  const { kv, queue } = useStore(session)
  const [on, setOn] = useState<keyof typeof TARGETS>(queue ? 'queue' : 'kv')
  const [match, setMatch] = useState<Readonly<Record<string, string>>>({})
  const [effect, setEffect] = useState<keyof typeof EFFECTS>('reply')
  const [value, setValue] = useState('')
  const [times, setTimes] = useState('1')
  const add = () =>
    act(
      () => post('intercepts', interceptOf(on, match, { effect, value, times })),
      'The intercept is on.',
    )
  const targets = Object.entries(TARGETS).filter(([name]) => (name === 'kv' ? kv : queue))
  const hasValue = effect === 'reply' || effect === 'delay'

  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <label>
        <span>On</span>
        <select
          value={on}
          onChange={({ currentTarget }) => setOn(currentTarget.value as keyof typeof TARGETS)}
        >
          {targets.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {Object.entries(CONDITIONS[on]).map(([name, example]) => (
        <label key={name}>
          <span>{name}</span>
          <input
            value={match[name] ?? ''}
            placeholder={`any, such as ${example}`}
            spellcheck={false}
            onInput={({ currentTarget }) => setMatch({ ...match, [name]: currentTarget.value })}
          />
        </label>
      ))}
      <label>
        <span>Effect</span>
        <select
          value={effect}
          onChange={({ currentTarget }) => {
            setEffect(currentTarget.value as keyof typeof EFFECTS)
            setValue('')
          }}
        >
          {Object.entries(EFFECTS).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {hasValue && (
        <label class="is-short">
          <span>{effect === 'reply' ? 'Status' : 'Duration'}</span>
          <input
            value={value}
            placeholder={effect === 'reply' ? '503' : '1s'}
            onInput={({ currentTarget }) => setValue(currentTarget.value)}
          />
        </label>
      )}
      <label class="is-short">
        <span>Times</span>
        <select value={times} onChange={({ currentTarget }) => setTimes(currentTarget.value)}>
          {['1', '2', '3', '5', '10', 'always'].map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="is-primary">
        Add intercept
      </button>
    </form>
  )
}

interface FaultState {
  readonly faults: readonly string[]
  readonly on: readonly string[]
  readonly names: Readonly<Record<string, string>>
}

interface Fault {
  readonly id: string
  readonly name: string
  readonly isOn: boolean
}

function FaultList() {
  const read = useQuery('faults', () => get<FaultState>('faults'))
  const [filter, setFilter] = useState('')
  const [selected, setSelected] = useState<string>()
  const faults = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
    const on = new Set(read?.on)
    return (read?.faults ?? [])
      .map((id): Fault => ({ id, name: read?.names[id] ?? '', isOn: on.has(id) }))
      .filter(({ id, name }) => words.every((word) => `${id} ${name}`.toLowerCase().includes(word)))
      .sort((a, b) => Number(b.isOn) - Number(a.isOn))
  }, [read, filter])
  const on = read?.on ?? []
  const turn = (id: string, isOn: boolean) =>
    void act(() => post('faults', { on: isOn ? [...on, id] : on.filter((each) => each !== id) }))
  const fault = faults.find(({ id }) => id === selected)
  return (
    <section class="block is-tall">
      <h2>Faults</h2>
      <p class="quiet">
        A fault is a deliberate bug of the mock. The conformance suite must find each of them.
      </p>
      <div class="line">
        <Filter label="Search faults" value={filter} onChange={setFilter} />
        <span class="quiet">
          {countOf(faults.length, 'fault')}, {on.length} on
        </span>
        <span class="grow" />
        {fault && (
          <>
            <span class="chosen">{fault.id}</span>
            <Toggle
              label={`Fault ${fault.id}`}
              isOn={fault.isOn}
              onChange={(isOn) => turn(fault.id, isOn)}
            />
          </>
        )}
      </div>
      <List
        label="Faults"
        rows={faults}
        keyOf={({ id }) => id}
        columns={columns}
        selected={selected}
        onSelect={setSelected}
        marked={new Set(on)}
        onMark={(marked) => void act(() => post('faults', { on: Array.from(marked) }))}
      />
    </section>
  )
}

const columns: readonly Column<Fault>[] = [
  { title: 'Fault', name: 'faultid', cell: ({ id }) => <code>{id}</code> },
  { title: 'Bug', name: 'subject', cell: ({ name }) => name },
  { title: 'State', name: 'state', cell: ({ isOn }) => isOn && <Badge tone="warn">on</Badge> },
]
