// A mock that is wrong, for the tests of the command; apart, since those without one need not load it.

import { faults } from '../../mocks/faults/index.js'
import { startMock, type Mock } from '../../mocks/index.js'

/** Starts a mock that is wrong as the fault of that name is. */
export const startFaulty = (name: string): Promise<Mock> =>
  startMock({ faults: [faults.find((fault) => fault.name === name)!] })
