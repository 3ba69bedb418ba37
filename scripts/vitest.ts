// The public module `svc-contract/vitest`.

export { conformance, type ConformanceOptions } from '../conformance/vitest.js'
export type { Delivery, FaultId, Mock, MockOptions } from '../mocks/index.js'
export { useMock, type MockFixture } from '../mocks/vitest.js'
