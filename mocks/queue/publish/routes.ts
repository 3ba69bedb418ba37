// Publishing, endpoints 1 and 2 of the contract.

import { Answer, type Routes } from '../route.js'

export const publish = {
  async 'POST /v2/publish/{destination}'({ queue, request }) {
    const result = await queue.publish.take(request)
    return new Answer(queue.publish.status(result), result)
  },
} satisfies Partial<Routes>
