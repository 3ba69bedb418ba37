// Versions in the path.

import { outcomes } from '../fixtures/world.js'

export const versioningScenarios = [
  outcomes('a path that begins with a version', 'kv.versioning.scheme/v1-and-v2', {
    v1: ({ kv }) => kv.path(['v1', 'PING']),
    v2: ({ kv }) => kv.path(['v2', 'PING']),
  }),
]
