// Versions in the path.

import { noting, observation } from '../fixtures/world.js'

export const versioningScenarios = [
  observation('observes the reply to `/v1/PING` and `/v2/PING`', {
    id: 'kv.versioning.scheme/v1-and-v2',
    run: noting({
      v1: ({ kv }) => kv.path(['v1', 'PING']),
      v2: ({ kv }) => kv.path(['v2', 'PING']),
    }),
  }),
]
