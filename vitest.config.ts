import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{conformance,mocks,scripts}/**/*.test.ts'],
    testTimeout: 20_000,
    // As many as the smallest machine it is run on has cores.
    maxWorkers: 2,
  },
})
