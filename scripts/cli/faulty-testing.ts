// A mock with a fault, for tests of the command.

import { startMock, type FaultId, type Mock } from '../../mocks/index.js'

/** Starts a mock with the fault that has the given id. */
export const startFaulty = (id: FaultId): Promise<Mock> => startMock({ faults: [id] })
