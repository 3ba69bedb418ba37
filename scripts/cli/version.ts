// Returns the name and version from package.json.

import { createRequire } from 'node:module'

// The package refers to itself, because its code runs from its source and from dist/.
const manifest = createRequire(import.meta.url)('svc-contract/package.json') as {
  readonly name: string
  readonly version: string
}

export const { name, version } = manifest
