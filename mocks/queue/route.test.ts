// Type tests: a line with @ts-expect-error that compiles is an error itself.

import { expectTypeOf, test } from 'vitest'
import { outsideRoutes } from './compat/route.js'
import type { outside } from './compat/routes.js'
import type { Context, Operation, Routes } from './route.js'
import type { routes } from './routes.js'

test('routes of the document have its paths, parameters and bodies', () => {
  expectTypeOf<keyof typeof routes>().toEqualTypeOf<Operation>()
  expectTypeOf<Context<'GET /v2/workflows/dlq/{dlqId}'>['path']>().toEqualTypeOf<{
    readonly dlqId: string
  }>()
  expectTypeOf<'GET /v2/nothing'>().not.toExtend<Operation>()
  const wrong: Partial<Routes> = {
    // @ts-expect-error: the parameter is called dlqId
    'POST /v2/workflows/dlq/callback/{dlqId}': ({ path: { id } }) => void id,
    // @ts-expect-error: messages are a list
    'GET /v2/workflows/dlq': () => ({ messages: 1 }),
    // @ts-expect-error: there is no body
    'DELETE /v2/workflows/dlq/{dlqId}': () => ({}),
  }
  void wrong
})

test('routes outside the document have no path of the document', () => {
  outsideRoutes({
    'GET /v2/nothing': () => undefined,
    // @ts-expect-error: the document has it
    'GET /v2/workflows/dlq': () => undefined,
  })
  expectTypeOf<Extract<keyof typeof outside, Operation>>().toEqualTypeOf<never>()
})
