// Repeats the tapes of a run against a mock with a fault, without the tests, and compares what leaves the mock.

import { setTime, virtualClock } from '../../../mocks/clock.js'
import { faultsOf } from '../../../mocks/faults/by-id.js'
import { faults } from '../../../mocks/faults/index.js'
import type { Delivery } from '../../../mocks/queue/deliver/sender.js'
import type { AttemptOutcome } from '../../../mocks/queue/message.js'
import { startBoth } from '../../../mocks/start/start.js'
import type { TapeEvent } from '../../../mocks/start/tape.js'

export type Tape = readonly TapeEvent[]
type Event<Is extends TapeEvent['is']> = Extract<TapeEvent, { readonly is: Is }>

/** The turns of the event loop after which nothing more happens: no replay waits for real time. */
const TURNS = 300

const isThere = async (condition: () => boolean): Promise<boolean> => {
  for (let turn = 0; turn < TURNS; turn++) {
    if (condition()) return true
    await new Promise(setImmediate)
  }
  return condition()
}

/** An id of the mock, with its kind. */
const ID = /([a-z]{2,6}_[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/
/** A signature, which is checked by the other rules of its faults. */
const SIGNATURE = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g

/** A replay that went otherwise than its tape. */
export class Deviation extends Error {}

export interface Replaying {
  readonly names: Names
  readonly fault?: string | undefined
  /** The output of a correct mock. */
  readonly expected?: readonly string[]
}

const shownAttempt = ({ at, url, method, headers, body }: Delivery & { readonly at: number }) =>
  JSON.stringify({ at, url, method, headers, body: Buffer.from(body).toString('latin1') })

const shownResponse = (status: number, body: Uint8Array | string): string =>
  `${status} ${(typeof body === 'string' ? Buffer.from(body, 'base64') : Buffer.from(body)).toString('latin1')}`

/** Base64 of at least 12 bytes. */
const BASE64 = /[A-Za-z\d+/]{16,}={0,2}/g

/** Changes each text in base64 that has an id. */
const inBase64 = (text: string, change: (inner: string) => string): string =>
  text.replace(BASE64, (whole) => {
    const inner = Buffer.from(whole, 'base64').toString('latin1')
    return ID.test(inner) ? change(inner) : whole
  })

/** The ids of a tape, and those of its replay. */
export function createNames() {
  const names = new Map<string, string>()
  const expanded = (text: string): string => inBase64(text.replace(SIGNATURE, 'JWT'), expanded)
  const renamed = (text: string): string =>
    inBase64(text, (inner) => Buffer.from(renamed(inner), 'latin1').toString('base64'))
      .split(ID)
      .map((part, index) => (index % 2 === 1 ? (names.get(part) ?? part) : part))
      .join('')
  return {
    renamed,
    /** Learns the ids of a text. Throws a `Deviation` if anything else differs. */
    learn(taped: string, replayed: string): void {
      const [before, after] = [taped, replayed].map((text) => expanded(text).split(ID))
      if (before!.length !== after!.length) throw new Deviation(`${taped}\nis ${replayed}`)
      before!.forEach((part, index) => {
        const other = after![index]!
        if (index % 2 === 1 && part.length === other.length) names.set(part, other)
        else if (part !== other) throw new Deviation(`${part}\nis ${other}`)
      })
    },
  }
}
type Names = ReturnType<typeof createNames>

/**
 * Returns what left a mock, in order. Without `expected` it learns the ids, and checks everything against the
 * tape. Throws a `Deviation` at the first difference.
 */
export async function replay(
  tape: Tape,
  { names, fault, expected }: Replaying,
): Promise<readonly string[]> {
  const first = tape[0]
  if (first?.is !== 'start') throw new Deviation('no start')
  const clock = virtualClock(first.at)
  const objections = new Map<string, string | undefined>()
  for (const event of tape)
    if (event.is === 'objection') objections.set(event.url, event.because ?? undefined)
  const { renamed } = names
  const out: string[] = []
  const leaves = (shown: string) => {
    if (expected !== undefined && expected[out.length] !== shown)
      throw new Deviation(`${expected[out.length]}\nis ${shown}`)
    out.push(shown)
  }
  const arrived: {
    readonly shown: string
    readonly key: string
    readonly end: (outcome: AttemptOutcome) => void
  }[] = []
  const claimed = new Map<number, (outcome: AttemptOutcome) => void>()
  const ended = new Map<number, readonly string[]>()
  const mock = await startBoth(
    {
      ...first.options,
      listen: false,
      clock,
      faults: fault === undefined ? [] : faultsOf([fault], faults),
    },
    {
      sender: (original) => ({
        ...original,
        objection: (url) => (objections.has(url) ? objections.get(url) : original.objection(url)),
        send: ({ url, method, headers, body }) =>
          new Promise((end) => {
            const shown = shownAttempt({ at: clock.now(), url, method, headers, body })
            arrived.push({ shown, key: `${method} ${url}`, end })
          }),
      }),
      request: (_, next) => next(),
    },
  )

  /** Notes work that ends by itself, and then what it shows. */
  function begin(n: number, work: Promise<readonly string[]>): void {
    work.then(
      (shown) => ended.set(n, shown),
      (error: unknown) => ended.set(n, [String(error)]),
    )
  }
  async function end(n: number): Promise<readonly [string, string]> {
    if (!(await isThere(() => ended.has(n)))) throw new Deviation(`${n} does not end`)
    const [shown = '', plain = shown] = ended.get(n)!
    return [shown, plain]
  }

  async function step(event: TapeEvent): Promise<void> {
    switch (event.is) {
      case 'request':
        return begin(event.n, send(event))
      case 'response': {
        const [shown, plain] = await end(event.n)
        leaves(shown)
        if (expected === undefined) names.learn(shownResponse(event.status, event.body), plain)
        return
      }
      case 'attempt': {
        const key = `${event.method} ${renamed(event.url)}`
        if (!(await isThere(() => arrived.some((each) => each.key === key))))
          throw new Deviation(`no attempt ${key}`)
        const [found] = arrived.splice(
          arrived.findIndex((each) => each.key === key),
          1,
        )
        leaves(found!.shown)
        claimed.set(event.n, found!.end)
        if (expected === undefined)
          names.learn(
            shownAttempt({ ...event, body: Buffer.from(event.body, 'base64') }),
            found!.shown,
          )
        return
      }
      case 'outcome': {
        const { outcome } = event
        claimed.get(event.n)?.(
          outcome.kind === 'answered'
            ? { ...outcome, body: Buffer.from(String(outcome.body), 'base64') }
            : outcome,
        )
        return
      }
      case 'travel':
        return begin(
          event.n,
          (clock[event.by] as (...given: unknown[]) => Promise<unknown>)(...event.given).then(
            (left) => [String(left)],
          ),
        )
      case 'arrival':
        return leaves(`${(await end(event.n))[0]} ${clock.now()}`)
      case 'reset':
        return begin(
          event.n,
          mock.reset().then(() => []),
        )
      case 'fresh':
        await end(event.n)
        return void setTime(clock, event.at)
      case 'unknown':
        throw new Deviation(event.what)
      case 'start':
      case 'objection':
      case 'close':
        return
    }
  }

  async function send({
    on,
    method,
    target,
    headers,
    body,
  }: Event<'request'>): Promise<readonly string[]> {
    const base = first!.is === 'start' ? first.options[`${on}Url`]! : ''
    const sent = Object.entries(headers).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    const bytes = Buffer.from(renamed(Buffer.from(body, 'base64').toString('latin1')), 'latin1')
    const answer = await mock[on].fetch(base + renamed(target), {
      method,
      headers: sent.map(([name, value]): [string, string] => [name, renamed(value)]),
      ...(bytes.length > 0 && { body: bytes }),
    })
    const plain = shownResponse(answer.status, Buffer.from(await answer.arrayBuffer()))
    return [`${plain} ${clock.now()} ${JSON.stringify([...answer.headers])}`, plain]
  }

  try {
    for (const event of tape) {
      if (event.is === 'close') break
      await step(event)
    }
    // Attempts that the tape does not have.
    for (const { shown } of arrived) leaves(shown)
    if (expected !== undefined && expected.length > out.length)
      throw new Deviation('less leaves the mock')
    return out
  } finally {
    for (const { end } of arrived) end(ENDED)
    for (const end of claimed.values()) end(ENDED)
    // A fault may keep it from closing.
    void mock.close().catch(() => {})
  }
}

const ENDED: AttemptOutcome = { kind: 'unanswered', reason: 'ended' }
