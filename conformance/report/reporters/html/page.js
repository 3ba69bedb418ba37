// The script of the page: filters, links, and copying. The page works without it.
'use strict'
const all = (selector) => [...document.querySelectorAll(selector)]
const rules = all('.rule').map((rule) => ({ rule, text: rule.textContent.toLowerCase() }))
const find = document.getElementById('find')
const boxes = all('#filters input[type=checkbox]')
const filters = document.getElementById('filters')
filters.hidden = false

function filter() {
  const words = find.value.toLowerCase().split(/\s+/)
  const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value))
  let shown = 0
  for (const { rule, text } of rules) {
    rule.hidden = !verdicts.has(rule.dataset.verdict) || !words.every((word) => text.includes(word))
    if (!rule.hidden) shown += 1
  }
  for (const section of all('.section'))
    section.hidden = [...section.querySelectorAll('.rule')].every((rule) => rule.hidden)
  document.getElementById('shown').textContent = shown + ' of ' + rules.length + ' rules'
}
filters.addEventListener('input', filter)

document.getElementById('all').addEventListener('click', () => {
  find.value = ''
  for (const box of boxes) box.checked = true
  filter()
})

function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target === null) return
  const inside = target.closest('.rule')
  if (inside !== null && inside.hidden) {
    find.value = ''
    for (const box of boxes) if (box.value === inside.dataset.verdict) box.checked = true
    filter()
  }
  for (let at = target; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true
  target.scrollIntoView()
  const summary = target.querySelector('summary')
  if (summary !== null) summary.focus({ preventScroll: true })
}
addEventListener('hashchange', follow)
// A link that is followed again changes nothing in the address.
document.addEventListener('click', ({ target }) => {
  const link = target.closest('a[href^="#"]')
  if (link !== null && link.getAttribute('href') === location.hash) follow()
})

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target instanceof HTMLInputElement) return
  event.preventDefault()
  find.focus()
})

for (const button of all('button.copy')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const command = button.nextElementSibling
    getSelection().selectAllChildren(command)
    const copied = await navigator.clipboard?.writeText(command.textContent).then(
      () => true,
      () => false,
    )
    button.textContent = copied ? 'Copied' : 'Selected: copy it now'
  })
}

// On paper nothing can be opened.
let opened = []
addEventListener('beforeprint', () => {
  opened = all('details.failed:not([open])')
  for (const details of opened) details.open = true
})
addEventListener('afterprint', () => {
  for (const details of opened) details.open = false
})

filter()
follow()
