// Flow control, endpoint 14 of the contract.

import type { Routes } from '../route.js'

export const flowControl = {
  'GET /v2/flowControl/{flowControlKey}': ({ queue, path }) =>
    queue.flowControl.state(path.flowControlKey),
} satisfies Partial<Routes>
