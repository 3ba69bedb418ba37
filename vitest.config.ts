import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Puts what takes longest first, so that no core is idle at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      ['/selftest/', '/scripts/'].findIndex((part) => moduleId.includes(part)) >>> 0
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['{conformance,mocks,scripts}/**/*.test.ts'],
    testTimeout: 20_000,
    // As many as the smallest machine it is run on has cores.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
})
