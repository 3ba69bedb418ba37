import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Puts what takes longest first, so that no core is idle at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      ['/selftest/', '/console/', '/scripts/'].findIndex((part) => moduleId.includes(part)) >>> 0
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const packaged = 'scripts/packaged/*.test.ts'

export default defineConfig({
  test: {
    // Some tests run commands that take seconds, and more on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As many as the smallest machine it is run on has cores.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['{conformance,mocks,scripts}/**/*.test.ts'],
          exclude: [packaged],
          // One process runs many files, so that it imports the modules once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'packaged', include: [packaged] },
      },
    ],
  },
})
