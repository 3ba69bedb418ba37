import { expect, test } from 'vitest'
import { reportOf } from '../report/reporters/testing.js'
import type { Coverage } from '../report/report.js'
import { proxyText } from './text.js'

test('coverage is shown as text', () => {
  const of = 'kv' as const
  const coverage: Coverage = {
    exchanges: 9,
    documented: 7,
    broken: 1,
    operations: [
      {
        interface: of,
        operationId: 'pipeline',
        method: 'POST',
        path: '/pipeline',
        answers: [
          { status: 200, exchanges: 6, broken: 1 },
          { status: 400, exchanges: 1, broken: 0 },
        ],
        unseen: ['401'],
      },
      {
        interface: of,
        operationId: 'info',
        method: 'POST',
        path: '/info',
        answers: [],
        unseen: ['200'],
      },
    ],
    rules: [
      { id: 'kv.envelope.error', exchanges: 1 },
      { id: 'kv.envelope.success', exchanges: 0 },
    ],
    undocumented: [
      { interface: of, method: 'GET', path: '/x', status: 500, mediaType: '', exchanges: 1 },
    ],
    unjudged: [{ reason: 'no answer: reset', exchanges: 1 }],
  }

  expect(proxyText(reportOf([], { coverage }))).toBe(`Operations
  ✗ kv    POST   /pipeline  200 ×6 (1 broken), 400 ×1; never 401
    kv    POST   /info      not seen

Rules covered
    kv.envelope.error ×1

Undocumented answers
    GET /x answered 500 ×1

Not judged
    no answer: reset ×1

Exchanges  9: 7 documented, 1 of them broken, 1 undocumented
Covered    1 of 2 operations, 1 of 2 rules of answers
Target     http://kv.example:8079 (svc dialect, real time), 1.2 s
`)
})
