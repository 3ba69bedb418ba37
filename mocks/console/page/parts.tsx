// Small parts of all views: badges, buttons that copy, bodies, empty states.

import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { connection, restartedAt, type HeaderMap } from './feed.ts'
import { dateOf, escaped, otherDay, pretty, textIn, timeOf } from './format.ts'
import { keepFocus } from './focus.ts'
import { notify } from './notices.ts'
import { useStore } from './store.ts'

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'calm'

export const Badge = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <span class={`badge is-${tone}`}>{children}</span>
)

const toneOfStatus = (status: number | undefined): Tone =>
  status === undefined || status >= 500 || status === 0
    ? 'bad'
    : status >= 400
      ? 'warn'
      : status >= 300
        ? 'calm'
        : 'good'

export const Status = ({
  status,
  error,
  isFailed = false,
}: {
  status?: number | undefined
  error?: string | undefined
  /** True if the response reports an error in spite of its status. */
  isFailed?: boolean
}) => (
  <span class={`status is-${isFailed ? 'bad' : toneOfStatus(status)}`}>
    {status ?? (error ? 'none' : '—')}
  </span>
)

/** A button that copies a text. */
export function Copy({ text, children }: { text: () => string; children: ComponentChildren }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text()).then(
      () => notify('Copied.'),
      () => notify('The browser does not allow copying.', { isError: true }),
    )
  }
  return (
    <button type="button" onClick={() => void copy()}>
      {children}
    </button>
  )
}

/** A command line with a button that copies it. */
export const Command = ({ children }: { children: string }) => (
  <div class="command">
    <pre tabIndex={0}>{children}</pre>
    <Copy text={() => children}>Copy</Copy>
  </div>
)

/** The content of a view without data: what it will show, and how to get there. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
)

/** The content of a view whose data the page has not read. */
export const Unread = () =>
  useStore(connection) === 'lost' ? (
    <Empty title="Not connected">
      <p>The mock does not respond. Its data appears here when it is back.</p>
    </Empty>
  ) : (
    <div />
  )

/** The panel of an item in the address that the mock does not have. */
export function NotFound({ what, id, onClose }: { what: string; id: string; onClose: () => void }) {
  const restarted = useStore(restartedAt)
  return (
    <Panel title={<code>{id}</code>} onClose={onClose}>
      <p>
        <strong>Not found.</strong> The mock has no {what} <code>{id}</code>.
        {restarted !== undefined && ` It was restarted at ${timeOf(restarted).slice(0, 8)}.`}
      </p>
    </Panel>
  )
}

/**
 * A text on one line. The style sheet cuts it, so that the browser finds all of it: a text that ends
 * with a URL or is an id at its start, where they are the same, and any other text at its end.
 */
export const Cut = ({ text, isId = false }: { text: string; isId?: boolean }) => (
  <span class={isId || /https?:\/\/\S+$/.test(text) ? 'cut is-cut-first' : 'cut'}>
    <bdi>{text}</bdi>
  </span>
)

/** A URL on one line of a list, with the whole URL as its title. */
export const UrlLine = ({ url }: { url: string }) => (
  <span class="cell-line" title={url}>
    <Cut text={url} />
  </span>
)

/** The time of an item in a list. A narrow list leaves out the date. */
export const Moment = ({ at, now }: { at: number; now: number }) => {
  const day = otherDay(at, now)
  return (
    <span title={dateOf(at)}>
      {day && <span class="date">{day} </span>}
      {dateOf(at).slice(11)}
    </span>
  )
}

/** A choice of a few values. */
export function Choice<Value extends string>({
  label,
  values,
  value,
  onChange,
}: {
  label: string
  values: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}): JSX.Element {
  return (
    <div class="choice" role="group" aria-label={label}>
      {(Object.entries(values) as [Value, string][]).map(([each, title]) => (
        <button
          type="button"
          key={each}
          aria-pressed={each === value}
          onClick={() => onChange(each)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}

/** A text field that filters a view. The key `/` focuses it. */
export const Filter = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => (
  <input
    class="filter"
    type="search"
    data-filter
    aria-label={label}
    placeholder={label}
    value={value}
    spellcheck={false}
    autocomplete="off"
    onInput={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

/** A button that asks once before it acts. */
export function Confirmed({
  children,
  question,
  onConfirm,
  disabled,
}: {
  children: ComponentChildren
  question: string
  onConfirm: () => void
  disabled?: boolean
}) {
  const [asks, setAsks] = useState(false)
  if (!asks)
    return (
      <button type="button" class="is-danger" disabled={disabled} onClick={() => setAsks(true)}>
        {children}
      </button>
    )
  return (
    <span class="confirm" role="group" aria-label={question}>
      <button
        type="button"
        class="is-danger is-filled"
        autofocus
        ref={(button) => button?.focus()}
        onBlur={() => setTimeout(() => setAsks(false), 200)}
        onClick={() => {
          setAsks(false)
          onConfirm()
        }}
      >
        {question}
      </button>
    </span>
  )
}

/** The panel of an opened item. Escape closes it. */
export function Panel({
  title,
  actions,
  onClose,
  children,
}: {
  title: ComponentChildren
  actions?: ComponentChildren
  onClose: () => void
  children: ComponentChildren
}) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      const isDialog = target instanceof Element && target.closest('dialog') !== null
      if (key === 'Escape' && !isField && !isDialog && !defaultPrevented) close.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onKeyDown)
      keepFocus()
    }
  }, [])
  return (
    <section class="panel" aria-label="Opened item">
      <header class="panel-head">
        <h2>{title}</h2>
        <button type="button" class="close" aria-label="Close" onClick={onClose}>
          ×
        </button>
        {actions && <div class="actions">{actions}</div>}
      </header>
      <div class="panel-body" tabIndex={0} role="region" aria-label="Details">
        {children}
      </div>
    </section>
  )
}

/** The name and the value of several fields. Fields without a value are left out. */
export const Facts = ({ facts }: { facts: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="facts">
    {Object.entries(facts)
      .filter(([, value]) => value !== undefined && value !== '' && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

export function Headers({ headers }: { headers: HeaderMap | undefined }) {
  const all = Object.entries(headers ?? {})
  if (all.length === 0) return null
  return (
    <details class="headers">
      <summary>
        {all.length} {all.length === 1 ? 'header' : 'headers'}
      </summary>
      <dl class="facts">
        {all.map(([name, values]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{[values].flat().join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** A body as text, or as escaped bytes. */
export function Body({
  text,
  base64,
  isClipped,
}: {
  text?: string | undefined
  base64?: string | undefined
  isClipped?: boolean | undefined
}) {
  if ((text ?? base64 ?? '') === '') return <p class="quiet">No body</p>
  const decoded = text ?? textIn(base64!)
  return (
    <>
      <pre class="body" tabIndex={0}>
        {decoded === undefined ? escaped(base64!) : pretty(decoded)}
      </pre>
      {isClipped && <p class="quiet">Only the beginning of the body is kept.</p>}
    </>
  )
}
