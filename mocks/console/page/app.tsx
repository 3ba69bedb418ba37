// The frame of the page: header, navigation, banner, notices and the current view.

import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { remove, post } from './api.ts'
import { Clock } from './clock.tsx'
import { Dlq } from './dlq.tsx'
import { Faults } from './faults.tsx'
import { connection, lostSince, noteChange, restartedAt } from './feed.ts'
import { Flow } from './flow.tsx'
import { focusList, keepFocus } from './focus.ts'
import { countOf, dateOf, timeOf } from './format.ts'
import { Keys } from './keys.tsx'
import { Live } from './live.tsx'
import { Messages } from './messages.tsx'
import { act, dismiss, notices } from './notices.ts'
import { hashOf, route, VIEWS, goTo, type View, type ViewProps } from './route.ts'
import { Runs } from './runs.tsx'
import { endedSpace, shownSpace, showSpace, spaces } from './spaces.ts'
import { session, state } from './state.ts'
import { useStore } from './store.ts'

const views: Readonly<Record<View, (props: ViewProps) => JSX.Element>> = {
  live: Live,
  messages: Messages,
  runs: Runs,
  dlq: Dlq,
  kv: Keys,
  flow: Flow,
  clock: Clock,
  faults: Faults,
}

const ofQueue: readonly View[] = ['messages', 'runs', 'dlq', 'flow']

/** Returns the views of the interfaces that this mock has. */
function shownViews(): View[] {
  const { kv, queue } = session.get()
  return (Object.keys(VIEWS) as View[]).filter(
    (view) => (queue || !ofQueue.includes(view)) && (kv || view !== 'kv'),
  )
}

export function App() {
  const { view, id } = useStore(route)
  const [help, setHelp] = useState(false)
  const closeHelp = () => {
    setHelp(false)
    keepFocus()
  }
  const Shown = views[view]
  const space = useStore(shownSpace)

  useEffect(() => {
    document.title = `${VIEWS[view]} · Console of the mock`
    const current = document.querySelector('nav [aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
    notices.set([])
  }, [view])
  useKeys(() => setHelp((now) => !now))

  return (
    <div class="app">
      <a class="skip" href={location.hash} onClick={skip}>
        Skip to the content
      </a>
      <Header onHelp={() => setHelp(true)} />
      <nav aria-label="Views">
        {shownViews().map((each, index) => (
          <a key={each} href={hashOf(each)} aria-current={each === view ? 'page' : undefined}>
            <span class={`icon icon-${each}`} aria-hidden="true" />
            {VIEWS[each]}
            <kbd aria-hidden="true">{index + 1}</kbd>
          </a>
        ))}
      </nav>
      <main id="content" tabIndex={-1}>
        <Outdated />
        <Restarted />
        <EndedSpace />
        <Banner />
        <Shown key={space} id={id} />
      </main>
      <Notices />
      {help && <Help onClose={closeHelp} />}
    </div>
  )
}

function skip(event: Event): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/**
 * The keys of all views: the digits open views, `/` focuses the filter, `?` opens the help. Escape
 * leaves a field, and `j` and `k` move in the list wherever the focus is.
 */
function useKeys(onHelp: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { target, key } = event
      const isField =
        target instanceof HTMLInputElement ||
        target instanceof HTMLTextAreaElement ||
        target instanceof HTMLSelectElement
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      // A form in a dialog has the keys for itself.
      if (target instanceof Element && target.closest('dialog form')) return
      if (isField) {
        if (key !== 'Escape') return
        event.preventDefault()
        return focusList()
      }
      const list = document.querySelector<HTMLElement>('main .list-box')
      const view = shownViews()[Number(key) - 1]
      if (view) {
        // The list of the view takes the focus from here.
        document.getElementById('content')?.focus()
        goTo(view)
      } else if (key === '/') document.querySelector<HTMLElement>('[data-filter]')?.focus()
      else if (key === '?') onHelp()
      else if ((key === 'j' || key === 'k') && list && !list.contains(target as Node)) {
        list.focus()
        list.dispatchEvent(new KeyboardEvent('keydown', { key }))
      } else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

const CONNECTIONS = { connecting: 'Connecting', live: 'Connected', lost: 'Not connected' } as const

function Header({ onHelp }: { onHelp: () => void }) {
  const { now, clock } = useStore(state)
  const connected = useStore(connection)
  return (
    <header class="top">
      <a class="brand" href={hashOf('live')}>
        <img src="icon.svg" alt="" width="18" height="18" />
        svc-contract mock
      </a>
      <SpaceChoice />
      <span class="grow" />
      <a class="clock-chip" href={hashOf('clock')}>
        <span class="icon icon-clock" aria-hidden="true" />
        {dateOf(now)} <span class="quiet">{clock}</span>
      </a>
      <span class={`connection is-${connected}`} role="status">
        {CONNECTIONS[connected]}
      </span>
      <ThemeSwitch />
      <button type="button" class="icon-button" aria-label="Keyboard shortcuts" onClick={onHelp}>
        ?
      </button>
    </header>
  )
}

/** Chooses between the mock itself and its isolated spaces, if there are any. */
function SpaceChoice() {
  const all = useStore(spaces)
  const number = useStore(shownSpace)
  if (all.length === 0) return null
  return (
    <select
      class="space-choice"
      aria-label="Isolated space"
      value={number ?? ''}
      onChange={({ currentTarget: { value } }) => showSpace(value ? Number(value) : undefined)}
    >
      <option value="">Mock</option>
      {all.map((each) => (
        <option key={each.number} value={each.number}>
          Space {each.number}, token …{each.token.slice(-8)}
        </option>
      ))}
    </select>
  )
}

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' }

const storedTheme = (): Theme =>
  THEMES.find((theme) => theme === localStorage.getItem('theme')) ?? 'system'

function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme)
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme
    localStorage.setItem('theme', theme)
  }, [theme])
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`Theme: ${theme}. Change to ${next}`}
      title={`Theme: ${theme}`}
      onClick={() => setTheme(next)}
    >
      {SIGNS[theme]}
    </button>
  )
}

/** Says from when the shown data is while the mock does not respond. */
function Outdated() {
  const since = useStore(lostSince)
  if (since === undefined) return null
  return (
    <div class="banner is-bad" role="status">
      <p>
        <strong>The mock does not respond.</strong> The page shows its state of{' '}
        {timeOf(since).slice(0, 8)}, and connects again when the mock is back.
      </p>
    </div>
  )
}

/** Says that the mock is another process than before. */
function Restarted() {
  const at = useStore(restartedAt)
  if (at === undefined) return null
  return (
    <div class="banner" role="status">
      <p>
        <strong>The mock was restarted at {timeOf(at).slice(0, 8)}.</strong> A restart deletes all
        that the mock kept in memory.
      </p>
      <button type="button" onClick={() => restartedAt.set(undefined)}>
        Dismiss
      </button>
    </div>
  )
}

/** Says that the shown space has ended. */
function EndedSpace() {
  const number = useStore(endedSpace)
  if (number === undefined) return null
  return (
    <div class="banner" role="status">
      <p>
        <strong>Space {number} has ended.</strong> The page shows the mock itself.
      </p>
      <button type="button" onClick={() => endedSpace.set(undefined)}>
        Dismiss
      </button>
    </div>
  )
}

/** Says that the mock is wrong on purpose. */
function Banner() {
  const { faults, intercepts } = useStore(state)
  if (faults.length + intercepts === 0) return null
  const parts = [
    ...(faults.length > 0 ? [countOf(faults.length, 'fault')] : []),
    ...(intercepts > 0 ? [countOf(intercepts, 'intercept')] : []),
  ]
  const isOne = faults.length + intercepts === 1
  const clear = () =>
    act(async () => {
      if (faults.length > 0) await post('faults', { on: [] })
      if (intercepts > 0) await remove('intercepts')
    }, 'All faults and intercepts are off.')
  return (
    <div class="banner" role="status">
      <p>
        <strong>{`${parts.join(' and ')} ${isOne ? 'is' : 'are'} on.`}</strong> The mock responds
        wrong on purpose.
      </p>
      <a href={hashOf('faults')}>Show</a>
      <button type="button" onClick={() => void clear()}>
        Turn all off
      </button>
    </div>
  )
}

const Notices = () => (
  <div class="notices" role="status" aria-live="polite">
    {useStore(notices).map(({ id, text, isError, link }) => (
      <div key={id} class={isError ? 'notice is-error' : 'notice'}>
        <span>
          {text} {link && <a href={link.href}>{link.text}</a>}
        </span>
        <button type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
          ×
        </button>
      </div>
    ))}
  </div>
)

const SHORTCUTS: readonly (readonly [keys: string, does: string])[] = [
  ['1 – 8', 'Open a view'],
  ['/', 'Focus the filter'],
  ['↑ ↓  j k', 'Move in a list'],
  ['Space', 'Mark a row of the DLQ, turn a fault on or off'],
  ['Esc', 'Leave a field, close the opened item'],
  ['p', 'Pause or resume Live'],
  ['?', 'Show this help'],
]

function Help({ onClose }: { onClose: () => void }) {
  return (
    <dialog
      class="help"
      aria-label="Keyboard shortcuts"
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal()
      }}
      onClose={onClose}
    >
      <h2>Keyboard shortcuts</h2>
      <dl class="facts">
        {SHORTCUTS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        autofocus
        onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
      >
        Close
      </button>
    </dialog>
  )
}

/** Reads everything again when the connection is back. */
connection.subscribe(() => {
  if (connection.get() === 'live') noteChange()
})
