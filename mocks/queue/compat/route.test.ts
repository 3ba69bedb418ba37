// The compiler is the judge here: an expectation of an error that does not come is an error itself.

import { expectTypeOf, test } from 'vitest'
import type { Operation } from '../route.js'
import type { outside } from './routes.js'
import { outsideRoutes } from './route.js'

test('path parameters are those of the path', () => {
  outsideRoutes({
    'GET /v2/a/{one}/{two}': ({ path }) => {
      expectTypeOf(path).toEqualTypeOf<{ readonly one: string; readonly two: string }>()
    },
    // @ts-expect-error: the parameter is called one
    'GET /v2/a/{one}': ({ path: { other } }) => void other,
  })
})

test('an operation of the document is none outside it', () => {
  outsideRoutes({
    'GET /v2/nothing': () => undefined,
    // @ts-expect-error: the document has it
    'GET /v2/workflows/dlq': () => undefined,
  })
  expectTypeOf<Extract<keyof typeof outside, Operation>>().toEqualTypeOf<never>()
})
