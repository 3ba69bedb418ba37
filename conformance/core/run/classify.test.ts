import { expect, test } from 'vitest'
import type { Exchange } from '../../wire/exchange.js'
import { exchangeOf } from '../../wire/testing.js'
import {
  classify,
  isOfResponses,
  type Ending,
  type Evidence,
  type RunEvidence,
} from './classify.js'
import { Blocked, controlFailure, NotApplicable, Violation, type Finding } from '../judgement.js'

type Facts = Partial<RunEvidence>
type Findings = readonly Finding[]

const time = { limitMs: 10_000, respondingMs: 5, usualMs: 5 }

/** Returns the evidence of a scenario that ended by itself. */
const ran = (facts: Facts = {}): RunEvidence => ({
  level: 'must',
  exchanges: [],
  time,
  ...facts,
})
const threw = (error: unknown, facts?: Facts) => ran({ thrown: { error }, ...facts })

const requestTo = (target: string) => ({ ...exchangeOf().request, target })
const request = requestTo('/get/a')
const wrong = { message: 'expected 1, got 2', request }
const other = { message: 'expected 3, got 4', request: requestTo('/get/b') }
const late = { message: 'got none', overdue: true }
const named = { message: 'expected an array', rule: 'kv.envelope.result-array' as const, request }
const more = { message: 'and 2 more' }

/** Returns the evidence of a scenario that found a wrong response, or failed in its setup. */
const violates = (facts?: Facts, findings: Findings = [wrong]) =>
  threw(new Violation(findings), facts)
const blocks = (facts?: Facts, findings: Findings = [wrong]) => threw(new Blocked(findings), facts)
const violatesLate = (facts?: Facts) => violates(facts, [late])

const passed: Ending = { verdict: 'passed', findings: [] }
const observed: Ending = { verdict: 'observed', findings: [] }
const violated = (...findings: Findings): Ending => ({ verdict: 'violated', findings })
const blocked = (reason: string, ...findings: Findings): Ending => ({
  verdict: 'blocked',
  findings,
  reason,
})
const notApplicable = (reason: string, ...findings: Findings): Ending => ({
  verdict: 'not-applicable',
  findings,
  reason,
})
const bug = (message: string): Ending => ({ verdict: 'harness-error', findings: [{ message }] })

const open = { level: 'open' } as const
const lack = { name: 'the path form', exchange: exchangeOf({ request, status: 404 }) }
const wrongShape = 'expected a list'
const unread = { message: 'the scenario cannot read an answer: expected a list' }
const isSlow = { time: { ...time, respondingMs: 6000 } }
const slow = {
  message: 'the 10000 ms of the scenario ended, because the target is slow; raise --timeout',
  kind: 'slow' as const,
}
const outage = 'connections to http://kv are refused'
const limit = 'the request limit of http://kv is reached'
const has429 = { exchanges: [exchangeOf({ request, status: 429 })] }
const tooMany = 'the target limits requests (HTTP 429); use --rps'
const damage = { problem: 'sent: QUIT', last: request }
const harm = { message: 'the target no longer serves after this scenario (sent: QUIT)', request }
const unrestored = { error: 'the limit stays' }
const control = controlFailure('POST /__mock failed')

test.each<[evidence: string, Evidence, Ending]>([
  ['a missing ability', { obstacle: 'no clock' }, notApplicable('no clock')],
  [
    'a lack, found for the first time',
    { lack, isFirst: true },
    violated({ message: 'the target lacks the path form: GET /get/a returns status 404', request }),
  ],
  ['the same lack', { lack, isFirst: false }, notApplicable('the target lacks the path form')],
  ['a lost target', { loss: limit }, blocked(limit)],

  ['no error', ran(), passed],
  ['a violation', violates(), violated(wrong)],
  ['a failed setup', blocks(), blocked(wrong.message, wrong)],
  ['a missing command', threw(new NotApplicable('no ACL')), notApplicable('no ACL')],
  ['another error', threw('oops'), bug('oops')],
  [
    'an unreadable shape',
    threw(new TypeError('a'), { wrongShape }),
    blocked(unread.message, unread),
  ],
  ['another error at such a shape', threw('oops', { wrongShape }), bug('oops')],

  ['an open point', ran(open), observed],
  ['a bug at an open point', threw('oops', open), bug('oops')],
  ['a failed setup at an open point', blocks(open), notApplicable(wrong.message, wrong)],
  ['a late message at an open point', violatesLate(open), notApplicable('got none', late)],
  ['another rule at an open point', violates(open, [named]), notApplicable(named.message, named)],

  ['a late message', violatesLate(), violated(late)],
  ['a slow target', violatesLate(isSlow), blocked(slow.message, slow)],
  ['an open point of it', violatesLate({ ...isSlow, ...open }), notApplicable(slow.message, slow)],
  ['a violation by a slow target', violates(isSlow), violated(wrong)],

  ['an outage and a violation', violates({ outage }), blocked(outage, wrong)],
  ['an outage and a failed setup', blocks({ outage }), blocked(outage, wrong)],
  ['an outage of a slow target', violatesLate({ ...isSlow, outage }), blocked(outage, slow)],
  ['an outage and no error', ran({ outage, limit }), passed],
  ['an outage and a bug', threw('oops', { outage }), bug('oops')],

  ['a limit and an outage', violates({ limit, outage }), blocked(limit, wrong)],
  ['a limit and a bug', threw('oops', { limit }), blocked(limit, { message: 'oops' })],
  ['a limit at an open point', ran({ ...open, limit }), blocked(limit)],

  ['a violation with status 429', violates(has429), blocked(tooMany, wrong)],
  ['a violation after a status 429', violates(has429, [other]), violated(other)],
  ['a failed setup with status 429', blocks(has429), blocked(wrong.message, wrong)],

  ['damage', ran({ damage }), violated(harm)],
  ['damage and a violation', violates({ damage, limit }), violated(harm, wrong)],
  ['damage and a slow target', violatesLate({ ...isSlow, damage }), violated(harm, slow)],
  ['damage after an open point', ran({ ...open, damage }), observed],

  ['an explained setup', blocks({ explanations: [named] }), violated(named)],
  ['an explained violation', violates({ explanations: [named] }), violated(named)],
  [
    'an explained violation beside another',
    violates({ explanations: [named, undefined] }, [wrong, other]),
    violated(named, other),
  ],
  [
    'an explained violation that stands for more',
    violates({ explanations: [named, undefined] }, [wrong, more]),
    violated(named, { ...more, rule: named.rule }),
  ],

  ['a lasting change', violates({ unrestored, damage }), bug('the limit stays')],
  [
    'a lasting change by a control route',
    ran({ unrestored: { error: control } }),
    blocked(control.message, ...control.findings),
  ],
])('%s', (_, evidence, ending) => {
  expect(classify(evidence)).toEqual(ending)
})

test('responses may explain the findings about a target that serves', () => {
  expect([violates(), blocks()].every(isOfResponses)).toBe(true)
  const others = [ran(), violatesLate(isSlow), violates({ outage }), violates({ unrestored })]
  expect(others.some(isOfResponses)).toBe(false)
})

/** Returns a finding about a request that waited for its response when the time ended. */
const about = ({ request }: Exchange) => ({ ...late, request })
const took = (durationMs: number) => exchangeOf({ durationMs, request: requestTo('/get/b') })
const waited = (durationMs: number) => ({ ...took(durationMs), overdue: true, failure: 'got none' })
const six = Array.from({ length: 6 }, () => took(1500))
const [unsent, short, less] = [waited(0), waited(1000), waited(4900)]
const [half, whole] = [waited(5000), waited(9900)]
const longestWait = { expected: 'expected delivery 1', milliseconds: 9000 }
const atOnce = { ...time, respondingMs: 1500 }

type Row = [
  what: string,
  Findings,
  readonly Exchange[],
  reason?: string | undefined,
  time?: Facts['time'],
]

test.each<Row>([
  ['a delivery after slow responses', [late], six, '(6 earlier requests took about 1500 ms each)'],
  [
    'a short wait after them',
    [about(short)],
    [...six, short],
    'the last request had waited for 1000',
  ],
  [
    'others unsent',
    [about(short), about(unsent), { ...more, overdue: true }],
    [...six, short],
    'slow',
  ],
  ['a slow target', [about(whole)], [whole], 'slow; raise', { ...time, usualMs: 1200 }],
  ['less than half', [about(less)], [took(5100), less], '(1 earlier request took about 5100 ms'],
  ['a late request', [about(short)], [], 'because something before it was missing or late'],
  [
    'a wait',
    [about(short)],
    [short],
    'of a wait of 9 s: expected delivery 1',
    { ...time, longestWait },
  ],

  ['a delivery after slow responses at once', [late], six, undefined, atOnce],
  ['half of the time', [about(half)], [half]],
  ['the whole time', [about(whole)], [took(5), whole]],
  ['another request for the whole time', [about(unsent)], [took(5), whole]],
  ['a short wait and a wrong response', [about(short), wrong], [...six, short]],
])('the time ended: %s', (_, findings, exchanges, reason, given) => {
  const respondingMs = exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const evidence = violates({ exchanges, time: given ?? { ...time, respondingMs } }, findings)

  expect(classify(evidence)).toMatchObject(
    reason === undefined
      ? violated(...findings)
      : { verdict: 'blocked', reason: expect.stringContaining(reason) as string },
  )
})
