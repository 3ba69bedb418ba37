import { expect, test } from 'vitest'
import { days } from '../../core/time.js'
import type { Attempt, PublishedMessage } from '../fixtures/message-book.js'
import { everyMessage } from './every-message.js'

const at = Date.UTC(2026, 0)

const message = (
  settings: Readonly<Record<string, string>>,
  more: Partial<PublishedMessage> = {},
): PublishedMessage => ({
  url: 'http://sink/inbox/a',
  settings: new Map(Object.entries(settings).map(([name, value]) => [name, [value]])),
  contentType: undefined,
  digest: 'body',
  request: undefined,
  from: at,
  to: at,
  isVirtual: true,
  ...more,
})

const attempt = (more: Partial<Attempt> = {}): Attempt => ({
  method: 'POST',
  target: '/inbox/a',
  headers: [['X-Own', 'one']],
  at,
  digest: 'body',
  status: 200,
  isPlain: true,
  ...more,
})

const failed = attempt({ status: 500 })

/** Returns the rules that are violated. */
async function violatedBy(of: PublishedMessage, ...attempts: readonly Attempt[]) {
  const time = { virtual: true, now: async () => at + days(3), pass: async () => {} }
  const world = { messages: { delivered: () => [[of, attempts]] }, time, shared: new Map() }
  const judged = everyMessage.map(async (each) =>
    each.run(world as never).then(
      () => [],
      () => [each.rule.replace('queue.', '')],
    ),
  )
  return (await Promise.all(judged)).flat()
}

test.each<[string, PublishedMessage, readonly Attempt[], readonly string[]]>([
  ['is right', message({ 'forward-x-own': 'one' }), [attempt()], []],
  ['retries', message({ retries: '1', 'retry-delay': '0' }), [failed, attempt()], []],
  ['is delayed', message({ delay: '2s' }), [attempt({ at: at + 2_000 })], []],
  ['has another method', message({ method: 'PUT' }), [attempt()], ['publish.method']],
  ['has no method', message({}), [attempt({ method: 'PUT' })], ['publish.method-defaults-to-post']],
  ['has another body', message({}), [attempt({ digest: 'x' })], ['publish.body-unchanged']],
  ['has no type', message({}, { contentType: 'a/b' }), [attempt()], ['publish.content-type']],
  ['lacks a header', message({ 'forward-x': '1' }), [attempt()], ['forward.prefix-stripped']],
  [
    'goes to another URL',
    message({}),
    [attempt({ target: '/inbox/b' })],
    ['publish.delivers-to-destination'],
  ],
  ['is late', message({}), [attempt({ at: at + 1 })], ['publish.delivers-to-destination']],
  ['is early', message({ delay: '2s' }), [attempt()], ['delay.number-and-unit']],
  [
    'is later than its time',
    message({ 'not-before': String(at / 1000 + 5) }),
    [attempt({ at: at + 6_000 })],
    ['delay.not-before-in-seconds'],
  ],
  ['is not tried again', message({ retries: '1' }), [failed], ['retries.after-a-failed-delivery']],
  ['may still come', message({ retries: '1', 'retry-delay': '172800000' }), [failed], []],
  ['comes twice', message({}), [attempt(), attempt()], ['retries.after-a-failed-delivery']],
  [
    'has too many attempts',
    message({ retries: '1' }),
    [failed, failed, failed],
    ['retries.at-most-one-plus-retries'],
  ],
  [
    'is tried again too early',
    message({ 'retry-delay': '500' }),
    [failed, attempt({ at: at + 499 })],
    ['retry-delay.expression-in-milliseconds'],
  ],
  [
    'is late in real time, on a busy machine',
    message({ delay: '2s' }, { isVirtual: false }),
    [attempt({ at: at + 9_000 })],
    [],
  ],
  ['starts a run', message({ 'workflow-runid': 'a' }), [attempt({ digest: 'x' }), attempt()], []],
])('a message that %s', async (_, published, attempts, rules) => {
  expect(await violatedBy(published, ...attempts)).toEqual(rules)
})
