// The view of intercepts and faults: what makes the mock respond wrong on purpose.

import { useMemo, useState } from 'preact/hooks'
import { get, post, remove } from './api.ts'
import { countOf, durationOf } from './format.ts'
import { List, type Column } from './list.tsx'
import { act } from './notices.ts'
import { Badge, Filter } from './parts.tsx'
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
                  <td class="figure" data-title="Calls">
                    {calls}
                  </td>
                  <td data-title="Left">{left ?? 'always'}</td>
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
  reply: 'reply',
  delay: 'wait first',
  drop: 'close the connection',
  reset: 'reset the connection',
  corrupt: 'cut the body in half',
} as const

/** The first values of the effects that have one. */
const VALUES: Readonly<Partial<Record<keyof typeof EFFECTS, string>>> = {
  reply: '503',
  delay: '1s',
}

/** The conditions of each target, with an example. */
const CONDITIONS: Readonly<Record<keyof typeof TARGETS, Readonly<Record<string, string>>>> = {
  kv: { command: 'INCR', key: 'cart:*' },
  queue: { method: 'POST', path: '/v2/publish/*' },
  deliveries: { url: 'https://app.example.com/*' },
}

/** Returns the body of a reply: the value of JSON, or the text. The mock sends a string without quotes. */
function bodyIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? text : value
  } catch {
    return text
  }
}

interface Form {
  readonly effect: keyof typeof EFFECTS
  readonly value: string
  readonly body: string
  readonly times: string
}

/** Returns the request body that adds the intercept of the form. */
function interceptOf(
  on: keyof typeof TARGETS,
  match: Readonly<Record<string, string>>,
  { effect, value, body, times }: Form,
): object {
  const conditions = Object.keys(CONDITIONS[on]).flatMap((name) =>
    match[name] ? [[name, match[name]] as const] : [],
  )
  return {
    on,
    match: Object.fromEntries(conditions),
    ...(effect === 'reply'
      ? { reply: { status: Number(value), body: bodyIn(body) } }
      : effect === 'delay'
        ? { delay: value }
        : { cut: effect }),
    times: times === 'always' ? times : Number(times),
  }
}

function AddIntercept() {
  const { kv, queue } = useStore(session)
  const [on, setOn] = useState<keyof typeof TARGETS>(queue ? 'queue' : 'kv')
  const [match, setMatch] = useState<Readonly<Record<string, string>>>({})
  const [effect, setEffect] = useState<keyof typeof EFFECTS>('reply')
  const [value, setValue] = useState(VALUES.reply)
  const [body, setBody] = useState('{"error": "intercepted"}')
  const [times, setTimes] = useState('1')
  const add = () =>
    act(
      () => post('intercepts', interceptOf(on, match, { effect, value: value ?? '', body, times })),
      'The intercept is on.',
    )
  const targets = Object.entries(TARGETS).filter(([name]) => (name === 'kv' ? kv : queue))

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
            size={`any, such as ${example}`.length}
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
            const chosen = currentTarget.value as keyof typeof EFFECTS
            setEffect(chosen)
            setValue(VALUES[chosen])
          }}
        >
          {Object.entries(EFFECTS).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {value !== undefined && (
        <label class="is-short">
          <span>{effect === 'reply' ? 'Status' : 'Duration'}</span>
          <input
            value={value}
            required
            onInput={({ currentTarget }) => setValue(currentTarget.value)}
          />
        </label>
      )}
      {effect === 'reply' && (
        <label>
          <span>Body, JSON or text</span>
          <input
            value={body}
            size={28}
            spellcheck={false}
            onInput={({ currentTarget }) => setBody(currentTarget.value)}
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
  // The faults that are on come first. A row stays in its place while it is turned on or off.
  const first = useMemo(() => new Set(read?.on), [read === undefined, filter])
  const faults = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
    const on = new Set(read?.on)
    return (read?.faults ?? [])
      .map((id): Fault => ({ id, name: read?.names[id] ?? '', isOn: on.has(id) }))
      .filter(({ id, name }) => words.every((word) => `${id} ${name}`.toLowerCase().includes(word)))
      .sort((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)))
  }, [read, filter, first])
  const on = read?.on ?? []
  return (
    <section class="block is-tall">
      <h2>Faults</h2>
      <p class="quiet">
        A fault is a deliberate bug of the mock. The conformance suite must find each of them. A
        click on a row turns its fault on or off.
      </p>
      <div class="line">
        <Filter label="Search faults" value={filter} onChange={setFilter} />
        <span class="quiet">{read && `${countOf(faults.length, 'fault')}, ${on.length} on`}</span>
      </div>
      <List
        label="Faults"
        rows={faults}
        keyOf={({ id }) => id}
        columns={columns}
        selected={selected}
        onSelect={setSelected}
        marked={new Set(on)}
        marksOnClick
        onMark={(marked) => void act(() => post('faults', { on: Array.from(marked) }))}
      />
    </section>
  )
}

const columns: readonly Column<Fault>[] = [
  { title: 'Fault', name: 'faultid', cell: ({ id }) => <code>{id}</code> },
  { title: 'Bug', name: 'subject', cell: ({ id, name }) => <span title={id}>{name}</span> },
  { title: 'State', name: 'on', cell: ({ isOn }) => isOn && <Badge tone="warn">on</Badge> },
]
