// All hand-picked scripts, by the contract's categories.

import { acl } from './acl.js'
import { bitmap } from './bitmap.js'
import { dump } from './dump.js'
import { generic } from './generic.js'
import { geo } from './geo.js'
import { hash } from './hash.js'
import { hyperLogLog } from './hyper-log-log.js'
import { list } from './list.js'
import { pubsub } from './pubsub.js'
import { refusals } from './refusals.js'
import type { Scripts } from './script.js'
import { server } from './server.js'
import { scripting } from './scripting.js'
import { set } from './set.js'
import { sortedSet } from './sorted-set.js'
import { stream } from './stream.js'
import { sort } from './sort.js'
import { string } from './string.js'

export const scripts: Scripts = {
  ...refusals,
  ...string,
  ...bitmap,
  ...hyperLogLog,
  ...hash,
  ...list,
  ...set,
  ...sortedSet,
  ...geo,
  ...stream,
  ...generic,
  ...acl,
  ...server,
  ...sort,
  ...dump,
  ...pubsub,
  ...scripting,
}
