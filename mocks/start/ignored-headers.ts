// Warns of headers that the mock ignores: those of another dialect, and misspelt ones. Without the
// warning a client that sends them only behaves strangely.

import type { Dialect } from '#generated/dialects.js'
import { didYouMean } from '../did-you-mean.js'
import type { Middleware } from '../http/message.js'
import { findOtherDialect } from '../queue/request/headers.js'
import { warnOnce } from '../warnings.js'

/**
 * Emits one warning for each header of another dialect, and for each header whose name is similar to
 * one of `names`. These names are in lower case and have no prefix.
 */
export function warnOfIgnoredHeaders(dialect: Dialect, names: readonly string[] = []): Middleware {
  const reasonOf = findReason(dialect, names)
  const warn = warnOnce('DialectWarning')

  const describe = (header: string) => {
    const reason = reasonOf(header)
    return reason && `the mock ignores the header ${header}${reason}`
  }
  return ({ request }, next) => {
    for (const header in request.headers) warn(header, describe)
    return next()
  }
}

/** Returns a function that says why a header is ignored, or undefined if it is not or needs no warning. */
function findReason(dialect: Dialect, names: readonly string[]) {
  const { name, headerPrefix } = dialect
  const prefix = headerPrefix.toLowerCase()
  const findOther = findOtherDialect(dialect)

  return (header: string): string | undefined => {
    if (header.startsWith(prefix)) {
      const rest = header.slice(prefix.length)
      const similar = names.includes(rest) ? '' : didYouMean(rest, names)
      return similar.replace('mean ', `mean ${prefix}`) || undefined
    }
    const other = findOther([header])?.other
    return (
      other &&
      `: it has the dialect ${name}, whose headers begin with ${headerPrefix}; send ${headerPrefix}…, or start the mock with the dialect ${other} (--dialect ${other}, or { dialect: '${other}' } in useMock and startMock)`
    )
  }
}
