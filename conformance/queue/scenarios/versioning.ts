// Paths without the prefix that all paths carry.

import { observation } from '../fixtures/world.js'

export const versioningScenarios = [
  observation('a path without the prefix, and with another', {
    rule: 'queue.versioning.other-versions',
    async run({ queue, note }) {
      for (const prefix of ['', '/v1', '/v3'])
        note(
          `status under "${prefix}"`,
          (await queue.send('GET', `${prefix}/workflows/dlq`)).status,
        )
    },
  }),
]
