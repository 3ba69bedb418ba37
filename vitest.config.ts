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

const every = '{conformance,mocks,scripts}/**/*.test.ts'
const packaged = 'scripts/packaged/*.test.ts'

/** Tests that observe the whole process. */
const alone = [
  'scripts/*.test.ts',
  'conformance/wire/lateness.test.ts',
  'conformance/vitest.test.ts',
]

/** Tests of whole runs and of the page. Runs watch their process, which the other tests must not notice. */
const runs = ['conformance/selftest/*.test.ts', 'mocks/console/*.test.ts']

export default defineConfig({
  test: {
    // Some tests run commands that take seconds, and more on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As many as the smallest machine it is run on has cores.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      // One process runs many of these files, so that it imports the modules once.
      { extends: true, test: { name: 'runs', include: runs, isolate: false } },
      {
        extends: true,
        test: {
          name: 'together',
          include: [every],
          exclude: [...alone, ...runs, packaged],
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
