// A faulty mock for the tests of the command; apart, because faults are slow to load.

import { faults } from '../../mocks/faults/index.js'
import { startMock, type Mock } from '../../mocks/index.js'

/** Starts a mock with the fault of that id. */
export const startFaulty = (id: string): Promise<Mock> =>
  startMock({ faults: [faults.find((fault) => fault.id === id)!] })
