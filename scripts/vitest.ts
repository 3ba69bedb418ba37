// The public module `svc-contract/vitest`.

export { conformance, type ConformanceOptions } from '../conformance/vitest.js'
export { useMock, type MockFixture } from '../mocks/vitest.js'
