// A list that renders only its visible rows, so that 100,000 rows stay smooth.

import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface Column<Row> {
  readonly title: string
  /** The name of the CSS class that sets the width. */
  readonly name: string
  readonly cell: (row: Row) => ComponentChildren
}

interface Props<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly selected: string | undefined
  readonly onSelect: (key: string | undefined) => void
  /** The keys of the rows that are marked for an action on many rows. */
  readonly marked?: ReadonlySet<string>
  readonly onMark?: (marked: ReadonlySet<string>) => void
  /** True if a click anywhere in a row marks it. */
  readonly marksOnClick?: boolean
}

/** The height of a row in pixels. The style sheet has the same value. */
const ROW = 30

/** The number of rows above and below the visible ones. */
const OUTSIDE = 12

export function List<Row>(props: Props<Row>): JSX.Element {
  const { label, rows, keyOf, columns, selected, onSelect, marked } = props
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  // The width of the scroll bar, which the head leaves free so that its columns are above the cells.
  const [gutter, setGutter] = useState(0)
  /** The key of the first visible row of a list that is not at its start. */
  const anchor = useRef<string | undefined>(undefined)
  const index = selected === undefined ? -1 : rows.findIndex((row) => keyOf(row) === selected)

  useLayoutEffect(() => {
    const { current } = box
    const observer = new ResizeObserver(([entry]) => {
      setHeight(entry!.contentRect.height)
      setGutter(current!.offsetWidth - current!.clientWidth)
    })
    observer.observe(current!)
    return () => observer.disconnect()
  }, [])

  // A list takes the focus from its view, so that the arrow keys work after a shortcut opened the view.
  useLayoutEffect(() => {
    if (document.activeElement?.id === 'content') box.current!.focus()
  }, [])

  // Rows that are added before the visible ones do not move these.
  useLayoutEffect(() => {
    const { current } = box
    const now = Math.floor(current!.scrollTop / ROW)
    if (anchor.current === undefined || (rows[now] && keyOf(rows[now]) === anchor.current)) return
    const moved = rows.findIndex((row) => keyOf(row) === anchor.current)
    if (moved >= 0) current!.scrollTop += (moved - now) * ROW
  }, [rows])

  useEffect(() => {
    if (index >= 0) reveal(box.current!, index)
  }, [selected])

  const first = Math.max(0, Math.floor(top / ROW) - OUTSIDE)
  const end = Math.min(rows.length, Math.ceil((top + height) / ROW) + OUTSIDE)
  const idOf = (row: Row) => `${props.label.replace(/\W/g, '')}-${keyOf(row)}`

  function onScroll(): void {
    const { scrollTop } = box.current!
    const row = rows[Math.floor(scrollTop / ROW)]
    anchor.current = scrollTop > 0 && row !== undefined ? keyOf(row) : undefined
    setTop(scrollTop)
  }

  function move(to: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (row !== undefined) onSelect(keyOf(row))
  }

  function mark(key: string): void {
    if (!marked || !props.onMark) return
    const next = new Set(marked)
    if (!next.delete(key)) next.add(key)
    props.onMark(next)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(height / ROW) - 1)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      j: index + 1,
      ArrowUp: index < 0 ? rows.length - 1 : index - 1,
      k: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = steps[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (to !== undefined) move(to)
    else if (event.key === ' ' && selected !== undefined && marked) mark(selected)
    else return
    event.preventDefault()
  }

  return (
    <div class="list">
      <div class="list-head" aria-hidden="true" style={{ borderRightWidth: `${gutter}px` }}>
        {marked && <span class="cell mark" />}
        {columns.map(({ name, title }) => (
          <span key={name} class={`cell ${name}`}>
            {title}
          </span>
        ))}
      </div>
      <div
        class="list-box"
        ref={box}
        role="listbox"
        aria-label={label}
        aria-multiselectable={marked ? 'true' : undefined}
        aria-activedescendant={index >= first && index < end ? idOf(rows[index]!) : undefined}
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div class="list-space" role="presentation" style={{ height: `${rows.length * ROW}px` }}>
          {rows.slice(first, end).map((row, offset) => {
            const key = keyOf(row)
            const isMarked = marked?.has(key) ?? false
            return (
              <div
                key={key}
                id={idOf(row)}
                role="option"
                class={`row${key === selected ? ' is-selected' : ''}${props.marksOnClick ? ' is-marking' : ''}`}
                aria-selected={marked ? isMarked : key === selected}
                aria-setsize={rows.length}
                aria-posinset={first + offset + 1}
                style={{ transform: `translateY(${(first + offset) * ROW}px)` }}
                onClick={() => {
                  onSelect(key)
                  if (props.marksOnClick) mark(key)
                }}
              >
                {marked && (
                  <span
                    class={`cell mark${isMarked ? ' is-marked' : ''}`}
                    onClick={(event) => {
                      if (props.marksOnClick) return
                      event.stopPropagation()
                      mark(key)
                    }}
                  />
                )}
                {columns.map(({ name, cell }) => (
                  <span key={name} class={`cell ${name}`}>
                    {cell(row)}
                  </span>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Scrolls a row into view. */
function reveal(box: HTMLDivElement, index: number): void {
  const [start, end] = [index * ROW, (index + 1) * ROW]
  if (start < box.scrollTop) box.scrollTop = start
  else if (end > box.scrollTop + box.clientHeight) box.scrollTop = end - box.clientHeight
}
