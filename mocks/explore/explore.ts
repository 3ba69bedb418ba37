// Runs a test many times, each time with other decisions, and finds the fewest that make it fail.

import { writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { virtualClock } from '../clock.js'
import { didYouMean } from '../did-you-mean.js'
import { conditionsOf, type Pattern } from '../intercepts/match.js'
import type { Entry } from '../journal/entry.js'
import type { Mock } from '../start/access.js'
import type { Snapshot } from '../snapshot/snapshot.js'
import type { MockOptions } from '../start/options.js'
import { startBoth } from '../start/start.js'
import { choicesIn, createConductor, type Conductor } from './conductor.js'
import {
  KINDS,
  parsePlan,
  planText,
  type Decision,
  type Kind,
  type Situation,
  shrink,
} from './decision.js'
import { createDrawing } from './draw.js'
import { ExploreFailure, storyOf, type Event } from './failure.js'

export interface ExploreOptions {
  /** The maximum number of runs. The default is 100. It ends earlier if there is nothing new to draw. */
  readonly runs?: number | undefined
  /** The seed of the decisions, an integer. The default is 1. */
  readonly seed?: number | undefined
  /** The kinds of decisions. The default is all of them. */
  readonly kinds?: readonly Kind[] | undefined
  /** The maximum number of decisions of a run. The default is 3. */
  readonly decisions?: number | undefined
  /** The deliveries that may get decisions, by method and path, such as `POST /mail`. The default is all. */
  readonly destinations?: Pattern | readonly Pattern[] | undefined
  /** The requests that may get decisions, such as `INCR`, `GET+SET` or `publish`. The default is all. */
  readonly commands?: Pattern | readonly Pattern[] | undefined
  /** The decisions of a failure. Makes one run with them. Rejects if the run has none of their requests. */
  readonly replay?: string | undefined
  /**
   * The milliseconds of real time without a request after which the application counts as standing
   * still. The default is 4. An application that waits for a disk or for another process needs more.
   */
  readonly quiet?: number | undefined
  /** The options of the mock. Its clock is always virtual. */
  readonly mock?: Omit<MockOptions, 'clock' | 'redis' | 'queueStore'> | undefined
  /** The time of the clock at the beginning of each run. The default is the real time. */
  readonly start?: number | undefined
  /**
   * A file for the snapshot of the failing run. `svc-contract mock --seed FILE` shows it in the console.
   */
  readonly snapshot?: string | undefined
}

export interface Exploration {
  /** The number of runs that were made. */
  readonly runs: number
  /** The number of runs that ended because the test itself passed on a failed request. */
  readonly givenUp: number
  /** The deliveries and requests that the runs have met. */
  readonly places: readonly string[]
  /** The number of pairs of kinds that some run has taken. */
  readonly pairs: number
}

export interface ExploreRun {
  readonly mock: Mock
  /** The number of the run, from 0. */
  readonly run: number
}

type Body = (given: ExploreRun) => unknown

interface Outcome {
  /** The error of the test. Undefined if it passed, or only passed on a failure of its own request. */
  readonly error: { readonly cause: unknown } | undefined
  readonly givenUp: Decision | undefined
  readonly places: ReadonlyMap<string, Situation>
  readonly taken: readonly Decision[]
  readonly events: readonly Event[]
  readonly journal: readonly Entry[]
  readonly state: Snapshot | undefined
}

/**
 * Runs a test with every schedule that the service allows: each run has a fresh mock and other decisions.
 * Rejects with an `ExploreFailure` that tells the fewest decisions with which the test fails.
 *
 * @example
 * await explore({ runs: 200 }, async ({ mock }) => {
 *   await sendOrder(mock.queue)
 *   await mock.clock.advance('1d')
 *   expect(mails).toHaveLength(1)
 * })
 */
export async function explore(test: Body): Promise<Exploration>
export async function explore(options: ExploreOptions, test: Body): Promise<Exploration>
export async function explore(first: ExploreOptions | Body, second?: Body): Promise<Exploration> {
  const [options, test] = typeof first === 'function' ? [{}, first] : [first, second]
  assertOptions(options)
  if (typeof test !== 'function')
    throw new TypeError(`explore: expected a function that runs the test, got ${inspect(test)}`)
  const { runs = 100, seed = 1, decisions = 3, quiet = 4, replay, kinds } = options
  const matches = {
    delivery: testOf('destinations', options.destinations),
    handling: testOf('commands', options.commands),
  }
  const wanted = replay === undefined ? undefined : parsePlan(replay)
  const clock = virtualClock(options.start)
  const conductor = createConductor({
    clock,
    quiet,
    mayDecide: (situation, name) =>
      matches[situation === 'delivery' ? 'delivery' : 'handling'](name),
  })
  const mock = await startBoth({ ...options.mock, clock }, conductor.seams)
  try {
    return await exploreWith(mock as Mock, conductor, {
      runs,
      seed,
      decisions,
      test,
      wanted,
      kinds: new Set<string>(kinds ?? Object.keys(KINDS)),
      file: options.snapshot,
    })
  } finally {
    await mock.close()
  }
}

interface Asked {
  readonly runs: number
  readonly seed: number
  readonly decisions: number
  readonly kinds: ReadonlySet<string>
  readonly wanted: readonly Decision[] | undefined
  readonly test: Body
  readonly file: string | undefined
}

async function exploreWith(
  mock: Mock,
  conductor: Conductor,
  { runs, seed, decisions, kinds, wanted, test, file }: Asked,
): Promise<Exploration> {
  const drawing = createDrawing({ seed, decisions, runs })
  const places = new Set<string>()
  let givenUp = 0
  let run = 0

  const runWith = (plan: readonly Decision[]) => runOnce(mock, conductor, { plan, run, test })

  for (; run < runs; run++) {
    // The first run has no decisions: it shows where there may be some.
    const plan = wanted ?? (run === 0 ? [] : drawing.next())
    if (plan === undefined) break
    const outcome = await runWith(plan)
    for (const [place, situation] of outcome.places) {
      places.add(place)
      drawing.learn(place, choicesIn(situation, kinds), outcome.taken)
    }
    drawing.took(outcome.taken, plan)
    if (outcome.givenUp) {
      givenUp++
      drawing.ban(outcome.givenUp)
    }
    if (outcome.error) throw await failureOf(outcome, { runWith, run, seed, file })
    if (wanted === undefined) continue
    if (wanted.length > 0 && outcome.taken.length === 0)
      throw new RangeError(
        `replay: the run has none of the requests of "${planText(wanted)}", it has ${[...places].join(', ') || 'none'}`,
      )
    return { runs: 1, givenUp, places: [...places], pairs: drawing.pairs }
  }
  return { runs: run, givenUp, places: [...places], pairs: drawing.pairs }
}

/** Runs the test once with these decisions, and leaves a fresh mock. */
async function runOnce(
  mock: Mock,
  conductor: Conductor,
  { plan, run, test }: { plan: readonly Decision[]; run: number; test: Body },
): Promise<Outcome> {
  conductor.begin(plan)
  let error: Outcome['error']
  try {
    await test({ mock, run })
  } catch (cause) {
    error = { cause }
  }
  const givenUp = error && conductor.givenUp
  if (givenUp) error = undefined
  const found = conductor.found
  const journal = error ? mock.journal.entries() : []
  const state = error && mock.snapshot()
  await conductor.end()
  await mock.reset()
  return { error, givenUp, ...found, journal, state }
}

/** Returns the failure with the fewest decisions. */
async function failureOf(
  first: Outcome,
  {
    runWith,
    run,
    seed,
    file,
  }: {
    readonly runWith: (plan: readonly Decision[]) => Promise<Outcome>
    readonly run: number
    readonly seed: number
    readonly file: string | undefined
  },
): Promise<ExploreFailure> {
  let last = first
  const fails = async (plan: readonly Decision[]) => {
    const outcome = await runWith(plan)
    if (outcome.error) last = outcome
    return outcome.error !== undefined
  }
  const isRepeatable = await fails(first.taken)
  const smallest = isRepeatable ? await shrink(first.taken, fails) : first.taken
  if (file !== undefined) writeFileSync(file, JSON.stringify(last.state))
  // The last run of the smallest decisions, because they are the last that failed.
  return new ExploreFailure(last.error!.cause, {
    story: storyOf(last.events),
    replay: planText(smallest),
    run,
    seed,
    file,
    isRepeatable,
    journal: last.journal,
  })
}

type Test = (value: unknown) => boolean

const isWhole =
  (least: number): Test =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= least
const isText: Test = (value) => typeof value === 'string'
const isPattern = (value: unknown) => typeof value === 'string' || value instanceof RegExp
const arePatterns: Test = (value) => [value].flat().every(isPattern)
const isObject: Test = (value) => typeof value === 'object' && value !== null
const PATTERNS = 'a string with *, a RegExp, or an array of them'

const OPTIONS: Readonly<Record<keyof ExploreOptions, readonly [string, Test]>> = {
  runs: ['a whole number of at least 1', isWhole(1)],
  seed: ['an integer', (value) => Number.isSafeInteger(value)],
  decisions: ['a whole number of at least 1', isWhole(1)],
  quiet: ['whole milliseconds of at least 1', isWhole(1)],
  start: ['Unix milliseconds', isWhole(0)],
  replay: ['a string', isText],
  snapshot: ['a file name', isText],
  mock: ['an object of options of startMock', isObject],
  kinds: [
    `an array of ${Object.keys(KINDS).join(', ')}`,
    (value) => Array.isArray(value) && value.every((each) => Object.hasOwn(KINDS, String(each))),
  ],
  destinations: [PATTERNS, arePatterns],
  commands: [PATTERNS, arePatterns],
}

function assertOptions(options: unknown): asserts options is ExploreOptions {
  if (!isObject(options))
    throw new TypeError(`explore: expected an object of options, got ${inspect(options)}`)
  for (const [name, value] of Object.entries(options as object)) {
    if (!Object.hasOwn(OPTIONS, name))
      throw new TypeError(
        `explore has no option "${name}"${didYouMean(name, Object.keys(OPTIONS))}: ` +
          `expected some of ${Object.keys(OPTIONS).join(', ')}`,
      )
    const [what, is] = OPTIONS[name as keyof ExploreOptions]
    if (value !== undefined && !is(value))
      throw new TypeError(`explore: ${name}: expected ${what}, got ${inspect(value)}`)
  }
}

/** Returns a test of names. Without patterns every name matches. */
function testOf(
  option: string,
  patterns: Pattern | readonly Pattern[] | undefined,
): (name: string) => boolean {
  if (patterns === undefined) return () => true
  const tests = [patterns]
    .flat()
    .map((pattern) => conditionsOf({ [option]: pattern }, [option], 'explore'))
  return (name) => tests.some((test) => test(() => [name]))
}
