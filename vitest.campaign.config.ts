import { defineConfig } from 'vitest/config'

const pathOf = (name: string) => `conformance/selftest/${name}.campaign.ts`

/** Cuts campaigns into parts: each is a project, so that several workers share one file. */
const inParts = (of: number, ...names: readonly string[]) =>
  Array.from({ length: of }, (_, index) => ({
    extends: true as const,
    test: {
      name: `part ${index + 1} of ${of}`,
      include: names.map(pathOf),
      provide: { part: { index, of } },
    },
  }))

const kv = ['sharp.kv', 'matrix.kv']
const queue = ['sharp.queue', 'matrix.queue']

export default defineConfig({
  test: {
    projects: [
      ...inParts(2, ...kv),
      ...inParts(4, ...queue),
      {
        extends: true,
        test: {
          name: 'runtimes',
          include: ['scripts/runtimes.campaign.ts'],
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: { name: 'python', include: ['scripts/python.campaign.ts'], testTimeout: 120_000 },
      },
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['scripts/packages.campaign.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'implementations',
          include: ['scripts/implementations.campaign.ts'],
          testTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: { name: 'tcl', include: ['scripts/tcl.campaign.ts'], testTimeout: 900_000 },
      },
      {
        extends: true,
        test: {
          name: 'kill',
          include: ['scripts/kill.campaign.ts'],
          testTimeout: 3_600_000,
        },
      },
      {
        extends: true,
        test: { name: 'workflow-clients', include: ['scripts/workflow-clients.campaign.ts'] },
      },
      {
        extends: true,
        test: { name: 'soak', include: ['scripts/soak.campaign.ts'], testTimeout: 3_600_000 },
      },
      {
        extends: true,
        test: { name: 'whole', include: [pathOf('*')], exclude: [...kv, ...queue].map(pathOf) },
      },
    ],
    testTimeout: 120_000,
    // Prints figures unchanged.
    disableConsoleIntercept: true,
  },
})
