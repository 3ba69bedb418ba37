// Returns the name and version from package.json.

import { readFileSync } from 'node:fs'

const manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { name: string; version: string }

export const { name, version } = manifest
