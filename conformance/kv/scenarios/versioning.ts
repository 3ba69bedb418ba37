// Versions in the path.

import { outcomeOf } from '../fixtures/outcome.js'
import { observation } from '../fixtures/world.js'

export const versioningScenarios = [
  observation('a path that begins with a version', {
    id: 'kv.versioning.scheme/v1-and-v2',
    async run({ kv, note }) {
      for (const version of ['v1', 'v2']) note(version, outcomeOf(await kv.path([version, 'PING'])))
    },
  }),
]
