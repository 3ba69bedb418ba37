import { describe, expect, test } from 'vitest'
import type { DeadLetter, DeadLetterFilter } from '../dlq/dead-letter.js'
import type { FlowControl } from '../flow-control/limits.js'
import type { Group } from '../groups/group.js'
import type { LogEvent, LogEventFilter } from '../logs/log-event.js'
import type { Message, PartOfRun } from '../message.js'
import type { RawStep, Run, RunFilter } from '../runs/run.js'
import type { Waiter } from '../notify/waiter.js'
import { createMemoryStore } from './memory.js'
import { eventOf } from '../messages/message-event.js'
import { CLAIM_GRACE, KEPT_EVENTS, type Store } from './store.js'
import { dlqMessage } from '../testing.js'

/** Every store there is, and how to open an empty one. */
const stores: [string, () => Promise<Store>][] = [['memory', async () => createMemoryStore()]]

const letter = (id: string, sequence: number, more: Partial<DeadLetter> = {}): DeadLetter => ({
  id,
  sequence,
  failedAt: 0,
  labels: [],
  message: dlqMessage({ messageId: `msg_${id}` }),
  runKey: '0-1',
  outcome: { kind: 'unanswered', reason: 'nobody is there' },
  unsettled: [],
  waiters: [],
  ...more,
})

const message = (id: string, nextDeliveryTime: number, retried = 0): Message => ({
  id,
  url: 'http://app.test/',
  method: 'POST',
  headers: { 'X-A': ['1'] },
  body: Buffer.of(0, 255),
  retries: 3,
  retryDelay: undefined,
  timeout: 1000,
  notBefore: nextDeliveryTime,
  flowControl: undefined,
  callerIP: '127.0.0.1',
  sourceHeaders: {},
  callback: undefined,
  failureCallback: undefined,
  createdAt: 0,
  retried,
  nextDeliveryTime,
})

const initialStep = { stepName: 'init', stepType: 'Initial', concurrent: 1 }

const step = (messageId: string): RawStep => ({
  messageId,
  callType: 'step',
  info: initialStep,
  body: Uint8Array.of(0, 255),
  createdAt: 0,
  notBefore: 0,
})

const run = (id: string, sequence: number, more: Partial<Run> = {}): Run => ({
  key: `0-${sequence}`,
  id,
  sequence,
  url: 'http://app.test/w',
  createdAt: 0,
  state: 'RUN_STARTED',
  labels: [],
  start: message('start', 0),
  configuration: [],
  steps: [],
  ...more,
})

const event = (sequence: number, more: Partial<LogEvent> = {}): LogEvent => ({
  sequence,
  time: 0,
  state: 'RUN_STARTED',
  workflowRunId: 'wfr_1',
  workflowUrl: 'http://app.test/w',
  workflowCreatedAt: 0,
  ...more,
})

const waiter = (id: string, deadline: number, more: Partial<Waiter> = {}): Waiter => ({
  id,
  eventId: 'paid',
  runKey: '0-1',
  workflowRunId: 'wfr_1',
  workflowCreatedAt: 0,
  url: 'http://app.test/w',
  headers: {},
  deadline,
  step: { stepId: 1 },
  ...more,
})

const group = (name: string, version = 1): Group => ({
  id: `grp_${name}`,
  name,
  endpoints: [{ url: 'http://app.test/' }],
  headers: { 'X-A': ['1'] },
  createdAt: 0,
  updatedAt: version,
  version,
})

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

describe.each(stores)('%s', (_, open) => {
  /** A store with these dead letters; their sequence numbers are 1, 2, 3 … */
  async function withLetters(...ids: string[]) {
    const store = await open()
    for (const [index, id] of ids.entries()) await store.deadLetters.add(letter(id, index + 1))
    return store
  }

  /** A store with messages that are due then. */
  async function withMessages(...due: [id: string, nextDeliveryTime: number][]) {
    const store = await open()
    for (const [id, moment] of due) await store.messages.add(message(id, moment))
    return store
  }

  test('numbers rise, and none is given twice, even after everything is forgotten', async () => {
    const store = await open()
    const numbers = await Promise.all([store.next(), store.next(), store.next()])
    await store.clear()
    numbers.push(await store.next())
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  })

  describe('messages', () => {
    test('are counted from when they are due until they are settled, claimed or not', async () => {
      const { messages } = await withMessages(['a', 5], ['b', 5], ['c', 9], ['d', 20])
      expect(await messages.ready(4)).toBe(0)
      expect(await messages.ready(5)).toBe(2)
      await messages.claim(5, 10)
      expect(await messages.ready(9)).toBe(3)

      await messages.remove('a')
      await messages.replace(message('b', 15, 1))
      await messages.cancel('c')
      expect(await messages.ready(9)).toBe(0)
      await messages.cancel('d')
      expect(await messages.ready(20)).toBe(1)
    })

    test('are had by their ids until they are removed', async () => {
      const { messages } = await withMessages(['a', 5])
      expect(await messages.get('a')).toEqual(message('a', 5))
      expect(await messages.get('b')).toBeUndefined()

      expect(await messages.remove('a')).toBe(true)
      expect(await messages.remove('a')).toBe(false)
      expect(await messages.get('a')).toBeUndefined()
      expect(await messages.nextDue()).toBeUndefined()
      expect(await messages.claim(9, 9)).toEqual([])
    })

    test('are claimed when they are due, the earliest first, and equals as they came', async () => {
      const { messages } = await withMessages(['late', 20], ['b', 10], ['a', 5], ['c', 10])
      expect(await messages.nextDue()).toBe(5)
      expect(await messages.claim(4, 9)).toEqual([])
      expect(await messages.claim(10, 9)).toEqual([
        message('a', 5),
        message('b', 10),
        message('c', 10),
      ])
      expect(await messages.nextDue()).toBe(20)
    })

    test('are claimed no more at once than is asked for', async () => {
      const { messages } = await withMessages(['a', 1], ['b', 2], ['c', 3])
      expect(idsOf(await messages.claim(9, 2))).toEqual(['a', 'b'])
      expect(idsOf(await messages.claim(9, 2))).toEqual(['c'])
    })

    test('that are claimed are kept, and nobody else gets them for a while', async () => {
      const { messages } = await withMessages(['a', 5])
      await messages.claim(10, 9)
      expect(await messages.get('a')).toEqual(message('a', 5))

      const over = 10 + 1000 + CLAIM_GRACE
      expect(await messages.claim(over - 1, 9)).toEqual([])
      expect(await messages.nextDue()).toBe(over)
      expect(idsOf(await messages.claim(over, 9))).toEqual(['a'])
    })

    test('that are replaced are due at their new moment', async () => {
      const { messages } = await withMessages(['a', 5])
      await messages.claim(5, 9)
      await messages.replace(message('a', 30, 1))
      expect(await messages.get('a')).toEqual(message('a', 30, 1))
      expect(await messages.nextDue()).toBe(30)
      expect(await messages.claim(30, 9)).toEqual([message('a', 30, 1)])
    })

    test('of a run are taken all at once, whether or not they are claimed', async () => {
      const { messages } = await open()
      const run: PartOfRun = { runKey: '0-1', callType: 'step', info: initialStep }
      const [first, second] = [message('a', 5), message('b', 7)].map((each) => ({ ...each, run }))
      await messages.add(first!)
      await messages.add(second!)
      await messages.add({ ...message('c', 5), run: { ...run, runKey: '0-2' } })
      await messages.add(message('d', 5))
      await messages.claim(5, 1)

      expect(await messages.takeOf('0-1')).toEqual([first, second])
      expect(await messages.takeOf('0-1')).toEqual([])
      expect(idsOf(await messages.claim(9, 9))).toEqual(['c', 'd'])
      expect(await messages.replace(first!)).toBe(false)
    })

    test('that are gone are not replaced', async () => {
      const { messages } = await withMessages(['a', 5])
      await messages.claim(5, 9)
      expect(await messages.replace(message('a', 5, 1))).toBe(true)
      await messages.remove('a')
      expect(await messages.replace(message('a', 30, 1))).toBe(false)
      expect(await messages.get('a')).toBeUndefined()
      expect(await messages.nextDue()).toBeUndefined()
    })
  })

  describe('messages of a flow-control key', () => {
    const keyed = (id: string, limits: Partial<FlowControl>, due = 0, retried = 0): Message => ({
      ...message(id, due, retried),
      flowControl: { key: 'k', parallelism: undefined, rate: undefined, period: 1000, ...limits },
    })

    async function withKeyed(...messages: Message[]) {
      const { messages: kept } = await open()
      for (const each of messages) await kept.add(each)
      const claim = async (now: number, limit = 9) => idsOf(await kept.claim(now, limit))
      return { kept, claim, heldUp: (now: number) => kept.heldUp('k', now) }
    }

    test('are claimed in turn, as many at once as may be', async () => {
      const p = { parallelism: 2 }
      const { kept, claim, heldUp } = await withKeyed(
        ...['a', 'b', 'c', 'd'].map((id) => keyed(id, p)),
      )
      expect(await heldUp(0)).toBe(2)
      expect(await claim(0)).toEqual(['a', 'b'])
      expect(await kept.nextDue()).toBe(1000 + CLAIM_GRACE)
      expect(await claim(0)).toEqual([])

      await kept.add(keyed('e', p))
      expect(await heldUp(0)).toBe(3)
      await kept.remove('b')
      expect(await kept.nextDue()).toBe(0)
      expect(await heldUp(0)).toBe(2)
      expect(await claim(0)).toEqual(['c'])
      expect(await heldUp(0)).toBe(2)
      await kept.remove('a')
      await kept.remove('c')
      expect(await claim(0)).toEqual(['d', 'e'])
      expect(await heldUp(0)).toBe(0)
    })

    test('that wait for their retry leave their place, and line up again when it is due', async () => {
      const p = { parallelism: 1 }
      const { kept, claim, heldUp } = await withKeyed(keyed('a', p), keyed('b', p), keyed('c', p))
      expect(await claim(0)).toEqual(['a'])
      await kept.replace(keyed('a', p, 50, 1))
      expect(await claim(0)).toEqual(['b'])
      expect(await heldUp(49)).toBe(1)
      expect(await heldUp(50)).toBe(2)
      await kept.remove('b')
      expect(await claim(50)).toEqual(['c'])
      await kept.remove('c')
      expect(await claim(50)).toEqual(['a'])
    })

    test('that are not due hold up nobody', async () => {
      const p = { parallelism: 1 }
      const { kept, claim, heldUp } = await withKeyed(keyed('late', p, 100), keyed('soon', p, 10))
      expect(await kept.nextDue()).toBe(10)
      expect(await heldUp(10)).toBe(0)
      expect(await claim(10)).toEqual(['soon'])
      await kept.remove('soon')
      expect(await kept.nextDue()).toBe(100)
      expect(await claim(100)).toEqual(['late'])
    })

    test('hold up no other key, and none without one', async () => {
      const p = { parallelism: 1 }
      const other = {
        ...keyed('other', p),
        flowControl: { ...keyed('', p).flowControl!, key: 'K' },
      }
      const { kept, claim } = await withKeyed(keyed('a', p), keyed('b', p), other, message('c', 0))
      expect((await claim(0)).toSorted()).toEqual(['a', 'c', 'other'])
      expect(await kept.heldUp('K', 0)).toBe(0)
      expect(await kept.heldUp('never seen', 0)).toBe(0)
    })

    test('are claimed no more often in a period than their rate', async () => {
      const r = { rate: 2, period: 500 }
      const { kept, claim, heldUp } = await withKeyed(
        ...['a', 'b', 'c', 'd', 'e'].map((id) => keyed(id, r)),
      )
      expect(await claim(100, 1)).toEqual(['a'])
      expect(await claim(300)).toEqual(['b'])
      for (const id of ['a', 'b']) await kept.remove(id)
      expect(await heldUp(300)).toBe(3)
      expect(await kept.nextDue()).toBe(600)
      expect(await claim(600)).toEqual(['c'])
      expect(await kept.nextDue()).toBe(800)
      expect(await claim(900)).toEqual(['d'])
      expect(await claim(1399)).toEqual(['e'])
    })

    test('keep their place while nobody knows what became of them', async () => {
      const p = { parallelism: 1 }
      const { kept, claim } = await withKeyed(keyed('a', p), keyed('b', p))
      expect(await claim(0)).toEqual(['a'])
      const over = 1000 + CLAIM_GRACE
      expect(await claim(over)).toEqual(['a'])
      expect(await claim(over)).toEqual([])
      await kept.remove('a')
      expect(await claim(over)).toEqual(['b'])
    })

    test('that are taken away no longer wait', async () => {
      const p = { parallelism: 1 }
      const { kept, claim, heldUp } = await withKeyed(keyed('a', p), keyed('b', p), keyed('c', p))
      await claim(0)
      await kept.remove('b')
      expect(await heldUp(0)).toBe(1)
      await kept.remove('a')
      expect(await claim(0)).toEqual(['c'])
    })

    test('may ask for less than those before them: they wait until that is so', async () => {
      const { kept, claim } = await withKeyed(
        keyed('a', { parallelism: 2 }),
        keyed('b', { parallelism: 1 }),
        keyed('c', { parallelism: 2 }),
      )
      expect(await claim(0)).toEqual(['a'])
      await kept.remove('a')
      expect(await claim(0)).toEqual(['b', 'c'])
    })

    test('are forgotten with everything else', async () => {
      const store = await open()
      const p = { parallelism: 1 }
      for (const id of ['a', 'b']) await store.messages.add(keyed(id, p))
      await store.messages.claim(0, 9)
      await store.clear()
      expect(await store.messages.heldUp('k', 0)).toBe(0)
      expect(await store.messages.nextDue()).toBeUndefined()
      await store.messages.add(keyed('c', p))
      expect(idsOf(await store.messages.claim(0, 9))).toEqual(['c'])
    })
  })

  describe('firsts', () => {
    const time = { now: 0, until: 100 }

    test('are kept under their key, and answered to those that come after', async () => {
      const { firsts } = await open()
      expect(await firsts.keep('k', ['a', 'b'], time)).toBeUndefined()
      expect(await firsts.keep('k', ['c'], time)).toEqual(['a', 'b'])
      expect(await firsts.keep('k', ['d'], time)).toEqual(['a', 'b'])
      expect(await firsts.keep('K', ['e'], time)).toBeUndefined()
    })

    test('are forgotten at their moment, whatever was asked meanwhile', async () => {
      const { firsts } = await open()
      await firsts.keep('k', ['a'], time)
      await firsts.keep('k', ['b'], { now: 50, until: 150 })
      expect(await firsts.keep('k', ['c'], { now: 99, until: 199 })).toEqual(['a'])
      expect(await firsts.keep('k', ['d'], { now: 100, until: 200 })).toBeUndefined()
      expect(await firsts.keep('k', ['e'], { now: 199, until: 299 })).toEqual(['d'])
    })

    test('are one where many ask at once', async () => {
      const { firsts } = await open()
      const asked = Array.from({ length: 8 }, (_, n) => firsts.keep('k', [String(n)], time))
      const answers = await Promise.all(asked)
      const first = answers.indexOf(undefined)
      expect(answers).toEqual(answers.map((_, n) => (n === first ? undefined : [String(first)])))
    })

    test('are forgotten with everything else', async () => {
      const store = await open()
      await store.firsts.keep('k', ['a'], time)
      await store.clear()
      expect(await store.firsts.keep('k', ['b'], time)).toBeUndefined()
    })
  })

  describe('messages that are cancelled', () => {
    test('are gone where nobody has claimed them', async () => {
      const { messages } = await withMessages(['a', 10], ['b', 20])
      expect(await messages.cancel('a')).toMatchObject({ message: { id: 'a' }, isClaimed: false })
      expect(await messages.cancel('a')).toBeUndefined()
      expect(await messages.cancel('unknown')).toBeUndefined()
      expect(await messages.get('a')).toBeUndefined()
      expect(await messages.nextDue()).toBe(20)
    })

    test('stay until the attempt has ended that they were claimed for', async () => {
      const { messages } = await withMessages(['a', 10])
      await messages.claim(10, 9)
      expect(await messages.cancel('a')).toMatchObject({ isClaimed: true })
      expect(await messages.cancel('a')).toBeUndefined()
      expect(await messages.get('a')).toMatchObject({ id: 'a' })
      expect(await messages.replace(message('a', 20, 1))).toBe(false)
      expect(await messages.get('a')).toBeUndefined()
      expect(await messages.nextDue()).toBeUndefined()
    })

    test('are not claimed again when nobody knows what became of them', async () => {
      const { messages } = await withMessages(['a', 10])
      await messages.claim(10, 9)
      await messages.cancel('a')
      expect(await messages.claim(10 + 1000 + CLAIM_GRACE, 9)).toEqual([])
      expect(await messages.get('a')).toBeUndefined()
    })
  })

  test('messages are selected, but for those that are cancelled', async () => {
    const { messages } = await withMessages(['b', 10], ['a', 20], ['c', 10])
    const select = async (...ids: string[]) =>
      idsOf(await messages.select({ values: ids.length > 0 ? { messageIds: ids } : {} }))
    expect(await select()).toEqual(['b', 'a', 'c'])
    expect(await select('a', 'c', 'unknown')).toEqual(['a', 'c'])
    await messages.claim(10, 1)
    await messages.cancel('b')
    expect(await select()).toEqual(['a', 'c'])
  })

  describe('events', () => {
    const events = async (count: number) => {
      const { history } = await open()
      for (let time = 0; time < count; time++) {
        await history.add(eventOf(message('a', 0), 'ACTIVE', { time }))
      }
      return history
    }
    const timesOf = (items: readonly { readonly time: number }[]) => items.map(({ time }) => time)

    test('are read from the last on, page by page', async () => {
      const history = await events(5)
      const first = await history.page({ values: {} }, { limit: 2 })
      expect([timesOf(first.items), first.more]).toEqual([[4, 3], true])
      const before = first.items.at(-1)!
      const second = await history.page({ values: {}, fromDate: 1 }, { before, limit: 2 })
      expect([timesOf(second.items), second.more]).toEqual([[2, 1], false])
    })

    test('are forgotten when there are too many', async () => {
      const history = await events(2 * KEPT_EVENTS + 1)
      const { items } = await history.page({ values: {} }, { limit: Infinity })
      expect(items).toHaveLength(KEPT_EVENTS)
      expect(items[0]).toMatchObject({ time: 2 * KEPT_EVENTS })
    })
  })

  describe('dead letters', () => {
    test('are had by their ids until they are removed', async () => {
      const { deadLetters } = await withLetters('a', 'b')
      expect(await deadLetters.get('a')).toEqual(letter('a', 1))
      expect(await deadLetters.get('c')).toBeUndefined()

      expect(await deadLetters.remove('a')).toBe(true)
      expect(await deadLetters.remove('a')).toBe(false)
      expect(await deadLetters.get('a')).toBeUndefined()
    })

    test('come in pages, the newest first, that say whether there are more', async () => {
      const { deadLetters } = await withLetters('a', 'b', 'c')
      const page = async (limit: number) => {
        const { items, more } = await deadLetters.page({}, { limit })
        return [idsOf(items), more]
      }
      expect(await page(2)).toEqual([['c', 'b'], true])
      expect(await page(3)).toEqual([['c', 'b', 'a'], false])
      expect(await page(4)).toEqual([['c', 'b', 'a'], false])
    })

    test('are as new as their numbers say, in whatever order they were added', async () => {
      const { deadLetters } = await open()
      await deadLetters.add(letter('new', 2))
      await deadLetters.add(letter('old', 1))
      expect(idsOf((await deadLetters.page({}, { limit: 9 })).items)).toEqual(['new', 'old'])
    })

    test('come in pages that begin behind one that may be gone', async () => {
      const { deadLetters } = await withLetters('a', 'b', 'c')
      await deadLetters.remove('b')
      expect(
        idsOf((await deadLetters.page({}, { before: { time: 0, sequence: 2 }, limit: 9 })).items),
      ).toEqual(['a'])
    })

    const run = { workflowRunId: 'wfr_1', workflowCreatedAt: 7 }
    test.each<[DeadLetterFilter, string[]]>([
      [{}, ['c', 'b', 'a']],
      [{ workflowRunId: 'wfr_1' }, ['a']],
      [{ workflowRunId: 'wfr' }, []],
      [{ workflowRunIdPrefix: 'wfr_' }, ['a']],
      [{ workflowRunIdPrefix: 'fr_1' }, []],
      [{ workflowCreatedAt: 7 }, ['a']],
      [{ dlqIds: ['c', 'x', 'a'] }, ['c', 'a']],
      [{ dlqIds: [] }, []],
      [{ workflowUrl: 'http://app.test/w' }, ['b']],
      [{ responseStatus: 500 }, ['a']],
      [{ callerIP: '127.0.0.1' }, ['c']],
      [{ failureCallbackState: 'CALLBACK_FAIL' }, ['b']],
      [{ fromDate: 2000 }, ['c', 'b']],
      [{ toDate: 2000 }, ['b', 'a']],
      [{ label: 'late' }, ['c']],
      [{ label: 'late', toDate: 2000 }, []],
    ])('that %j selects are %j, and nothing else counts', async (filter, ids) => {
      const { deadLetters } = await open()
      await deadLetters.add(
        letter('a', 1, {
          failedAt: 1000,
          message: dlqMessage({ ...run, responseStatus: 500 }),
        }),
      )
      await deadLetters.add(
        letter('b', 2, {
          failedAt: 2000,
          message: dlqMessage({
            workflowUrl: 'http://app.test/w',
            failureCallbackInfo: { state: 'CALLBACK_FAIL' },
          }),
        }),
      )
      await deadLetters.add(
        letter('c', 3, {
          failedAt: 3000,
          labels: ['urgent', 'late'],
          message: dlqMessage({ callerIP: '127.0.0.1' }),
        }),
      )
      const { items, more } = await deadLetters.page(filter, { limit: ids.length })
      expect([idsOf(items), more]).toEqual([ids, false])
    })
  })

  describe('groups', () => {
    test('are had by their names and by their ids until they are removed', async () => {
      const { groups } = await open()
      expect(await groups.put(group('a'))).toBe(true)
      expect(await groups.get('a')).toEqual(group('a'))
      expect(await groups.byId('grp_a')).toEqual(group('a'))
      expect(await groups.get('grp_a')).toBeUndefined()
      expect(await groups.byId('a')).toBeUndefined()

      expect(await groups.remove(group('a'))).toBe(true)
      expect(await groups.remove(group('a'))).toBe(false)
      expect(await groups.get('a')).toBeUndefined()
      expect(await groups.byId('grp_a')).toBeUndefined()
    })

    test('are listed by their names', async () => {
      const { groups } = await open()
      for (const name of ['b', 'c', 'a']) await groups.put(group(name))
      expect(await groups.all()).toEqual([group('a'), group('b'), group('c')])
    })

    test('are changed only from their newest version on', async () => {
      const { groups } = await open()
      expect(await groups.put(group('a', 2))).toBe(false)
      expect(await groups.put(group('a', 1))).toBe(true)
      expect(await groups.put(group('a', 1))).toBe(false)
      expect(await groups.put(group('a', 2))).toBe(true)
      expect(await groups.get('a')).toEqual(group('a', 2))

      expect(await groups.remove(group('a', 1))).toBe(false)
      expect(await groups.remove(group('a', 2))).toBe(true)
      expect(await groups.put(group('a', 1))).toBe(true)
    })
  })

  test('the callback of a dead letter can be told anew while it is there', async () => {
    const { deadLetters } = await withLetters('a', 'b')
    await deadLetters.setCallback('a', { state: 'CALLBACK_SUCCESS' })
    await deadLetters.setCallback('c', { state: 'CALLBACK_SUCCESS' })
    const failureCallbackState = 'CALLBACK_SUCCESS'
    const { items } = await deadLetters.page({ failureCallbackState }, { limit: 9 })
    expect(idsOf(items)).toEqual(['a'])
    expect(idsOf((await deadLetters.page({}, { limit: 9 })).items)).toEqual(['b', 'a'])
  })

  test('what happened earlier comes later in a list, whenever it was added', async () => {
    const { deadLetters } = await open()
    await deadLetters.add(letter('new', 1, { failedAt: 2000 }))
    await deadLetters.add(letter('old', 2, { failedAt: 1000 }))
    const page = async (time: number, sequence: number) =>
      idsOf((await deadLetters.page({}, { before: { time, sequence }, limit: 9 })).items)
    expect(await page(3000, 0)).toEqual(['new', 'old'])
    expect(await page(2000, 1)).toEqual(['old'])
    expect(await page(1000, 2)).toEqual([])
  })

  describe('runs', () => {
    test('of one id are in progress one at a time', async () => {
      const { runs } = await open()
      const first = run('a', 1)
      expect(await runs.add(first)).toBeUndefined()
      expect(await runs.add(run('a', 2))).toEqual(first)
      expect(await runs.get('0-2')).toBeUndefined()
      expect(await runs.add(run('b', 3))).toBeUndefined()

      await runs.end('0-1', { state: 'RUN_FAILED', completedAt: 5 })
      expect(await runs.add(run('a', 4, { createdAt: 1 }))).toBeUndefined()
      expect(await runs.latest('a')).toEqual(run('a', 4, { createdAt: 1 }))
      expect(await runs.latest('c')).toBeUndefined()
    })

    test('in progress get steps, also many at once, and no other does', async () => {
      const { runs } = await open()
      await runs.add(run('a', 1))
      await Promise.all(['x', 'y', 'z'].map((id) => runs.append('0-1', step(id))))
      const steps = ['x', 'y', 'z'].map(step)
      expect(await runs.get('0-1')).toEqual(run('a', 1, { steps }))

      await runs.end('0-1', { state: 'RUN_CANCELED', completedAt: 5 })
      expect(await runs.append('0-1', step('late'))).toBeUndefined()
      expect(await runs.append('0-9', step('x'))).toBeUndefined()
      expect((await runs.get('0-1'))!.steps).toEqual(steps)
    })

    test('end once', async () => {
      const { runs } = await open()
      await runs.add(run('a', 1))
      const ending = { state: 'RUN_SUCCESS', completedAt: 5, result: Uint8Array.of(1) } as const
      expect(await runs.end('0-1', ending)).toEqual(run('a', 1, ending))
      expect(await runs.end('0-1', { state: 'RUN_FAILED', completedAt: 6 })).toBeUndefined()
      expect(await runs.get('0-1')).toEqual(run('a', 1, ending))
    })

    test.each<[RunFilter, string[]]>([
      [{}, ['b', 'c', 'a']],
      [{ workflowRunId: 'a' }, ['a']],
      [{ workflowRunId: 'A' }, []],
      [{ workflowUrl: 'http://app.test/w' }, ['c', 'a']],
      [{ workflowCreatedAt: 1000 }, ['a']],
      [{ state: 'RUN_FAILED' }, ['c']],
      [{ fromDate: 2000 }, ['b', 'c']],
      [{ toDate: 2000 }, ['c', 'a']],
      [{ fromDate: 2000, toDate: 2000 }, ['c']],
      [{ label: 'late' }, ['b']],
      [{ label: 'late', state: 'RUN_FAILED' }, []],
    ])('that %j selects are %j', async (filter, ids) => {
      const { runs } = await open()
      await runs.add(run('a', 1, { createdAt: 1000 }))
      const labels = ['urgent', 'late']
      await runs.add(run('b', 2, { createdAt: 3000, url: 'http://app.test/v', labels }))
      await runs.add(run('c', 3, { createdAt: 2000, state: 'RUN_FAILED' }))
      const { items, more } = await runs.page(filter, { limit: ids.length })
      expect([idsOf(items), more]).toEqual([ids, false])
    })
  })

  describe('events', () => {
    const stepInfo = {
      ...{ stepName: 'one', stepType: 'Run', callType: 'step' },
      ...{ messageId: 'msg_1', concurrent: 1, createdAt: 0 },
    }
    test.each<[LogEventFilter, number[]]>([
      [{}, [3, 2, 1]],
      [{ workflowRunId: 'wfr_2' }, [2]],
      [{ workflowUrl: 'http://app.test/v' }, [3]],
      [{ workflowCreatedAt: 7 }, [2]],
      [{ state: 'CREATED' }, [3]],
      [{ messageId: 'msg_1' }, [3]],
      [{ messageId: 'msg_2' }, []],
      [{ fromDate: 2000 }, [3, 2]],
      [{ toDate: 2000 }, [2, 1]],
      [{ workflowRunId: 'wfr_1', toDate: 2000 }, [1]],
    ])('that %j selects are %j, the last first', async (filter, sequences) => {
      const { events } = await open()
      await events.add(event(1, { time: 1000 }))
      await events.add(event(2, { time: 2000, workflowRunId: 'wfr_2', workflowCreatedAt: 7 }))
      const message = { stepInfo, nextDeliveryTime: 0 }
      const more = { workflowUrl: 'http://app.test/v', state: 'CREATED', message }
      await events.add(event(3, { time: 3000, ...more }))
      const { items } = await events.page(filter, { limit: 9 })
      expect(items.map(({ sequence }) => sequence)).toEqual(sequences)
    })
  })

  describe('waiters', () => {
    async function withWaiters() {
      const { waiters } = await open()
      await waiters.add(waiter('late', 20))
      await waiters.add(waiter('early', 10, { runKey: '0-2' }))
      await waiters.add(waiter('other', 30, { eventId: 'shipped' }))
      return waiters
    }

    test('of an event come in their order, until they are removed', async () => {
      const waiters = await withWaiters()
      expect(idsOf(await waiters.of('paid'))).toEqual(['late', 'early'])
      expect(await waiters.of('lost')).toEqual([])
      expect(await waiters.get('late')).toEqual(waiter('late', 20))

      expect(await waiters.remove('late')).toBe(true)
      expect(await waiters.remove('late')).toBe(false)
      expect(idsOf(await waiters.of('paid'))).toEqual(['early'])
    })

    test('are taken once when their deadline has come, the earliest first', async () => {
      const waiters = await withWaiters()
      expect(await waiters.nextDue()).toBe(10)
      expect(await waiters.takeDue(9)).toEqual([])
      expect(idsOf(await waiters.takeDue(20))).toEqual(['early', 'late'])
      expect(await waiters.takeDue(20)).toEqual([])
      expect(await waiters.nextDue()).toBe(30)
      expect(await waiters.of('paid')).toEqual([])
    })

    test('of a run are taken all at once', async () => {
      const waiters = await withWaiters()
      expect(idsOf(await waiters.takeOf('0-1'))).toEqual(['late', 'other'])
      expect(idsOf(await waiters.takeDue(99))).toEqual(['early'])
    })
  })

  test('early events are taken once each, in their order, by the run they are for', async () => {
    const { earlyEvents } = await open()
    const early = (runKey: string, eventId: string, data: number) => ({
      ...{ runKey, eventId, data: Uint8Array.of(data) },
    })
    await earlyEvents.add(early('0-1', 'paid', 1))
    await earlyEvents.add(early('0-1', 'paid', 2))
    await earlyEvents.add(early('0-2', 'paid', 3))
    expect(await earlyEvents.take('0-1', 'shipped')).toBeUndefined()
    expect(await earlyEvents.take('0-1', 'paid')).toEqual(early('0-1', 'paid', 1))
    await earlyEvents.removeOf('0-1')
    expect(await earlyEvents.take('0-1', 'paid')).toBeUndefined()
    expect(await earlyEvents.take('0-2', 'paid')).toEqual(early('0-2', 'paid', 3))
  })

  test('a cleared store has nothing', async () => {
    const store = await withLetters('a')
    await store.groups.put(group('a'))
    await store.messages.add(message('m', 5))
    await store.runs.add(run('a', 1))
    await store.events.add(event(1))
    await store.waiters.add(waiter('w', 5))
    await store.earlyEvents.add({ runKey: '0-1', eventId: 'paid', data: Uint8Array.of(1) })
    await store.clear()
    expect(await store.earlyEvents.take('0-1', 'paid')).toBeUndefined()
    expect(await store.runs.latest('a')).toBeUndefined()
    expect(await store.runs.page({}, { limit: 9 })).toEqual({ items: [], more: false })
    expect(await store.events.page({}, { limit: 9 })).toEqual({ items: [], more: false })
    expect(await store.waiters.of('paid')).toEqual([])
    expect(await store.waiters.nextDue()).toBeUndefined()
    expect(await store.deadLetters.page({}, { limit: 9 })).toEqual({ items: [], more: false })
    expect(await store.groups.all()).toEqual([])
    expect(await store.messages.get('m')).toBeUndefined()
    expect(await store.messages.nextDue()).toBeUndefined()
    expect(await store.messages.claim(9, 9)).toEqual([])
  })
})
