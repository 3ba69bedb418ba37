// The public API `svc-contract/mocks`.

export { NeverIdle, type AlarmClock, type Clock, type VirtualClock } from './clock.js'
export { ExploreFailure } from './explore/failure.js'
export { explore, type Exploration, type ExploreOptions } from './explore/explore.js'
export type { Kind } from './explore/decision.js'
export type { Fault } from './faults/fault.js'
export { faults, type AnyFault } from './faults/index.js'
export type { FaultId } from '#generated/fault-ids.js'
export { likenessOf, type Likeness, type ObservedReport, type Point } from './faults/like.js'
export type { Intercept } from './intercepts/intercept.js'
export type { DeliveryMatch, KvMatch, Pattern, RequestMatch } from './intercepts/match.js'
export type { Attempt, Delivery } from './journal/attempt.js'
export type { Body } from './journal/bodies.js'
export type { RanCommand } from './journal/commands.js'
export type { Entry } from './journal/entry.js'
export type { Client, KvRequest, ReceivedRequest, ReceivedResponse } from './journal/reader.js'
export type {
  DeliveryFilter,
  EntryFilter,
  JournalAccess,
  KvRequestFilter,
  RequestFilter,
  WaitOptions,
} from './journal/requests.js'
export type { Limits } from './kv/limits.js'
export { startPrism, type PrismMock, type PrismOptions } from './prism.js'
export type { SigningKeys } from './queue/deliver/signature.js'
export type { Safety } from './safety.js'
export type { Seed, SeedCommand, SeedMessage } from './snapshot/seed.js'
export type { Snapshot } from './snapshot/snapshot.js'
export type { StateAccess } from './snapshot/state.js'
export type {
  KvAccess,
  KvMock,
  KvTokens,
  Mock,
  NextDeliveries,
  QueueAccess,
  QueueMock,
  RespAccess,
} from './start/access.js'
export type { KvOptions, MockOptions, QueueOptions } from './start/options.js'
export { startKv, startMock, startQueue } from './start/start.js'
