// Mistakes under the heading: Publish and info.

import type { Kv } from '../../kv/kv.js'
import type { Fault } from '../fault.js'
import { isNamed, without } from './parts.js'

export const publishFaults: readonly Fault<Kv>[] = [
  { name: 'PUBLISH is not known', breaks: ['kv.publish.endpoint'], apply: without('PUBLISH') },
  {
    name: 'INFO is not known by path',
    breaks: ['kv.info.command-by-path'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const command = kv.commandInPath(request)
        return isNamed(command, ['INFO']) ? ['NOINFO'] : command
      },
    }),
  },
]
