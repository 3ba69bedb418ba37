// The reasons of scenarios that failed because their target went down during the run, and the reasons
// why the run could not judge the target to its end.

import { printable } from '../core/printable.js'
import { cut } from './clip.js'
import type { Report, ScenarioResult } from './report.js'

export type Outage = NonNullable<Report['outages']>[number]

export const refusedInWords = (url: string): string => `connections to ${url} are refused`

export const silentInWords = (url: string): string => `${url} no longer responds`

export const awayInWords = (url: string): string => `the service behind ${url} is down`

/** The problem of a target that answers every request with an error, as a proxy in front of it does. */
export const awayProblem = (url: string): string =>
  `${url} answers nothing but errors; is the service behind it still running?`

export const silentProblem = (url: string, silenceMs: number): string =>
  `${url} accepts connections, but responded to nothing for ${silenceMs / 1000} s; is the service frozen or overloaded? Restart it and run again`

export const limitedInWords = (url: string): string => `the request limit of ${url} is reached`

export const limitedProblem = (url: string, answer: string): string =>
  `${url} refuses every request since a limit was reached (${answer}); --plan prints how many requests a run sends`

export const unreadableInWords = (url: string): string => `what ${url} sends cannot be read`

export const unreadableProblem = (
  url: string,
  { count, failure }: { readonly count: number; readonly failure: string },
): string =>
  `${url} sent ${count} responses in a row that could not be read (${failure.slice(0, longestFailure)}); is it the right server?`

/** The problem of a target whose deliveries are more than the sink keeps. */
export const floodProblem = (url: string, limit: string): string =>
  `${url} delivers more than ${limit}`

/** The longest failure in a sentence, in characters. */
const longestFailure = 300

/** The reason of scenarios after a state that could not be restored. */
export const unrestoredInWords = 'the run could not undo a change of an earlier scenario'

/** Returns true if the results of a run are incomplete because of its target. */
export const isCutShort = ({ gone, outages }: Pick<Report, 'gone' | 'outages'>): boolean =>
  gone !== undefined || outages !== undefined

/** Returns why the target was lost during a run and what to do, or undefined if it was not. */
export function lossInWords({
  gone = [],
  outages = [],
}: Pick<Report, 'gone' | 'outages'>): string | undefined {
  const refused = gone.filter((url) => !outages.some((each) => each.url === url))
  const sentences = [
    ...(refused.length > 0
      ? [
          `connections to ${refused.join(' and ')} failed during the run; is the service still running?`,
        ]
      : []),
    ...outages.map(({ problem, scenario }) => `${problem} (first in ${scenario})`),
  ]
  return sentences.length === 0 ? undefined : sentences.join('; ')
}

/** Returns true if a scenario was blocked because its target went down. */
export const isOfGoneTarget = ({
  verdict,
  reason = '',
}: Pick<ScenarioResult, 'verdict' | 'reason'>): boolean =>
  verdict === 'blocked' &&
  /^(connections to \S+ are refused|\S+ no longer responds|the service behind \S+ is down)$/.test(
    reason,
  )

/** The longest request in the text, in characters. */
const longestRequest = 120

/** The most requests in the text: as many as run in parallel by default. */
const mostRequests = 16

/**
 * Returns a line for each request that was under way when a target went down, with its scenario. Equal
 * requests of a scenario have one line.
 */
export function cutOffInWords({ cutOff = [] }: Pick<Report, 'cutOff'>): readonly string[] {
  const counts = new Map<string, number>()
  for (const { scenario, method, target, body = '' } of cutOff) {
    const sent = cut(printable(`${method} ${target} ${body}`.trimEnd()), longestRequest)
    const request = `${sent} (${scenario})`
    counts.set(request, (counts.get(request) ?? 0) + 1)
  }
  const shown = [...counts].slice(0, mostRequests)
  const more = cutOff.length - shown.reduce((sum, [, count]) => sum + count, 0)
  return [
    ...shown.map(
      ([request, count]) =>
        `Under way when it went down: ${count > 1 ? `${count} × ` : ''}${request}`,
    ),
    ...(more > 0 ? [`Under way when it went down: ${more} more requests`] : []),
    ...(cutOff.length > 1 ? ['To find the request that stopped it, add --concurrency 1.'] : []),
  ]
}
