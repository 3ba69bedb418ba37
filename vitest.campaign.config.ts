import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['conformance/selftest/*.campaign.ts'],
    testTimeout: 120_000,
    maxWorkers: 2,
    // Figures are printed as they are.
    disableConsoleIntercept: true,
  },
})
