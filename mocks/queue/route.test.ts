// The compiler is the judge here: an expectation of an error that does not come is an error itself.

import { expectTypeOf, test } from 'vitest'
import type { Context, Operation, Routes } from './route.js'
import type { routes } from './routes.js'

type SomeRoutes = Partial<Routes>

test('an operation is one of the document', () => {
  expectTypeOf<'GET /v2/workflows/dlq/{dlqId}'>().toExtend<Operation>()
  expectTypeOf<'PUT /v2/workflows/dlq/{dlqId}'>().not.toExtend<Operation>()
  expectTypeOf<'GET /v2/nothing'>().not.toExtend<Operation>()

  const unknown: SomeRoutes = {
    // @ts-expect-error: no such path
    'GET /v2/nothing': () => undefined,
  }
  void unknown
})

test('path parameters are those of the path', () => {
  type Path = Context<'GET /v2/workflows/dlq/{dlqId}'>['path']
  expectTypeOf<Path>().toEqualTypeOf<{ readonly dlqId: string }>()

  const misspelled: SomeRoutes = {
    // @ts-expect-error: the parameter is called dlqId
    'DELETE /v2/workflows/dlq/{dlqId}': ({ path: { id } }) => void id,
  }
  void misspelled
})

test('an answer has the shape that the document gives it', () => {
  const misshapen: SomeRoutes = {
    // @ts-expect-error: messages are a list
    'GET /v2/workflows/dlq': () => ({ messages: 1 }),
    // @ts-expect-error: there is no body
    'DELETE /v2/workflows/dlq/{dlqId}': () => ({}),
    // @ts-expect-error: one element per waiter
    'POST /v2/notify/{eventId}': () => [{ messageId: 'msg_1' }],
  }
  void misshapen
})

test('every operation is answered', () => {
  expectTypeOf<keyof typeof routes>().toEqualTypeOf<Operation>()
})
