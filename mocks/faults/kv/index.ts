// All faults and variants of the key-value server, in the order of the contract.

import type { Kv } from '../../kv/kv.js'
import type { Fault } from '../fault.js'
import { kvFault } from './fault.js'
import { aclFaults } from './acl.js'
import { authenticationFaults } from './authentication.js'
import { base64Faults } from './base64.js'
import { batchFaults } from './batches.js'
import { commandsFaults } from './commands.js'
import { envelopeFaults } from './envelope.js'
import { errorsFaults } from './errors.js'
import { monitorFaults } from './monitor.js'
import { otherReadings } from './other-readings.js'
import { publishFaults } from './publish.js'
import { requestFaults } from './requests.js'
import { responseFormatFaults } from './response-format.js'
import { variants } from './variants.js'

export const kvFaults: readonly Fault<Kv>[] = [
  ...envelopeFaults,
  ...requestFaults,
  ...batchFaults,
  ...monitorFaults,
  ...publishFaults,
  ...commandsFaults,
  ...responseFormatFaults,
  ...base64Faults,
  ...authenticationFaults,
  ...aclFaults,
  ...errorsFaults,
  ...variants,
  ...otherReadings,
].map(kvFault)
