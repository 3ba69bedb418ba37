// A mock that is wrong, for the tests of the command; apart, since those without one need not load it.

import { faults } from '../../mocks/faults/index.js'
import { startMock, type Mock } from '../../mocks/index.js'

/** Starts a mock with the fault of that id. */
export const startFaulty = (id: string): Promise<Mock> =>
  startMock({ faults: [faults.find((fault) => fault.id === id)!] })
