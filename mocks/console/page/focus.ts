// The focus of the keyboard, which goes to the list of the view when its element is removed.

/** Focuses the list of the view, or the view. */
export function focusList(): void {
  const list = document.querySelector<HTMLElement>('main .list-box')
  const target = list ?? document.getElementById('content')
  target?.focus({ preventScroll: true })
}

/** Focuses the list if the focused element is removed with this change of the page. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) focusList()
  })
}
