// All faults and variants of the key-value server, in the order of the contract.

import type { Kv } from '../../kv/kv.js'
import type { Fault } from '../fault.js'
import { kvFault } from './fault.js'
import { aclFaults } from './acl.js'
import { authenticationFaults } from './authentication.js'
import { base64Faults } from './base64.js'
import { bodyFaults } from './body.js'
import { commandsFaults } from './commands.js'
import { envelopeFaults } from './envelope.js'
import { errorsFaults } from './errors.js'
import { eventsFaults } from './events.js'
import { limitsFaults } from './limits.js'
import { methodsFaults } from './methods.js'
import { monitorFaults } from './monitor.js'
import { otherReadings } from './other-readings.js'
import { pathFaults } from './path.js'
import { pipelineFaults } from './pipeline.js'
import { publishFaults } from './publish.js'
import { responseFormatFaults } from './response-format.js'
import { subscribeFaults } from './subscribe.js'
import { transactionFaults } from './transaction.js'
import { utf8Faults } from './utf8.js'
import { variants } from './variants.js'

export const kvFaults: readonly Fault<Kv>[] = [
  ...envelopeFaults,
  ...methodsFaults,
  ...pathFaults,
  ...bodyFaults,
  ...pipelineFaults,
  ...transactionFaults,
  ...monitorFaults,
  ...subscribeFaults,
  ...publishFaults,
  ...commandsFaults,
  ...responseFormatFaults,
  ...base64Faults,
  ...utf8Faults,
  ...authenticationFaults,
  ...aclFaults,
  ...eventsFaults,
  ...errorsFaults,
  ...limitsFaults,
  ...variants,
  ...otherReadings,
].map(kvFault)
