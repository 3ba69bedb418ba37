// What a user's vitest suite takes from this package, of both halves: `svc-contract/vitest`.

export { conformance, type ConformanceOptions } from '../conformance/vitest.js'
export { useMock, type MockFixture } from '../mocks/vitest.js'
