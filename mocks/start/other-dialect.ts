// Warns of requests in a dialect that the mock does not speak. The mock ignores their headers, so
// without the warning a client in another dialect only behaves strangely.

import { emitWarning } from 'node:process'
import { dialects, type Dialect } from '#generated/dialects.js'
import type { Handler, Request } from '../http/message.js'

/**
 * Returns a handler with the same responses, which emits one warning for the first request with a
 * header of another dialect.
 */
export function warnOfOtherDialect(handler: Handler, { headerPrefix, name }: Dialect): Handler {
  const others = Object.values(dialects)
    .filter((other) => other.headerPrefix !== headerPrefix)
    .map((other) => ({ ...other, prefix: other.headerPrefix.toLowerCase() }))
  let hasWarned = false
  const look = ({ headers }: Request) => {
    if (hasWarned) return
    for (const header in headers) {
      const other = others.find(({ prefix }) => header.startsWith(prefix))
      if (other === undefined) continue
      hasWarned = true
      emitWarning(
        `the mock ignores the header ${header}: it has the dialect ${name}, whose headers begin with ${headerPrefix}; start it with the dialect ${other.name} (--dialect ${other.name}, or { dialect: '${other.name}' } in useMock and startMock)`,
        'DialectWarning',
      )
      return
    }
  }
  const { admit } = handler
  return Object.assign(
    (request: Request) => (look(request), handler(request)),
    admit && { admit: (head: Request) => (look(head), admit(head)) },
  )
}
