// Registers the scenarios as tests of a user's vitest suite.

import { afterAll, beforeAll, describe, it } from 'vitest'
import { expect, noExpectations } from './report/expectations.js'
import { preflight, scenarios as all, type RunOptions } from './index.js'
import type { ScenarioResult } from './report/report.js'
import { interfaces } from './interfaces.js'
import { select, type ScenarioSelection } from './core/select.js'
import { defaultProvider } from './provider/default.js'
import { movingClock } from './provider/standing-clock.js'
import { silenceOf } from './core/run/losses.js'
import { openStage, type Stage } from './core/run/stage.js'
import { UsageError } from './core/usage-error.js'

/** The options of `run`, and options that select scenarios. */
export type ConformanceOptions = Omit<
  RunOptions,
  'scenarios' | 'concurrency' | 'bail' | 'onResult' | 'tool' | 'selection' | 'embedded'
> &
  Omit<ScenarioSelection, 'interfaces'>

/** The option names. They are checked at run time for callers in JavaScript. */
const names: Readonly<Record<keyof ConformanceOptions, true>> = {
  kv: true,
  queue: true,
  only: true,
  skip: true,
  level: true,
  quick: true,
  ids: true,
  shard: true,
  expectations: true,
  dialect: true,
  provider: true,
  sink: true,
  timeoutMs: true,
  maxWaitMs: true,
  patienceMs: true,
  silenceMs: true,
  pace: true,
  draw: true,
  apart: true,
  keepExchanges: true,
  again: true,
  surveys: true,
  revive: true,
  signal: true,
}

/**
 * Registers each selected scenario as a vitest test. Violated and blocked scenarios fail. Scenarios
 * that are not applicable and expected failures are skipped with their reason. A target that cannot
 * be tested at all, for example because it rejects the token, fails the suite once and no test
 * runs. The default provider is the mock provider for a mock, and the protocol provider for any
 * other target.
 *
 * @example
 * conformance({ kv: { url: 'http://127.0.0.1:8079', token: 'secret' }, only: ['kv.pipeline.*'] })
 */
export function conformance(options: ConformanceOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  if (unknown !== undefined)
    throw new UsageError(
      `conformance() has no option "${unknown}": expected some of ${Object.keys(names).join(', ')}`,
    )
  const problem = problemIn({ ...options })
  if (problem !== undefined) throw new UsageError(`conformance() ${problem}`)
  const { expectations = noExpectations, timeoutMs = 10_000 } = options
  const given = Object.values(interfaces)
    .map(({ name }) => name)
    .filter((name) => options[name] !== undefined)
  // Before its timeout and in its cleanup, a scenario may wait for its target, in each case up to
  // the timeout. If the target does not respond, it waits for any response.
  const testTimeoutMs = 3 * timeoutMs + 1000 + silenceOf(options)

  describe('conformance', () => {
    const selected = select(all, { ...options, interfaces: given })
    if (selected.length === 0)
      throw new UsageError(
        'conformance() has no scenario to judge: pass kv or queue, and check that only and skip select a scenario',
      )
    let judged = 0
    let applied = 0
    let stage: Stage | undefined
    beforeAll(async () => {
      for (const each of given) {
        mustBeJudgeable(await preflight(each, options[each]!, timeoutMs, options.signal))
      }
      const { pace, signal } = options
      const provider =
        options.provider ?? (await defaultProvider(options, { timeoutMs, pace, signal }))
      stage = await openStage(interfaces, { ...options, provider })
      await stage.survey()
      mustBeJudgeable(await movingClock(provider))
    }, testTimeoutMs)
    afterAll(async () => {
      // If there is no stage, `beforeAll` has already reported the error.
      await stage?.close()
      // A suite that contains only skipped tests would pass.
      if (judged > 0 && applied === 0)
        throw new Error('no scenario of this selection could run: nothing was judged')
    })

    for (const scenario of selected)
      it(
        `${scenario.rule}: ${scenario.title}`,
        async ({ skip }) => {
          const result = expect(await stage!.perform(scenario), expectations)
          judged += 1
          if (result.verdict !== 'not-applicable') applied += 1
          const { verdict, expected, reason } = result
          if (verdict === 'not-applicable' || expected === true) skip(reason)
          if (verdict !== 'passed' && verdict !== 'observed')
            throw new Error(messagesOf(result).join('\n'))
        },
        testTimeoutMs,
      )
  })
}

/**
 * Returns the problem with the value of an option. TypeScript finds most of these, but callers in
 * JavaScript would get a message about a pattern or a selection.
 */
function problemIn(options: Readonly<Record<string, unknown>>): string | undefined {
  const { level, shard } = options
  for (const name of ['only', 'skip'])
    if (options[name] !== undefined && !Array.isArray(options[name]))
      return `takes a list for "${name}", such as ['kv.pipeline.*'], not ${JSON.stringify(options[name])}`
  if (level !== undefined && level !== 'must' && level !== 'open')
    return `takes 'must' or 'open' for "level", not ${JSON.stringify(level)}`
  const { index, of } = (shard ?? { index: 1, of: 1 }) as Readonly<Record<string, unknown>>
  const isShard = Number.isInteger(index) && Number.isInteger(of) && 1 <= Number(index)
  if (!isShard || Number(index) > Number(of))
    return `takes { index: 1, of: 2 } for "shard", with index from 1 to of, not ${JSON.stringify(shard)}`
  for (const { name } of Object.values(interfaces)) {
    const endpoint = options[name] as Readonly<Record<string, unknown>> | undefined
    const missing = endpoint && ['url', 'token'].find((part) => typeof endpoint[part] !== 'string')
    if (missing !== undefined)
      return `needs a text as "${name}.${missing}", not ${String(endpoint?.[missing])}: is an environment variable missing?`
  }
  return undefined
}

const messagesOf = ({ verdict, reason, findings, repro }: ScenarioResult): readonly string[] => {
  const messages = findings.map(({ message }) => message)
  const isNew = reason !== undefined && !messages.includes(reason)
  return [verdict, ...messages, ...(isNew ? [reason] : []), ...(repro === undefined ? [] : [repro])]
}

function mustBeJudgeable(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(`could not judge: ${problem}`)
}
