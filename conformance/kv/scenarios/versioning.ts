// Versions in the path.

import { outcomes } from '../fixtures/world.js'

export const versioningScenarios = [
  outcomes(
    'observes the reply to a path that begins with /v1 or /v2',
    'kv.versioning.scheme/v1-and-v2',
    {
      v1: ({ kv }) => kv.path(['v1', 'PING']),
      v2: ({ kv }) => kv.path(['v2', 'PING']),
    },
  ),
]
