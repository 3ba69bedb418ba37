// Links to a few messages.

import type { Message } from './history.ts'
import { hashOf } from './route.ts'

/** The maximum number of links. */
const MOST = 3

export const MessageLinks = ({ of }: { of: readonly Message[] }) => (
  <ul class="links">
    {of.slice(0, MOST).map(({ id, events: [first] }) => (
      <li key={id}>
        <a href={hashOf('messages', id)} title={id}>
          {first!.url}
        </a>{' '}
        <span class="quiet">{id.slice(0, 12)}…</span>
      </li>
    ))}
    {of.length > MOST && <li class="quiet">and {of.length - MOST} more</li>}
  </ul>
)
