import { expect, test } from 'vitest'
import type { Backend } from './backends/backend.js'
import { createKv } from './kv.js'

const tokens = { standard: 'standard', readOnly: 'read-only' }
const keys = { first: 0, last: 0, step: 0 }

test.each([true, false])(
  'the Read Only token may run scripts that only read where their calls are judged: %s',
  (judgesCalls) => {
    const kv = createKv({ backend: { judgesCalls } as Backend, tokens })
    for (const name of ['eval_ro', 'evalsha_ro', 'fcall_ro']) {
      const info = { name, arity: -3, write: false, keys }
      expect(kv.isDeniedToReadOnly(info)).toBe(!judgesCalls)
    }
  },
)
