import { describe, expect, it } from 'vitest'
import type { Finding } from '../../core/judgement.js'
import type { RecordedExchange } from '../report.js'
import { evidenceLines } from './failure.js'
import { markdown } from './markdown.js'
import { relevantExchange } from './relevant-exchange.js'
import { reportOf, resultOf } from './testing.js'

const exchange = (target: string, status: number, body: string): RecordedExchange => ({
  request: { method: 'GET', target, headers: [], body: '' },
  response: { status, headers: [['X-Answer', `of ${target}`]], body },
  durationMs: 1,
})
const failure = 'expected an answer to GET /unanswered, got none: timed out after 50 ms'
const exchanges: readonly RecordedExchange[] = [
  exchange('/accepted', 200, '{"result":"OK"}'),
  exchange('/array', 400, '{"result":["a",null,5],"cursor":""}'),
  exchange('/stream', 200, 'data: 12.5 [0 ] "ECHO"\n\n'),
  {
    request: { method: 'GET', target: '/unanswered', headers: [], body: '' },
    failure,
    durationMs: 50,
  },
  exchange('/last', 201, '[{"result":"b"}]'),
]

describe('the relevant exchange is the latest one', () => {
  it.each<[string, Partial<Finding>, string | undefined]>([
    ['with the status', { actual: 400, kind: 'status' }, '/array'],
    ['with the whole body', { actual: '{"result":"OK"}' }, '/accepted'],
    ['with the whole JSON', { actual: [{ result: 'b' }] }, '/last'],
    ['with status and body', { actual: { status: 200, body: '{"result":"OK"}' } }, '/accepted'],
    ['with the member', { actual: 'OK' }, '/accepted'],
    ['with an element of a member', { actual: 5 }, '/array'],
    ['with the empty member', { actual: '' }, '/array'],
    ['with all elements', { actual: ['a', 5] }, '/array'],
    ['with the member names', { actual: ['result', 'cursor'] }, '/array'],
    ['with the header', { actual: 'of /accepted' }, '/accepted'],
    ['with a part of an event', { actual: '12.5 [0 ] ' }, '/stream'],
    ['with the lines of an event', { actual: ['data: 12.5 [0 ] "ECHO"'] }, '/stream'],
    ['without an answer', { message: failure }, '/unanswered'],
    ['(none: nothing was received)', {}, undefined],
    ['(none: a count or a time)', { actual: 6 }, undefined],
    ['(none: too short a text)', { actual: '0' }, undefined],
    ['(none: from a delivery)', { actual: 'of a delivery' }, undefined],
    ['(none: a number, but no status)', { actual: 400 }, undefined],
  ])('%s', (_, finding, target) => {
    const findings = [{ message: 'expected this, got that', ...finding }]
    const { exchange, isRelevant } = relevantExchange({ findings, exchanges })!
    expect(isRelevant ? exchange.request.target : undefined).toBe(target)
  })

  it('or that of the finding, although a later one has the same status', () => {
    const all = [...exchanges, exchange('/later', 400, '{}')]
    const findings = [
      { message: 'expected 200', actual: 400, kind: 'status' as const, exchange: 1 },
    ]
    expect(relevantExchange({ findings, exchanges: all })?.exchange.request.target).toBe('/array')
  })

  it('or the only one', () => {
    const [only] = exchanges
    expect(relevantExchange({ findings: [], exchanges: [only!] })).toEqual({
      exchange: only,
      isRelevant: true,
    })
    expect(relevantExchange({ findings: [], exchanges: [] })).toBeUndefined()
  })
})

it.each([
  ['OK', 'sent      GET /accepted', '```http\n> GET /accepted'],
  [6, 'last sent GET /last', 'The last exchange:\n\n```http\n> GET /last'],
])('a failure that got %j shows it', (actual, inText, inMarkdown) => {
  const findings = [{ message: `expected 2, got ${actual}`, actual }]
  const result = resultOf('violated', 'one', { exchanges, findings })

  expect(evidenceLines(result)).toContain(inText)
  expect(markdown(reportOf([result]))).toContain(inMarkdown)
})
