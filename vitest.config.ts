import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{conformance,mocks,scripts}/**/*.test.ts'],
    testTimeout: 20_000,
  },
})
