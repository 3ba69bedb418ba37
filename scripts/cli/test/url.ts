// Checks URLs on the command line. Error messages do not repeat secrets in a URL.

import { UsageError } from '../../../conformance/core/usage-error.js'

/** Matches the part of a text that may contain a password, even if the text is not a valid URL. */
const userinfo = /^([a-z]+:)?[/\\]*[^/\\?#]*@/i
const queryOrFragment = /[?#]/

/** Returns the URL. Throws a `UsageError` if requests cannot use the URL. */
export function httpUrl(option: string, url: string): string {
  if (userinfo.test(url) || queryOrFragment.test(url))
    throw new UsageError(
      `--${option} takes a URL without user, password, query and fragment; use the options for tokens`,
    )
  const problem = problemOf(url)
  if (problem !== undefined) throw new UsageError(`--${option} ${JSON.stringify(url)} ${problem}`)
  return url
}

function problemOf(url: string): string | undefined {
  if (/\s/.test(url)) return 'is no URL: it contains white space'
  if (!/^https?:\/\//i.test(url)) return 'is no URL that begins with http:// or https://'
  return URL.canParse(url) ? undefined : 'is no URL: its host or port is invalid'
}
