// The reasons of scenarios that failed because their target went down during the run, and the reasons
// why the run could not judge the target to its end.

import type { Report, ScenarioResult } from './report.js'

export type Outage = NonNullable<Report['outages']>[number]

export const refusedInWords = (url: string): string => `connections to ${url} are refused`

export const silentInWords = (url: string): string => `${url} no longer responds`

export const awayInWords = (url: string): string => `the service behind ${url} is down`

/** Returns the outage of a target that answers every request with an error, as a proxy in front of it does. */
export const awayOutage = (url: string, scenario: string): Outage => ({
  ...{ kind: 'away', url, scenario },
  problem: `${url} answers nothing but errors; is the service behind it still running?`,
})

/** Returns the outage of a target that accepts connections and has not responded for `silenceMs`. */
export const silentOutage = (url: string, scenario: string, silenceMs: number): Outage => ({
  ...{ kind: 'silent', url, scenario },
  problem: `${url} accepts connections, but responded to nothing for ${silenceMs / 1000} s; is the service frozen or overloaded? Restart it and run again`,
})

export const limitedInWords = (url: string): string => `the request limit of ${url} is reached`

/** Returns the outage of a target that refuses everything, because a limit of requests is reached. */
export const limitedOutage = (url: string, scenario: string, answer: string): Outage => ({
  ...{ kind: 'limited', url, scenario },
  problem: `${url} refuses every request since a limit was reached (${answer}); --plan prints how many requests a run sends`,
})

export const unreadableInWords = (url: string): string => `what ${url} sends cannot be read`

/** Returns the outage of a target whose last responses could not be read. */
export const unreadableOutage = (
  url: string,
  scenario: string,
  { count, failure }: { readonly count: number; readonly failure: string },
): Outage => ({
  ...{ kind: 'unreadable', url, scenario },
  problem: `${url} sent ${count} responses in a row that could not be read (${failure.slice(0, longestFailure)}); is it the right server?`,
})

/** Returns the outage of a target whose deliveries are more than the sink keeps. */
export const floodOutage = (url: string, scenario: string, limit: string): Outage => ({
  ...{ kind: 'unreadable', url, scenario },
  problem: `${url} delivers more than ${limit}`,
})

/** The longest failure in a sentence, in characters. */
const longestFailure = 300

/** The reason of scenarios after a state that could not be restored. */
export const unrestoredInWords = 'the run could not undo a change of an earlier scenario'

export const controlOutage = (scenario: string, problem: string): Outage => ({
  kind: 'control',
  scenario,
  problem,
})

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
