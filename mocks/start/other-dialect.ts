// Warns of requests in a dialect that the mock does not speak. The mock ignores their headers, so
// without the warning a client in another dialect only behaves strangely.

import { emitWarning } from 'node:process'
import type { Dialect } from '#generated/dialects.js'
import type { Handler, Request } from '../http/message.js'
import { findOtherDialect } from '../queue/request/other-dialect.js'

/** The maximum number of warnings. */
const MOST = 20

/**
 * Returns a handler with the same responses, which emits one warning for each header of another
 * dialect.
 */
export function warnOfOtherDialect(handler: Handler, dialect: Dialect): Handler {
  const { name, headerPrefix } = dialect
  const find = findOtherDialect(dialect)
  const known = new Set<string>()
  const look = ({ headers }: Request) => {
    const names = Object.keys(headers)
    if (find(names) === undefined) return
    for (const header of names) {
      const found = known.has(header) || known.size === MOST ? undefined : find([header])
      if (found !== undefined) warn(found)
    }
  }
  const warn = ({ header, other }: { readonly header: string; readonly other: string }) => {
    known.add(header)
    emitWarning(
      `the mock ignores the header ${header}: it has the dialect ${name}, whose headers begin with ${headerPrefix}; send ${headerPrefix}…, or start the mock with the dialect ${other} (--dialect ${other}, or { dialect: '${other}' } in useMock and startMock)`,
      'DialectWarning',
    )
  }
  const { admit } = handler
  return Object.assign(
    (request: Request) => (look(request), handler(request)),
    admit && { admit: (head: Request) => (look(head), admit(head)) },
  )
}
