// The script of the page: evidence, filters, links, and copying. Without it, the page shows all
// rules and findings.
'use strict'
const all = (selector, within = document) => [...within.querySelectorAll(selector)]
const find = document.getElementById('find')
const filters = document.getElementById('filters')
const boxes = all('fieldset input', filters)
const differences = document.getElementById('differences')
const searched = all('.rule, .group, .point').map((at) => ({
  at,
  text: at.textContent.toLowerCase(),
}))

/** The packed evidence, or undefined if this browser cannot unpack it. */
const store = unpacked().catch(() => undefined)
async function unpacked() {
  const text = atob(document.getElementById('evidence').textContent)
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(stream).json()
}

/** Adds the evidence with this index to an element. */
async function add(element, evidence) {
  const packed = await store
  const missing = '<p>This browser is too old to show the exchanges. The JSON report has them.</p>'
  const markup = packed?.evidence[evidence].map((part) => packed.parts[part]).join('') ?? missing
  element.insertAdjacentHTML('beforeend', markup)
}

/** Adds the evidence to a failure, once. */
async function fill(details) {
  const { evidence } = details.dataset
  if (evidence === undefined) return
  delete details.dataset.evidence
  await add(details, evidence)
}
// The event of an opened element does not bubble.
document.addEventListener('toggle', ({ target }) => target.open && fill(target), true)

function filter() {
  const words = find.value.toLowerCase().split(/\s+/)
  const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value))
  for (const { at, text } of searched)
    at.hidden =
      !words.every((word) => text.includes(word)) ||
      (differences?.checked && 'same' in at.dataset) ||
      (at.classList.contains('rule') &&
        !at.dataset.verdict.split(' ').some((verdict) => verdicts.has(verdict)))
  for (const section of all('.section, .failures'))
    section.hidden = all('.rule, .group, .point', section).every((each) => each.hidden)
  const rules = all('.rule')
  const shown = rules.filter((rule) => !rule.hidden).length
  document.getElementById('shown').textContent = shown + ' of ' + rules.length + ' rules'
}
find.addEventListener('input', filter)
filters.addEventListener('input', filter)
document.getElementById('all').addEventListener('click', showAll)
function showAll() {
  find.value = ''
  for (const box of boxes) box.checked = true
  if (differences !== null) differences.checked = false
  filter()
}

function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target === null) return
  if (target.closest('[hidden]') !== null) showAll()
  for (let at = target; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true
  target.scrollIntoView()
  if (target instanceof HTMLDetailsElement)
    target.querySelector('summary').focus({ preventScroll: true })
}
addEventListener('hashchange', follow)

document.addEventListener('click', ({ target }) => {
  const link = target.closest('a[href^="#"]')
  // A link that is followed again changes nothing in the address.
  if (link !== null && link.getAttribute('href') === location.hash) follow()
  if (target.matches('button.copy')) copy(target)
})
async function copy(button) {
  const command = button.nextElementSibling
  getSelection().selectAllChildren(command)
  const copied = await navigator.clipboard?.writeText(command.textContent).then(
    () => true,
    () => false,
  )
  button.textContent = copied ? 'Copied' : 'Selected: copy it now'
}

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target instanceof HTMLInputElement && event.target.type === 'search') return
  event.preventDefault()
  find.focus()
})

// On paper, the first failure of each rule is open, and what the reader has opened.
let opened = []
addEventListener('beforeprint', () => {
  opened = all('.group > .failure:first-of-type:not([open])')
  for (const details of opened) {
    details.open = true
    fill(details)
  }
})
addEventListener('afterprint', () => {
  for (const details of opened) details.open = false
})

filters.hidden = false
document.getElementById('search').hidden = false
filter()
follow()
