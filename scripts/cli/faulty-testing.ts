// A mock with a fault, for tests of the command.

import { startMock, type Mock } from '../../mocks/index.js'

/** Starts a mock with the fault that has the given id. */
export const startFaulty = (id: string): Promise<Mock> => startMock({ faults: [id] })
