// Starts the page.

import { render } from 'preact'
import { openSession } from './api.ts'
import { App } from './app.tsx'
import { follow } from './feed.ts'
import { readSpaces } from './spaces.ts'
import { readState, session, watchState } from './state.ts'

async function start(): Promise<void> {
  await readSpaces()
  session.set(await openSession())
  await readState()
  watchState()
  follow(async () => {
    await readSpaces()
    const [before, now] = [session.get(), await openSession()]
    session.set(now)
    return now.token !== before.token
  })
  root.textContent = ''
  render(<App />, root)
}

const root = document.getElementById('root')!

start().catch((error: unknown) => {
  root.textContent = error instanceof Error ? error.message : String(error)
})
