// What the two callbacks have in common: how a message comes to be called back, and what their
// rules say in the same words.

import { given, must } from '../judgement.js'
import { accepted, header, noHeader } from '../matchers.js'
import type { Answering, Delivery } from '../sink.js'
import { days, minutes, seconds, type Time } from '../time.js'
import { retriesAtAll } from './delivered.js'
import { arrivedAfter, attempts, latest, underWay } from './matchers.js'
import type { QueueClient, QueueInbox, QueueWorld, RequestOptions } from './world.js'

/** The two settings that name a URL to be called. */
export type Calling = 'Callback' | 'Failure-Callback'

type Settings = Readonly<Record<string, string>>

interface CalledBackOptions extends RequestOptions {
  /** Settings that stand in the query. */
  readonly inQuery?: Settings
  /** What the callback is answered. */
  readonly answer?: Answering
}

/** As much time as shows that nothing more comes; where it costs nothing, more. */
export const quiet = ({ virtual }: Time): number => (virtual ? days(30) : seconds(2))

/** What the first retry of a callback takes at most: its backoff is the default one of any dialect. */
export const CALLED_AGAIN = seconds(20)

/** Answers 500 to the first delivery, and 200 to the others. */
const failsOnce: Answering = (_, n) => ({ status: n === 1 ? 500 : 200 })

export const failing: Answering = () => ({ status: 500 })

/** What a destination answers to have this callback called after one attempt. */
const ends = { Callback: () => ({ status: 200 }), 'Failure-Callback': failing }

/** Where a message went, and where its callback comes. */
interface CalledBack {
  readonly destination: QueueInbox
  readonly called: QueueInbox
}

/**
 * Publishes a message that ends as this callback is to tell, with its first attempt unless the
 * settings say otherwise. One that is refused breaks the rule, unless `judge` says otherwise.
 */
export async function calledBack(
  { queue, inbox }: QueueWorld,
  calling: Calling,
  { answer, settings, inQuery, ...options }: CalledBackOptions = {},
  judge: typeof must | typeof given = must,
): Promise<CalledBack> {
  const [destination, called] = [inbox(ends[calling]), inbox(answer)]
  const own = { [calling]: called.url, Retries: '0', 'Retry-Delay': '0' }
  const all = { ...own, ...settings }
  const url = inQuery ? `${destination.url}?${queryOf(queue, inQuery)}` : destination.url
  judge(await queue.publish(url, { ...options, settings: all }), accepted())
  return { destination, called }
}

/** Settings as query parameters. */
const queryOf = ({ queryPrefix }: QueueClient, settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${queryPrefix}${name.toLowerCase()}=${encodeURIComponent(value)}`)
    .join('&')

/** Sees that a message is called back: what of it comes late, or wrong, can be told only then. */
export async function callsBackAtAll(world: QueueWorld, calling: Calling): Promise<void> {
  const { called } = await calledBack(world, calling, {}, given)
  given(await called.delivery())
}

/**
 * Sees that a callback which fails is made again, where the original has a retry, and then no more.
 * Its first delivery has no answer.
 */
async function callsAgainAtAll(world: QueueWorld, calling: Calling): Promise<void> {
  const answer: Answering = (_, n) => (n === 1 ? 'reset' : { status: 200 })
  const { called } = await calledBack(world, calling, { settings: { Retries: '1' }, answer }, given)
  given(await called.delivery(1, CALLED_AGAIN))
  given(await called.delivery(2, CALLED_AGAIN))
  given(await called.all(quiet(world.time)), attempts(2))
}

/** That a callback which fails is made again. */
export async function judgeSecondCall(world: QueueWorld, calling: Calling): Promise<void> {
  await retriesAtAll(world)
  const settings = { Retries: '1' }
  const { called } = await calledBack(world, calling, { settings, answer: failsOnce })
  given(await called.delivery(1, CALLED_AGAIN))

  must(await called.delivery(2, CALLED_AGAIN))
}

/**
 * That a callback which always fails is made as often as a message with so many retries, which is
 * what its original is, and no more.
 */
export async function judgeCalls(
  world: QueueWorld,
  calling: Calling,
  retries: number,
): Promise<void> {
  await callsAgainAtAll(world, calling)
  const { time } = world
  const settings = await retriedSoOften(world, retries)
  const { called } = await calledBack(world, calling, { settings, answer: failing })
  given(await called.delivery())
  if (retries > 0) await called.delivery(1 + retries, days(1))

  must(await called.all(time.virtual ? days(30) : CALLED_AGAIN), attempts(1 + retries))
}

/** Sees that a message with so many retries has them and no more, and answers its settings. */
async function retriedSoOften({ queue, inbox, time }: QueueWorld, retries: number) {
  const settings = { Retries: `${retries}`, 'Retry-Delay': '0' }
  const message = inbox(failing)
  given(await queue.publish(message.url, { settings }), accepted())
  given(await message.all(quiet(time)), attempts(1 + retries))
  return settings
}

/** How often a callback comes that always fails: three times at most, within minutes. */
export async function callsOf(
  world: QueueWorld,
  calling: Calling,
  settings: Settings,
  inQuery: Settings = {},
): Promise<number> {
  const options = { settings, inQuery, answer: failing }
  const { called } = await calledBack(world, calling, options, given)
  await called.delivery(3, minutes(5))
  return called.deliveries.length
}

/** That a callback with a delay comes so much after the attempt, and not before. */
export async function judgeDelay(
  world: QueueWorld,
  calling: Calling,
  delay: string,
  milliseconds: number,
): Promise<void> {
  await callsBackAtAll(world, calling)
  const settings = { [`${calling}-Delay`]: delay }
  const { destination, called } = await calledBack(world, calling, { settings })
  const attempt = given(await destination.delivery())

  must(
    await called.delivery(1, latest(milliseconds)),
    arrivedAfter(world.time, attempt, milliseconds, {
      told: 'the attempt that it tells of',
    }),
  )
}

/** That a message is not kept waiting by the delay of its callback. */
export async function judgeUndelayed(world: QueueWorld, calling: Calling): Promise<void> {
  await callsBackAtAll(world, calling)
  const settings = { [`${calling}-Delay`]: '1h' }
  const { destination } = await calledBack(world, calling, { settings })

  must(await destination.delivery())
}

/** How a destination may leave an attempt without an answer. */
export const unanswered = ['does not answer in time', 'cannot be reached'] as const

/** What two attempts take that are not answered in two seconds, and some quiet after them. */
export const UNANSWERED = 2 * latest(seconds(2)) + seconds(2)

/** That a callback tells of attempts that have no answer, whatever the reason. */
export async function judgeUnanswered(
  world: QueueWorld,
  calling: Calling,
  why: (typeof unanswered)[number],
): Promise<void> {
  await callsBackAtAll(world, calling)
  const { queue, inbox, time } = world
  const [destination, called] = [inbox(() => 'hang'), inbox()]
  const settings = { [calling]: called.url, Retries: '1', 'Retry-Delay': '0', Timeout: '2s' }
  if (why === 'cannot be reached') {
    must(await queue.publish(nobodyAt(destination.url), { settings }), accepted())
    must(await called.delivery(1, time.virtual ? days(2) : 2 * latest(seconds(2))))
    return
  }
  must(await queue.publish(destination.url, { settings }), accepted())
  given(await destination.delivery())
  given(await destination.delivery(2, latest(seconds(2))))
  await called.delivery(calling === 'Callback' ? 2 : 1, latest(seconds(2)))
  given(await destination.all(quiet(time)), attempts(2))

  must(await called.all(0), attempts(calling === 'Callback' ? 2 : 1))
}

/** A URL of the same machine, at a port that is for discarding what comes: nobody listens there. */
const nobodyAt = (url: string) => Object.assign(new URL(url), { port: '9' }).href

/** When a callback that fails is made again, at the latest: by the default backoff, jitter aside. */
const ITS_RETRY = seconds(7.5)

/** A callback that fails, and its second call. */
export const FAILED_ONCE = ITS_RETRY

/** In how many milliseconds that is there; where they cost nothing, more. */
export const itsRetry = ({ virtual }: Time): number => (virtual ? CALLED_AGAIN : ITS_RETRY)

/** Settings of what has one retry, and a callback that takes it at once, by whichever delay is meant. */
export const retriedOnce = (calling: Calling): Settings => ({
  Retries: '1',
  'Retry-Delay': '0',
  [`${calling}-Retry-Delay`]: '0',
})

/** A callback with a timeout of two seconds, and its second call. */
export const TIMED_OUT = seconds(2) + ITS_RETRY

/**
 * That a callback which is not answered within two seconds is made again, as one is that meets a broken
 * connection. Which setting says when is open: all that may be meant say at once.
 */
export async function judgeTimeout(
  world: QueueWorld,
  calling: Calling,
  place: 'settings' | 'inQuery' = 'settings',
  judge: typeof must | typeof given = must,
): Promise<void> {
  const again = { Retries: '1', [`${calling}-Retries`]: '1', [`${calling}-Retry-Delay`]: '0' }
  const once =
    (answer: 'reset' | 'hang'): Answering =>
    (_, n) =>
      n === 1 ? answer : { status: 200 }
  const [sibling, judged] = [
    await calledBack(world, calling, { settings: again, answer: once('reset') }, given),
    await calledBack(
      world,
      calling,
      {
        settings: again,
        [place]: { ...again, [`${calling}-Timeout`]: '2s' },
        answer: once('hang'),
      },
      judge,
    ),
  ]
  given(await sibling.called.delivery())
  const first = given(await judged.called.delivery())
  given(await sibling.called.delivery(2, itsRetry(world.time)))
  given(await sibling.called.all(0), attempts(2))

  const atLeast = seconds(2) - (world.time.virtual ? 0 : underWay(seconds(2)))
  judge(await judged.called.delivery(2, seconds(2)), ({ at }) => {
    const [expected, actual] = [seconds(2), at - first.at]
    const message = `expected it no earlier than ${expected} ms after the call before it, came after ${actual} ms`
    return actual < atLeast ? { message, expected, actual } : undefined
  })
}

/** That headers named for a callback reach it without the prefix, whatever their names and case. */
export async function judgeForwarding(world: QueueWorld, calling: Calling): Promise<void> {
  await callsBackAtAll(world, calling)
  const { headerPrefix } = world.queue
  const prefix = `${calling}-Forward-`
  const { called } = await calledBack(world, calling, {
    settings: {
      [`${prefix}X-Contract`]: 'one',
      [`${prefix}Authorization`]: 'Bearer two',
      [`${prefix}Accept-Language`]: 'three',
    },
    headers: [
      [`${headerPrefix}${prefix}x-lower`.toLowerCase(), 'four'],
      [`${headerPrefix}${prefix}x-upper`.toUpperCase(), 'five'],
    ],
  })

  must(
    given(await called.delivery()),
    header('X-Contract', 'one'),
    header('Authorization', 'Bearer two'),
    header('Accept-Language', 'three'),
    header('X-Lower', 'four'),
    header('X-Upper', 'five'),
    noHeader(`${headerPrefix}${prefix}X-Contract`),
    noHeader(`${headerPrefix}Forward-X-Contract`),
    noHeader('Forward-X-Contract'),
  )
}

/** That headers named for a callback reach no other: not the destination, under whatever name. */
export async function judgeKeptFromDestination(world: QueueWorld, calling: Calling): Promise<void> {
  const name = `${calling}-Forward-X-Contract`
  const { destination, called } = await calledBack(world, calling, { settings: { [name]: 'kept' } })
  given(await called.delivery(), header('X-Contract', 'kept'))

  must(
    given(await destination.delivery()),
    noHeader('X-Contract'),
    noHeader('Callback-Forward-X-Contract'),
    noHeader('Failure-Callback-Forward-X-Contract'),
  )
}

/** That a callback which is made again has the same headers again. */
export async function judgeForwardingAgain(world: QueueWorld, calling: Calling): Promise<void> {
  await callsAgainAtAll(world, calling)
  const { called } = await calledBack(world, calling, {
    settings: { Retries: '1', [`${calling}-Forward-X-Contract`]: 'kept' },
    answer: failsOnce,
  })
  given(await called.delivery(1, CALLED_AGAIN), header('X-Contract', 'kept'))

  must(given(await called.delivery(2, CALLED_AGAIN)), header('X-Contract', 'kept'))
}

/** A message of three attempts that fail, and the places of both its callbacks. */
export async function calledBoth({ queue, inbox, time }: QueueWorld) {
  const [destination, callback, failure] = [inbox(failing), inbox(), inbox()]
  const calls = { Callback: callback.url, 'Failure-Callback': failure.url }
  const settings = { ...calls, Retries: '2', 'Retry-Delay': '0' }
  must(await queue.publish(destination.url, { settings }), accepted())
  given(await destination.delivery(3))
  await callback.delivery(3)
  await failure.delivery()
  given(await destination.all(quiet(time)), attempts(3))
  return { callback, failure }
}

/**
 * That of a header which is named for the destination and for both callbacks, each gets its own;
 * `whose` is the one that is judged.
 */
export async function judgeApart(
  { queue, inbox }: QueueWorld,
  whose: 'callback' | 'failure',
): Promise<void> {
  const [destination, callback, failure] = [inbox(failing), inbox(), inbox()]
  const settings = {
    Retries: '0',
    'Forward-X-Contract': 'message',
    Callback: callback.url,
    'Callback-Forward-X-Contract': 'callback',
    'Failure-Callback': failure.url,
    'Failure-Callback-Forward-X-Contract': 'failure',
  }
  given(await queue.publish(destination.url, { settings }), accepted())

  const judge = { callback, failure }[whose]
  given(await destination.delivery(), header('X-Contract', 'message'))
  must(given(await judge.delivery()), header('X-Contract', whose))
}

/** That a callback and its settings may stand in the query. */
export async function judgeInQuery(world: QueueWorld, calling: Calling): Promise<void> {
  const { queue, inbox, time } = world
  const settings = { [`${calling}-Delay`]: '2s', [`${calling}-Forward-X-Contract`]: 'kept' }
  const { destination: sibling, called } = await calledBack(world, calling, { settings }, given)
  const before = given(await sibling.delivery())
  const wanted = (attempt: Delivery) => [
    header('X-Contract', 'kept'),
    arrivedAfter(time, attempt, seconds(2), { told: 'the attempt that it tells of' }),
  ]
  given(await called.delivery(1, latest(seconds(2))), ...wanted(before))

  const [destination, other] = [inbox(ends[calling]), inbox()]
  const asked = { [calling]: other.url, Retries: '0', 'Retry-Delay': '0', ...settings }
  must(await queue.publish(`${destination.url}?${queryOf(queue, asked)}`), accepted())
  const attempt = given(await destination.delivery())
  must(await other.delivery(1, latest(seconds(2))), ...wanted(attempt))
}

/** That the timeout of a callback may stand in the query, where it may in a header. */
export async function judgeTimeoutInQuery(world: QueueWorld, calling: Calling): Promise<void> {
  await judgeTimeout(world, calling, 'settings', given)
  await judgeTimeout(world, calling, 'inQuery')
}

/**
 * That a callback which always fails is made no more often than one of its two retry settings says:
 * which of them counts is open, but there is no third.
 */
export async function judgeEitherRetries(world: QueueWorld, calling: Calling): Promise<void> {
  await callsAgainAtAll(world, calling)
  for (const [retries, its] of [
    [0, '2'],
    [2, '0'],
  ] as const) {
    const settings = {
      ...(await retriedSoOften(world, retries)),
      ...{ [`${calling}-Retries`]: its, [`${calling}-Retry-Delay`]: '0' },
    }
    const { called } = await calledBack(world, calling, { settings, answer: failing })
    given(await called.delivery())

    must(await called.all(quiet(world.time)), attempts(1, 2, 3))
  }
}

/** Notes the methods of callbacks that are told one, in a header and in the query. */
export async function noteMethods(world: QueueWorld, calling: Calling): Promise<void> {
  const told = { [`${calling}-Method`]: 'PUT' }
  for (const [where, options] of [
    ['header', { settings: told }],
    ['query', { inQuery: told }],
  ] as const) {
    const { called } = await calledBack(world, calling, options, given)
    world.note(`method with PUT in the ${where}`, given(await called.delivery()).method)
  }
}
