import { describe, expect, it } from 'vitest'
import type { Finding } from '../../core/judgement.js'
import type { RecordedExchange } from '../report.js'
import { evidenceLines } from './failure.js'
import { markdown } from './markdown.js'
import { tellingExchange } from './telling-exchange.js'
import { of, reportOf, resultOf } from './testing.js'

const exchange = (target: string, status: number, body: string): RecordedExchange => ({
  request: { method: 'GET', target, headers: [], body: '' },
  response: { status, headers: [['X-Answer', `of ${target}`]], body },
  durationMs: 1,
})
const failure = 'expected an answer to GET /unanswered, got none: timed out after 50 ms'
const unanswered: RecordedExchange = {
  request: { method: 'GET', target: '/unanswered', headers: [], body: '' },
  failure,
  durationMs: 50,
}

/** As a scenario may leave them: what is judged is rarely the first, and not always the last. */
const exchanges = [
  exchange('/accepted', 200, '{"result":"OK"}'),
  exchange('/array', 400, '{"result":["a",null,5],"cursor":""}'),
  exchange('/stream', 200, 'data: 12.5 [0 ] "ECHO"\n\n'),
  unanswered,
  exchange('/last', 201, '[{"result":"b"}]'),
]

const told = (finding: Partial<Finding>) => {
  const result = { findings: [{ message: 'expected this, got that', ...finding }], exchanges }
  const { exchange, isTold } = tellingExchange(result)!
  return isTold ? exchange.request.target : undefined
}

describe('the exchange that tells of a finding is the latest one', () => {
  it.each<[string, Partial<Finding>, string | undefined]>([
    [
      'with the status that came',
      { message: 'expected status 401, got 400', actual: 400, kind: 'status' },
      '/array',
    ],
    ['with the very body', { actual: '{"result":"OK"}' }, '/accepted'],
    ['with the very JSON', { actual: [{ result: 'b' }] }, '/last'],
    ['with the outcome', { actual: { status: 200, body: '{"result":"OK"}' } }, '/accepted'],
    ['with the member', { actual: 'OK' }, '/accepted'],
    ['with an element of a member', { actual: 5 }, '/array'],
    ['with the empty member', { actual: '' }, '/array'],
    ['with all elements of what came', { actual: ['a', 5] }, '/array'],
    ['with the names of the members', { actual: ['result', 'cursor'] }, '/array'],
    ['with the header', { actual: 'of /accepted' }, '/accepted'],
    ['with a part of an event', { actual: '12.5 [0 ] ' }, '/stream'],
    ['with the lines of an event', { actual: ['data: 12.5 [0 ] "ECHO"'] }, '/stream'],
    ['that was not answered', { message: failure }, '/unanswered'],
  ])('%s', (_, finding, target) => {
    expect(told(finding)).toBe(target)
  })

  it.each([
    ['nothing came', {}],
    ['what came was counted or measured', { actual: 6 }],
    ['what came is a part of too many texts', { actual: '0' }],
    ['what came was delivered', { actual: 'of a delivery' }],
    ['a number that is no status is one elsewhere', { actual: 400 }],
  ])('and none of them where %s', (_, finding) => {
    expect(told(finding)).toBeUndefined()
  })
})

it('is the only one there is', () => {
  const [only] = exchanges
  expect(tellingExchange({ findings: [], exchanges: [only!] })).toEqual({
    exchange: only,
    isTold: true,
  })
  expect(tellingExchange({ findings: [], exchanges: [] })).toBeUndefined()
})

describe('a failure', () => {
  const judged = resultOf('violated', 'one', {
    exchanges,
    findings: [{ message: 'expected result "b", got "OK"', expected: 'b', actual: 'OK' }],
  })
  const counted = { ...judged, findings: [{ message: 'expected 2 deliveries, got 6', actual: 6 }] }

  it('shows it', () => {
    expect(evidenceLines(judged)).toContain('sent      GET /accepted')
    expect(of(markdown, reportOf([judged]))).toContain('> GET /accepted')
  })

  it('shows the last one as no more than that where no answer tells', () => {
    expect(evidenceLines(counted)).toContain('last sent GET /last')
    expect(of(markdown, reportOf([counted]))).toContain(
      'The last exchange:\n\n```http\n> GET /last',
    )
  })
})
