// The script of the page that compares implementations, after the script of a report: it opens cells.
for (const button of all('td > button')) {
  button.setAttribute('aria-label', button.className.replace('-', ' '))
  button.setAttribute('aria-expanded', 'false')
}
const names = new Map(
  all('#rules thead th:not(:first-child)').map((head) => [
    head.firstChild.textContent,
    head.lastChild.textContent.trim(),
  ]),
)
for (const who of all('.who'))
  who.title = who.textContent
    .split(' ')
    .map((letter) => names.get(letter))
    .join(', ')

/** Opens the results of a cell in a row below its rule, or closes them. */
async function openCell(button) {
  const row = button.closest('tr')
  const isOpen = button.getAttribute('aria-expanded') === 'true'
  close(row)
  if (isOpen) return
  button.setAttribute('aria-expanded', 'true')
  const { cellIndex } = button.closest('td')
  const { textContent } = row.closest('table').tHead.rows[0].cells[cellIndex]
  const opened = document.createElement('tr')
  opened.className = 'opened'
  const cell = opened.insertCell()
  cell.colSpan = row.cells.length
  cell.innerHTML = '<h4></h4>'
  cell.firstChild.textContent = textContent + ': ' + button.getAttribute('aria-label')
  row.after(opened)
  await add(cell, button.value)
}

/** Closes the open cell of a rule. */
function close(row) {
  const open = row.querySelector('[aria-expanded=true]')
  if (open === null) return
  open.setAttribute('aria-expanded', 'false')
  row.nextElementSibling.remove()
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest('td > button')
  if (button !== null) openCell(button)
})

const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }

// The arrow keys go from cell to cell, Escape closes a cell.
document.addEventListener('keydown', (event) => {
  const row = event.target.closest('tr.rule, tr.opened')
  if (row === null || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape') {
    const rule = row.classList.contains('opened') ? row.previousElementSibling : row
    rule.querySelector('[aria-expanded=true]')?.focus()
    close(rule)
    return
  }
  const step = steps[event.key]
  if (step === undefined || !event.target.matches('td > button')) return
  event.preventDefault()
  const rows = all('tr.rule:not([hidden])').filter((each) => each.closest('[hidden]') === null)
  let { cellIndex } = event.target.closest('td')
  for (let at = rows.indexOf(row); rows[at] !== undefined && cellIndex > 0;) {
    at += step[0]
    cellIndex += step[1]
    const next = rows[at]?.cells[cellIndex]?.querySelector('button')
    if (rows[at]?.cells[cellIndex] === undefined || next) {
      next?.focus()
      return
    }
  }
})
