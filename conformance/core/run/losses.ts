// The losses of a run: targets that went down, control routes that failed, and changes that were not undone.

import type { Interface as InterfaceName } from '#generated/rules.js'
import type { Ability } from '../../provider/provider.js'
import {
  awayInWords,
  awayProblem,
  floodProblem,
  limitedInWords,
  limitedProblem,
  refusedInWords,
  silentInWords,
  silentProblem,
  unreadableInWords,
  unreadableProblem,
  unrestoredInWords,
  type Outage,
} from '../../report/gone.js'
import type { Redactor } from '../../report/redact.js'
import { isMissingDelivery, recorded, type Report } from '../../report/report.js'
import type { Exchange } from '../../wire/exchange.js'
import type { Sink } from '../../sink/sink.js'
import { deadlineAfter } from '../../wire/deadline.js'
import type { Line } from '../../wire/line.js'
import type { OpenInterface } from '../interface.js'
import type { Finding } from '../judgement.js'
import type { StageOptions } from '../options.js'
import { isSilent, limitAt, mayBeOfProxy, outageIn, suspectMs, type Probed } from './outage.js'
import type { Scenario } from '../scenario.js'

/** A target at a URL. */
export interface LosableTarget extends Probed {
  readonly url: string
}

/** A request whose connection ended without a response. */
interface CutOff {
  /** The time in milliseconds of `performance.now()`, `Infinity` without a response at all. */
  readonly at: number
  readonly request: NonNullable<Report['cutOff']>[number]
}

/** A scenario that ran on a target. */
export interface Attempted {
  readonly side: LosableTarget
  readonly scenario: Scenario
  readonly line: Line
  /** The time of its start in milliseconds of `performance.now()`. */
  readonly startedAt: number
}

interface LossOptions {
  /** The milliseconds without any response after which a target counts as down. 0 means never. */
  readonly silenceMs: number
  readonly timeoutMs: number
  /** The longest wait for unfinished requests of a scenario, in milliseconds. */
  readonly graceMs: number
  readonly signal: AbortSignal | undefined
  readonly redactor: () => Redactor
}

/** The default of `silenceMs`, longer than a slow garbage collection or a failover usually takes. */
const longestSilenceMs = 30_000

/** Returns the `silenceMs` of a run. */
export const silenceOf = ({ silenceMs, timeoutMs = 10_000 }: Partial<StageOptions>): number =>
  silenceMs ?? Math.max(longestSilenceMs, timeoutMs)

/** The milliseconds within which all connections end when the target goes down. */
const crashMs = 200

/** Returns the record of the losses of one run, which is empty at first. */
export function lossesIn({ silenceMs, timeoutMs, graceMs, signal, redactor }: LossOptions) {
  /** The URLs of targets that were down, each with the last time when this was seen. */
  const gone = new Map<string, number>()
  /** The outages by URL, and that of control routes as `control`. */
  const outages = new Map<string, Outage>()
  /** The checks that wait for any response, by URL. */
  const silences = new Map<string, Promise<boolean>>()
  const cutOff: CutOff[] = []
  /** The abilities whose changes could not be undone yet, by interface. */
  const unrestored = new Map<InterfaceName, readonly Ability[]>()

  /** The cleanups that failed, each with the URL of its target. */
  const unremoved: { readonly url: string; readonly remove: () => Promise<unknown> }[] = []

  const isSilentAt = (url: string) => outages.get(url)?.kind === 'silent'

  const isUnreadableAt = (url: string) => outages.get(url)?.kind === 'unreadable'

  /** Records the first outage of a URL, or of the control routes. */
  function keepOutage(key: string, kind: Outage['kind'], { id }: Scenario, problem: string): void {
    const url = kind === 'control' ? {} : { url: key }
    if (!outages.has(key)) outages.set(key, { kind, ...url, scenario: id, problem })
  }

  const keepControlOutage = (scenario: Scenario, problem: string) =>
    keepOutage('control', 'control', scenario, problem)

  /**
   * Returns true if the target responds to nothing for `silenceMs`. First ends the requests of the
   * scenario, because a server with a single thread may handle one of them. Scenarios that fail during
   * this wait share it.
   */
  async function silenceAt(side: LosableTarget, line?: Line): Promise<boolean> {
    if (silenceMs === 0) return false
    await line?.idle(graceMs)
    line?.hangUp()
    const wait = silences.get(side.url) ?? isSilent(side, silenceMs, signal)
    silences.set(side.url, wait)
    const silent = await wait
    silences.delete(side.url)
    return silent
  }

  function keepSilent({ url }: LosableTarget, { id: scenario }: Scenario): void {
    const problem = silentProblem(url, silenceMs)
    if (!isSilentAt(url)) outages.set(url, { kind: 'silent', url, scenario, problem })
    gone.set(url, performance.now())
  }

  return {
    /** Waits before a scenario for a target that has not responded to anything for some time. */
    async awaitResponse(side: LosableTarget, scenario: Scenario): Promise<void> {
      if (side.target.quietMs < suspectMs || outages.has(side.url)) return
      if (await silenceAt(side)) keepSilent(side, scenario)
    },

    /** Returns the reason why a scenario must not run any more, or undefined. */
    reasonAgainst({ interface: of }: Scenario, url: string): string | undefined {
      // A request would only wait for its timeout.
      if (isSilentAt(url)) return silentInWords(url)
      if (outages.get(url)?.kind === 'limited') return limitedInWords(url)
      if (isUnreadableAt(url)) return unreadableInWords(url)
      // With a changed limit or token, the target would seem to violate other rules.
      return unrestored.has(of) ? unrestoredInWords : undefined
    },

    /** Returns in words the limit of requests that the target has reached by a scenario, or undefined. */
    async limitAt({ side, scenario, line }: Attempted): Promise<string | undefined> {
      if (scenario.needs.includes('dailyRequests')) return undefined
      const { url } = side
      const deadline = deadlineAfter(timeoutMs, signal)
      const answer = await limitAt(side, line.exchanges, deadline.signal)
      deadline.clear()
      if (answer === undefined) return undefined
      keepOutage(url, 'limited', scenario, limitedProblem(url, answer))
      return limitedInWords(url)
    },

    /**
     * Returns the reason in words if the target is down after a failed scenario, or was down meanwhile.
     * After the target went down, deliveries may be missing and a proxy may send errors, even if it
     * responds again.
     */
    async outageAt(
      { side, scenario, line, startedAt }: Attempted,
      findings: readonly Finding[],
    ): Promise<string | undefined> {
      const { url } = side
      const { exchanges } = line
      const isLost =
        (gone.get(url) ?? -Infinity) >= startedAt ||
        (gone.has(url) && (findings.some(isMissingDelivery) || exchanges.some(mayBeOfProxy)))
      const before = outages.has(url) ? ('away' as const) : ('refused' as const)
      const outage = isLost ? before : await outageIn(side, findings, exchanges, timeoutMs)
      const isDown =
        outage === 'unanswered'
          ? isSilentAt(url) || (await silenceAt(side, line))
          : outage !== undefined
      if (!isDown) {
        const control = findings.find(({ kind }) => kind === 'control')
        if (control !== undefined) keepControlOutage(scenario, control.message)
        return undefined
      }
      if (outage === 'unanswered') keepSilent(side, scenario)
      if (outage === 'away') keepOutage(url, 'away', scenario, awayProblem(url))
      // A scenario that is only lost with others shows no later outage.
      if (!isLost) gone.set(url, performance.now())
      if (isSilentAt(url)) return silentInWords(url)
      return outage === 'away' ? awayInWords(url) : refusedInWords(url)
    },

    /** Records that a target sends only responses that cannot be read, or too many deliveries. */
    keepUnreadable({ url, target }: LosableTarget, scenario: Scenario, sink?: Sink): void {
      const problem =
        (target.unreadable && unreadableProblem(url, target.unreadable)) ??
        (sink?.exceeded && floodProblem(url, sink.exceeded))
      if (problem !== undefined) keepOutage(url, 'unreadable', scenario, problem)
    },

    /** Forgets that a target was down: it serves again, and its scenarios run again. */
    forget(url: string): void {
      gone.delete(url)
      outages.delete(url)
      cutOff.length = 0
    },

    isSilent: isSilentAt,

    /** Returns true if every further request to the target at a URL would only need its time. */
    isUseless: (url: string): boolean => isSilentAt(url) || isUnreadableAt(url),

    keepControlOutage,

    /** Records that the changes of a scenario could not be undone. */
    keepUnrestored({ interface: of, needs }: Scenario): void {
      unrestored.set(of, needs)
    },

    /** Records the requests of a scenario that were under way when the target went down. */
    keepCutOff(exchanges: readonly Exchange[], { id: scenario }: Scenario, isLost: boolean): void {
      for (const exchange of exchanges) {
        const isUnanswered = isLost && exchange.failure !== undefined
        const at = exchange.cutOffAt ?? (isUnanswered ? Infinity : undefined)
        if (at === undefined) continue
        const { method, target, body } = recorded(exchange, redactor()).request
        const request = { scenario, method, target, ...(body !== undefined && { body }) }
        cutOff.push({ at, request })
      }
    },

    /** Tries once more to undo the changes that could not be undone after their scenario. */
    async restoreAgain(
      sides: ReadonlyMap<InterfaceName, { readonly opened: OpenInterface }>,
    ): Promise<void> {
      for (const [name, needs] of unrestored) {
        try {
          await sides.get(name)?.opened.restore?.(needs)
        } catch {
          const [key, outage] = [...outages].at(-1) ?? []
          if (key === undefined || outage === undefined) continue
          const problem = `${outage.problem}. The target may still have a daily limit or tokens of this run: restart it, or POST /__mock/reset`
          outages.set(key, { ...outage, problem })
        }
      }
      unrestored.clear()
    },

    /** Records a cleanup that failed, often because the target was down for a time. */
    keepUnremoved(url: string, remove: () => Promise<unknown>): void {
      unremoved.push({ url, remove })
    },

    /** Tries once more to remove what scenarios left. Never rejects. */
    async removeAgain(): Promise<void> {
      const left = unremoved
        .splice(0)
        .filter(({ url }) => gone.has(url) && !isSilentAt(url) && !isUnreadableAt(url))
      await Promise.allSettled(left.map(async ({ remove }) => remove()))
    },

    /** The URLs that refused connections or stopped responding during a scenario. */
    get gone() {
      return [...gone.keys()]
    },
    get outages() {
      return [...outages.values()]
    },
    /** The requests that were under way when the target went down. */
    get cutOff() {
      const last = Math.max(...cutOff.map(({ at }) => at))
      return cutOff.flatMap(({ at, request }) =>
        at === last || last - at < crashMs ? [request] : [],
      )
    },
  }
}
