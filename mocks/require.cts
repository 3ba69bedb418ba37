// The entry of `svc-contract/mocks` for `require`, with types for CommonJS.

import type * as Mocks from './index.js' with { 'resolution-mode': 'import' }

export type * from './index.js' with { 'resolution-mode': 'import' }

// @ts-expect-error The compiler expects `export =`, which cannot export types.
export const {
  NeverIdle,
  ExploreFailure,
  explore,
  faults,
  likenessOf,
  startKv,
  startMock,
  startPrism,
  startQueue,
} = require('#code/mocks.cjs') as typeof Mocks

// The types of the classes, beside their values.
export type NeverIdle = Mocks.NeverIdle
export type ExploreFailure = Mocks.ExploreFailure
