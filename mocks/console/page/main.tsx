// Starts the page.

import { render } from 'preact'
import { openSession } from './api.js'
import { App } from './app.js'
import { follow } from './feed.js'
import { readState, session, watchState } from './state.js'

async function start(): Promise<void> {
  session.set(await openSession())
  await readState()
  watchState()
  follow()
  root.textContent = ''
  render(<App />, root)
}

const root = document.getElementById('root')!

start().catch((error: unknown) => {
  root.textContent = error instanceof Error ? error.message : String(error)
})
