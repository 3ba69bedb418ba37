// A mock with a fault, for tests of the command. The function has its own file, because loading the
// faults is slow.

import { faults } from '../../mocks/faults/index.js'
import { startMock, type Mock } from '../../mocks/index.js'

/** Starts a mock with the fault that has the given id. */
export const startFaulty = (id: string): Promise<Mock> =>
  startMock({ faults: [faults.find((fault) => fault.id === id)!] })
