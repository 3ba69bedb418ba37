// What a scenario of the queue interface sees: a client that says each request of the contract in
// one call, and inboxes that only it is told of.

import type { Dialect } from '#generated/dialects.js'
import { NotApplicable, type Matcher } from '../judgement.js'
import { present, type Exchange, type HeaderLines, type Message } from '../exchange.js'
import { scenariosOf, type Entered, type Wire, type World } from '../scenario.js'
import type { Abilities, PastRun, PastRuns, ProvidedGroup } from '../provider.js'
import type { Answering, Delivery, Inbox, Sink } from '../sink.js'
import { polled, type Time } from '../time.js'
import {
  openApplication,
  type Application,
  type ApplicationOptions,
  type Opened,
  type Steps,
} from './application.js'
import { missing } from './missing.js'
import { removeRuns } from './removal.js'
import { selectionPlaces, type Placed, type Placing, type Selection } from './selection.js'

/** Settings as default headers of a group: each a value, or several. */
export type DefaultSettings = Readonly<Record<string, string | readonly string[]>>

/** How a request differs from the plain one. */
export interface RequestOptions {
  /** Settings by their name without the dialect's prefix: `{ Delay: '5s' }` is `Svc-Delay: 5s`. */
  readonly settings?: Readonly<Record<string, string>>
  /** Sent as they are, after the ones the client makes. */
  readonly headers?: HeaderLines
  /** The token in the `Authorization` header; `null` sends no such header. */
  readonly token?: string | null
  readonly body?: string | Uint8Array
}

/** How a failed run is run again: from the beginning, or from where it failed. */
export type Rerun = 'restart' | 'resume'

export interface QueueClient {
  /** The token that requests carry unless told otherwise. */
  readonly token: string
  /** The query key that carries a token, and the prefix of the keys that carry settings. */
  readonly tokenKey: string
  readonly queryPrefix: string
  /** The prefix of the header names that the documents write `Svc-`. */
  readonly headerPrefix: string
  /** The factor of n in the exponent of the default backoff. */
  readonly backoffFactor: number
  /** The retries of a message that asks for none, by the plan of its account. */
  readonly defaultRetries: Dialect['defaultRetries']
  /** True if a publish may set flow control, as a restart and a resume may. */
  readonly flowControlAtPublish: boolean
  /** Publishes to a destination, which stands in the path as it is given. */
  publish(destination: string, options?: RequestOptions): Promise<Exchange>
  /** Sets default headers of a group: settings, by their names without the dialect's prefix. */
  setDefaults(group: string, settings: DefaultSettings, options?: RequestOptions): Promise<Exchange>
  /** Notifies the workflows that wait for an event. */
  notify(eventId: string, options?: RequestOptions): Promise<Exchange>
  /** Runs a failed run again, by its entry. */
  rerun(how: Rerun, dlqId: string, options?: RequestOptions): Promise<Exchange>
  /**
   * Runs again what is selected. Where a selection travels is open: it is where the target takes it
   * (selection.ts), unless told.
   */
  bulk(how: Rerun, selection: Selection | Placed, options?: RequestOptions): Promise<Exchange>
  /** Any request: raw method, raw target, raw body. */
  send(method: string, target: string, options?: RequestOptions): Promise<Exchange>
}

/** An inbox, and the wait for what arrives there. */
export interface QueueInbox extends Omit<Inbox, 'delivery'> {
  /**
   * The delivery number `n`, from 1, for which so many milliseconds may pass at the target: at most
   * as many as the scenario `waits`, and none unless told. Where it does not come, it carries a
   * `failure`, which `must` and `given` report.
   */
  readonly delivery: (n?: number, within?: number) => Promise<Delivery>
  /** Whatever has come when so many milliseconds more have passed at the target. */
  readonly all: (within: number) => Promise<Arrivals>
}

/** All that came to an inbox, as one thing to judge. */
export interface Arrivals extends Message {
  readonly deliveries: readonly Delivery[]
}

/** A URL group of which nobody else knows. */
export interface QueueGroup {
  readonly name: string
  /** Its id, where the target's provider tells it. */
  readonly id?: string | undefined
}

/** Runs of a URL of their own, unless told. */
export type WantedRuns = Omit<PastRuns, 'workflowUrl'> & Partial<Pick<PastRuns, 'workflowUrl'>>

export interface QueueWorld extends World {
  readonly queue: QueueClient
  /**
   * Opens a URL that only this scenario knows; its answers are 200 unless told. While an answer is
   * held back, a clock cannot settle for others: a scenario that does so `waits`, and so is alone.
   */
  readonly inbox: (answer?: Answering) => QueueInbox
  /** Makes a URL group of these endpoints, which is removed afterwards; it takes the ability `group`. */
  readonly group: (...endpoints: readonly { readonly url: string }[]) => Promise<QueueGroup>
  /**
   * Opens a workflow application (application.ts says how it is told what to do); it takes the ability
   * `runs`. Without steps its runs end with their first delivery.
   */
  readonly workflow: (steps?: Steps, options?: ApplicationOptions) => Application
  /**
   * Makes runs as they might have been, of a workflow URL of this scenario; it takes the ability
   * `pastRuns`. They are removed afterwards.
   */
  readonly pastRuns: (wanted: WantedRuns) => Promise<readonly PastRun[]>
  /** Whether it can. */
  readonly makesPastRuns: boolean
  /** Whether the target and this suite reach each other on loopback, so that it sees us there. */
  readonly isLocal: boolean
  /**
   * Reads until the answer fits, and answers the last one: what is read may lag behind what was done.
   * In virtual time all has settled, and it is read once.
   */
  readonly eventually: (
    read: () => Promise<Exchange>,
    ...matchers: readonly Matcher<Exchange>[]
  ) => Promise<Exchange>
  readonly time: Time
}

export const { scenario, observation } = scenariosOf<QueueWorld, 'queue'>()

/** What the queue's scenarios have beside the wire: a place to deliver to, and time. */
export interface Surroundings {
  readonly sink: Sink
  readonly time: Time
  /** Whether the URLs of both the target and the sink are on loopback; not, unless told. */
  readonly isLocal?: boolean
  /** What the target's provider can arrange of the queue. */
  readonly provided?: Pick<Abilities, 'group' | 'runs' | 'pastRuns'>
  /** Where the target takes the selection of a bulk request, as the scenarios before found. */
  readonly placing?: Placing
}

/** The world of one scenario. */
export function queueWorld(
  base: World,
  wire: Wire,
  { sink, time, isLocal = false, provided = {}, placing }: Surroundings,
): Entered<QueueWorld> {
  const groups: ProvidedGroup[] = []
  const applications: Opened[] = []
  const past: PastRun[] = []
  let runs = 0
  const queue = queueClient(wire, placing)

  const arranged = <Name extends keyof typeof provided>(name: Name) =>
    provided[name] ?? lacking(name)

  const inbox = (answer?: Answering): QueueInbox => {
    const inbox = sink.inbox(answer)
    const { delivery: arrival } = inbox
    return Object.assign(inbox, {
      async delivery(n = 1, within = 0) {
        await time.until(arrival(n), within)
        return inbox.deliveries[n - 1] ?? noDelivery(n, inbox.url)
      },
      async all(within: number) {
        await time.pass(within)
        return { headers: [], body: Buffer.alloc(0), deliveries: [...inbox.deliveries] }
      },
    })
  }

  return {
    world: {
      ...base,
      queue,
      time,
      isLocal,
      inbox,
      async group(...endpoints) {
        const name = `${base.id}-group-${groups.length}`
        const group = await arranged('group')(
          name,
          endpoints.map(({ url }) => ({ url })),
        )
        groups.push(group)
        return { name, id: group.id }
      },
      workflow(steps = [], options = {}) {
        arranged('runs')
        const runId = () => `${base.id}-run-${runs++}`
        const opened = openApplication({ queue, inbox, time }, runId, steps, options)
        applications.push(opened)
        return opened.application
      },
      makesPastRuns: provided.pastRuns !== undefined,
      async pastRuns(wanted) {
        const made = await arranged('pastRuns')({ workflowUrl: inbox().url, ...wanted })
        past.push(...made)
        return made
      },
      async eventually(read, ...matchers) {
        let last: Exchange | undefined
        const fits = async () => {
          last = await read()
          const { failure } = last
          return failure === undefined && matchers.every((each) => each(last!) === undefined)
        }
        await polled(time, fits)
        return last ?? read()
      },
    },
    leave: async (wire) => {
      const removal = removeRuns(queueClient(wire), applications, past)
      await Promise.allSettled([removal, ...groups.map(async ({ remove }) => remove())])
    },
  }
}

function lacking(name: string): never {
  throw new NotApplicable(`the provider cannot arrange: ${name}`)
}

const noDelivery = (n: number, url: string): Delivery => ({
  method: '',
  target: '',
  headers: [],
  body: Buffer.alloc(0),
  at: 0,
  failure: missing(`delivery ${n} to ${url}`),
})

function queueClient(
  { send, token, dialect }: Wire,
  placing: Placing = selectionPlaces(),
): QueueClient {
  const client: QueueClient = {
    token,
    tokenKey: dialect.queueTokenKey,
    queryPrefix: dialect.queryPrefix,
    headerPrefix: dialect.headerPrefix,
    backoffFactor: dialect.backoffFactor,
    defaultRetries: dialect.defaultRetries,
    flowControlAtPublish: dialect.flowControlAtPublish,

    send(method, target, options = {}) {
      const bearer = options.token === undefined ? token : options.token
      const settings = Object.entries(options.settings ?? {})
      const headers: HeaderLines = [
        ...present({ Authorization: bearer === null ? undefined : `Bearer ${bearer}` }),
        ...settings.map(([name, value]) => [dialect.headerPrefix + name, value] as const),
        ...(options.headers ?? []),
      ]
      return send(method, target, headers, options.body)
    },

    publish: (destination, options) => client.send('POST', `/v2/publish/${destination}`, options),
    setDefaults(group, settings, options) {
      const headers = Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [dialect.headerPrefix + name, value]),
      )
      return client.send('PATCH', `/v2/topics/${encodeURIComponent(group)}`, {
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ headers }),
        ...options,
      })
    },
    notify: (eventId, options) =>
      client.send('POST', `/v2/notify/${encodeURIComponent(eventId)}`, options),
    rerun: (how, dlqId, options) =>
      client.send('POST', `/v2/workflows/dlq/${how}/${encodeURIComponent(dlqId)}`, options),
    bulk(how, selection, options) {
      const ask = ({ query, body }: Placed) => {
        const pairs = Object.entries(query).flatMap(([name, value]) =>
          [value].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`),
        )
        const target = `/v2/workflows/dlq/${how}`
        return client.send('POST', pairs.length > 0 ? `${target}?${pairs.join('&')}` : target, {
          ...(Object.keys(body).length > 0 && {
            headers: [['Content-Type', 'application/json']],
            body: JSON.stringify(body),
          }),
          ...options,
        })
      }
      return 'query' in selection ? ask(selection) : placing(selection, ask)
    },
  }
  return client
}
