// Starts mocks of both interfaces or of one interface.

import type { AlarmClock } from '../clock.js'
import { faultsOf } from '../faults/by-id.js'
import { faults, type AnyFault } from '../faults/index.js'
import { kvFaults } from '../faults/kv/index.js'
import { queueFaults } from '../faults/queue/index.js'
import { faultControls } from '../faults/switch.js'
import { fetchAmong } from '../http/fetch.js'
import { assertIntercepted, interceptControls } from '../intercepts/controls.js'
import { journalControls } from '../journal/controls.js'
import { createJournal } from '../journal/journal.js'
import { createReader } from '../journal/reader.js'
import { journalAccess, type JournalParts } from '../journal/requests.js'
import { assertApart, placeOf } from './place.js'
import type { SavedStore } from '../queue/store/memory/memory-store.js'
import { runTogether, type Together } from '../running.js'
import { stateAccess, stateControls } from '../snapshot/state.js'
import { assertTokens } from '../tokens.js'
import type { KvMock, Mock, QueueAccess, QueueMock } from './access.js'
import type { StartedInterface } from './interface.js'
import { isolateControls, optionsOfSpace, ownOf, queueTokenOfSpace, type Host } from './isolate.js'
import { assembleKv, openResp, type AssembledKv } from './kv.js'
import {
  assertKnown,
  clockOf,
  dialectOf,
  kvNames,
  mockNames,
  queueNames,
  togetherOf,
  type KvOptions,
  type MockOptions,
  type QueueOptions,
  type VirtualTime,
} from './options.js'
import { assembleQueue } from './queue.js'
import { consoleOf, type Urls } from './console.js'
import { imitating } from './imitating.js'
import { faultsOfEnvironment, recordJournal } from './mutation.js'
import { warnOfDevMode } from './dev-mode.js'
import { storeBeside } from './queue-store.js'
import type { Seams } from './seams.js'
import { noTape, tapeFor } from './tape.js'

/**
 * Starts both interfaces with one clock. Rejects if a port is in use or Redis is unavailable.
 * Rejects with a TypeError or a RangeError for an invalid option.
 *
 * @example
 * const mock = await startMock()
 * await mock.queue.fetch(`/v2/publish/${url}`, {
 *   method: 'POST',
 *   headers: { authorization: `Bearer ${mock.queue.token}`, 'svc-delay': '7d' },
 * })
 * await mock.clock.advance('7d') // the delivery has been made
 */
export function startMock(options?: MockOptions & VirtualTime): Promise<Mock>
export function startMock<C extends AlarmClock>(options: MockOptions<C>): Promise<Mock<C>>
export async function startMock(options: MockOptions = {}): Promise<Mock<AlarmClock>> {
  return startBoth(options)
}

/** Starts both interfaces like `startMock`, with the seams of `explore`, or as a space of a mock. */
export async function startBoth(
  given: MockOptions<AlarmClock>,
  own?: Seams,
  host?: Host,
): Promise<Mock<AlarmClock>> {
  assertKnown('startMock', given, mockNames)
  const options = await imitating(given)
  const { kvToken, kvReadOnlyToken, queueToken, redis } = options
  assertTokens({ kvToken, kvReadOnlyToken, queueToken })
  const on = [...faultsOf(options.faults, faults), ...faultsOfEnvironment()]
  const places = {
    kv: host?.kv ?? placeOf('kv', options, { port: 'kvPort', url: 'kvUrl' }),
    queue: host?.queue ?? placeOf('queue', options, { port: 'queuePort', url: 'queueUrl' }),
  }
  if (host === undefined) assertApart(places)
  const together = host?.together ?? togetherOf(options)
  const clock = clockOf(options)
  const store = storeBeside(redis, options.queueStore)
  const tape = own === undefined ? tapeFor(options, clock) : undefined
  const seams = own ?? tape?.seams
  const journal = journalFor(together, options)
  const kv = await assembleKv(clock, {
    ...options,
    token: kvToken,
    readOnlyToken: kvReadOnlyToken,
    faults: on.filter(isOf('kv')),
    isConfined: store !== 'memory',
    seams,
    ...journal,
  })
  const queue = await assembleQueue(clock, {
    ...options,
    store,
    token: queueToken,
    seams,
    faults: on.filter(isOf('queue')),
    ...journal,
  }).catch(async (error: unknown) => {
    await kv.close()
    throw error
  })
  const { running, urls, members } = runAll(
    { kv, queue },
    {
      options,
      together,
      clock,
      journal,
      isolate: () => mock.isolate(),
      self: () => host && mock,
    },
  )
  const opened = {
    kv: await running.open(kv, places.kv),
    queue: await running.open(queue, places.queue),
  }
  const [atKv, atQueue] = [opened.kv.at, opened.queue.at]
  Object.assign(urls, { kv: atKv.url, queue: atQueue.url })
  warnOfDevMode(dialectOf(options.dialect), { ...queue.access, ...atQueue })
  const fronts = { kv: opened.kv.front, queue: opened.queue.front }
  const mock: Mock<AlarmClock> = {
    kv: Object.assign(kv.access, atKv, await openResp(kv, running, options.host)),
    queue: { ...queue.access, ...atQueue },
    fetch: fetchAmong([atKv, atQueue]),
    ...members,
    isolate: running.whileOpen(() =>
      startBoth({ ...optionsOfSpace(options), queueToken: queueTokenOfSpace(options) }, undefined, {
        ...fronts,
        together: ofSpace(together),
      }),
    ),
    ...running.lifecycle,
  }
  tape?.begin(mock)
  return mock
}

/** Starts a mock of only the key-value interface. */
export function startKv(options?: KvOptions & VirtualTime): Promise<KvMock>
export function startKv<C extends AlarmClock>(options: KvOptions<C>): Promise<KvMock<C>>
export async function startKv(options: KvOptions = {}): Promise<KvMock<AlarmClock>> {
  return startOnlyKv(options)
}

async function startOnlyKv(options: KvOptions, host?: Host): Promise<KvMock<AlarmClock>> {
  assertKnown('startKv', options, kvNames)
  noTape('startKv')
  const { token, readOnlyToken } = options
  assertTokens({ token, readOnlyToken })
  const on = [...faultsOf(options.faults, kvFaults), ...faultsOfEnvironment().filter(isOf('kv'))]
  const place = host?.kv ?? placeOf('kv', options, { port: 'port', url: 'url' })
  const together = host?.together ?? togetherOf(options)
  const clock = clockOf(options)
  const journal = journalFor(together, options)
  const kv = await assembleKv(clock, { ...options, ...journal, faults: on })
  const { running, urls, members } = runAll(
    { kv },
    {
      options,
      together,
      clock,
      journal,
      isolate: async () => ownOf('kv', await mock.isolate()),
      self: () => host && mock,
    },
  )
  const { at, front } = await running.open(kv, place)
  urls.kv = at.url
  const resp = await openResp(kv, running, options.host)
  const mock: KvMock<AlarmClock> = Object.assign(kv.access, at, {
    ...resp,
    ...members,
    isolate: running.whileOpen(() =>
      startOnlyKv(optionsOfSpace(options), { kv: front, together: ofSpace(together) }),
    ),
    ...running.lifecycle,
  })
  return mock
}

/** Starts a mock of only the queue interface. */
export function startQueue(options?: QueueOptions & VirtualTime): Promise<QueueMock>
export function startQueue<C extends AlarmClock>(options: QueueOptions<C>): Promise<QueueMock<C>>
export async function startQueue(options: QueueOptions = {}): Promise<QueueMock<AlarmClock>> {
  return startOnlyQueue(options)
}

async function startOnlyQueue(options: QueueOptions, host?: Host): Promise<QueueMock<AlarmClock>> {
  assertKnown('startQueue', options, queueNames)
  noTape('startQueue')
  assertTokens({ token: options.token })
  const on = [
    ...faultsOf(options.faults, queueFaults),
    ...faultsOfEnvironment().filter(isOf('queue')),
  ]
  const place = host?.queue ?? placeOf('queue', options, { port: 'port', url: 'url' })
  const together = host?.together ?? togetherOf(options)
  const clock = clockOf(options)
  const journal = journalFor(together, options)
  const queue = await assembleQueue(clock, { ...options, ...journal, faults: on })
  const { running, urls, members } = runAll(
    { queue },
    {
      options,
      together,
      clock,
      journal,
      isolate: async () => ownOf('queue', await mock.isolate()),
      self: () => host && mock,
    },
  )
  const { at, front } = await running.open(queue, place)
  urls.queue = at.url
  warnOfDevMode(dialectOf(options.dialect), { ...queue.access, ...at })
  const mock: QueueMock<AlarmClock> = {
    ...queue.access,
    ...at,
    ...members,
    isolate: running.whileOpen(() =>
      startOnlyQueue(
        { ...optionsOfSpace(options), token: queueTokenOfSpace(options) },
        { queue: front, together: ofSpace(together) },
      ),
    ),
    ...running.lifecycle,
  }
  return mock
}

/** Returns the settings of a space. Its clock is made for it. */
const ofSpace = (together: Together): Together => ({ ...together, ownsClock: true })

/** Returns a function that recognises the faults of an interface. */
const isOf =
  <Name extends AnyFault['interface']>(name: Name) =>
  (fault: AnyFault): fault is AnyFault & { readonly interface: Name } =>
    fault.interface === name

/** Creates the journal of a mock. */
function journalFor({ safety }: Together, { clock }: Pick<KvOptions, 'clock'>): JournalParts {
  const journal = createJournal(safety)
  const parts = { journal, reader: createReader(journal) }
  recordJournal(parts, clock !== 'real')
  return parts
}

interface Parts {
  readonly kv?: AssembledKv
  readonly queue?: StartedInterface<QueueAccess, SavedStore>
}

interface Whole extends Omit<Parameters<typeof consoleOf>[0], 'urls' | 'started'> {
  readonly journal: JournalParts
  readonly isolate: Parameters<typeof isolateControls>[0]
  /** Returns the space that serves the routes, or undefined for the mock itself. */
  readonly self: Parameters<typeof isolateControls>[1]
}

/** Gives the interfaces their control routes. Returns the members of a mock that they share. */
function runAll({ kv, queue }: Parts, { options, together, clock, journal, isolate, self }: Whole) {
  const all = [kv, queue].filter((each) => each !== undefined)
  const started = { ...(kv && { kv }), ...(queue && { queue }) }
  const state = stateAccess(
    { ...(kv && { kv: kv.stateful }), ...(queue && { queue: queue.stateful }) },
    { clock, running: () => running },
  )
  const urls: Urls = {}
  const ports = all.flatMap(({ intercepts }) => intercepts)
  const controls = {
    ...journalControls(journal),
    ...stateControls(state),
    ...faultControls(all.map(({ faults }) => faults)),
    ...interceptControls(ports),
    ...consoleOf({ options, together, clock, urls, started }),
    ...isolateControls(isolate, self),
  }
  const running = runTogether(all, controls, together)
  const members = {
    journal: journalAccess(journal),
    assertIntercepted: () => assertIntercepted(ports),
    ...state,
    clock,
  }
  return { running, urls, members }
}
