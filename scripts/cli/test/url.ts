// URLs on the command line: what is wrong with one is said without the secrets it may hold.

import { UsageError } from '../../../conformance/core/usage-error.js'

/** What may hold a password or a token, also where the rest is no URL. */
const userinfo = /^([a-z]+:)?[/\\]*[^/\\?#]*@/i
const queryOrFragment = /[?#]/

/** The URL as it was given. Throws a `UsageError` where requests could not be made of it. */
export function httpUrl(option: string, url: string): string {
  if (userinfo.test(url) || queryOrFragment.test(url))
    throw new UsageError(
      `--${option} takes a URL without user, password, query and fragment; tokens have options of their own`,
    )
  const problem = problemOf(url)
  if (problem !== undefined) throw new UsageError(`--${option} ${JSON.stringify(url)} ${problem}`)
  return url
}

function problemOf(url: string): string | undefined {
  if (/\s/.test(url)) return 'is no URL: there is white space in it'
  if (!/^https?:\/\//i.test(url)) return 'is no URL that begins with http:// or https://'
  return URL.canParse(url) ? undefined : 'is no URL: its host or its port cannot be'
}
