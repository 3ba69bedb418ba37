// URL groups, endpoint 3 of the contract.

import { jsonObject } from '../request/body.js'
import { defaultHeadersIn } from './group-body.js'
import type { Routes } from '../route.js'

export const groups = {
  'PATCH /v2/topics/{group-name}': async ({ queue, request, path }) => {
    await queue.fanOut.setDefaultHeaders(path['group-name'], defaultHeadersIn(jsonObject(request)))
    return undefined
  },
} satisfies Partial<Routes>
