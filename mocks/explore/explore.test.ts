import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMock } from '../index.js'
import { explore, type ExploreOptions, type ExploreRun } from './explore.js'
import { ExploreFailure } from './failure.js'
import { clientsOf, startApplication, type Application } from './testing.js'

let application: Application
beforeAll(async () => (application = await startApplication()))
afterAll(() => application.close())

/** A test of a handler that sends a mail for each delivery. */
const mailing = async ({ mock }: ExploreRun) => {
  const mails: string[] = []
  application.handle({ '/mail': async ({ body }) => mails.push(body) })
  await clientsOf(mock, application).order('/mail', 'ada')
  await mock.clock.advance('1d')
  expect(mails).toEqual(['ada'])
}

const failureOf = async (options: ExploreOptions, run = mailing) => {
  const error: unknown = await explore(options, run).catch((error: unknown) => error)
  if (error instanceof ExploreFailure) return error
  throw new Error('there is no failure', { cause: error })
}

test('a failure tells its decisions as a story with times', async () => {
  const failure = await failureOf({ seed: 3 })
  expect(failure.replay).toBe('lost: POST /mail #1')
  expect(failure.story.split('\n')).toEqual([
    '1. at 0 s: POST /mail #1 is delivered.',
    '2. at 0 s: POST /mail #1 answers 200, and the answer is lost.',
    '3. at 7.389 s: POST /mail #2 is delivered.',
    '4. at 7.389 s: POST /mail #2 answers 200.',
  ])
  expect(failure.message).toContain(failure.story)
  expect(failure.message).toContain('replay: "lost: POST /mail #1"')
  expect(failure.journal.filter(({ kind }) => kind === 'attempt')).toHaveLength(2)
})

test('the same seed tells the same story', async () => {
  const [first, second] = [await failureOf({ seed: 9 }), await failureOf({ seed: 9 })]
  expect(second.message).toBe(first.message)
})

test('replay makes one run with its decisions', async () => {
  const { run, story } = await failureOf({ replay: 'lost: POST /mail #1' })
  expect(run).toBe(0)
  expect(story).toContain('the answer is lost')
  expect(await explore({ replay: 'refused: POST /mail #1' }, mailing)).toMatchObject({ runs: 1 })
})

test('the state of the failing run becomes a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-contract-'))
  const file = join(folder, 'run.json')
  const { message } = await failureOf({ snapshot: file })
  expect(message).toContain(`--seed ${file}`)
  const mock = await startMock()
  await mock.restore(JSON.parse(readFileSync(file, 'utf8')))
  const headers = { Authorization: `Bearer ${mock.queue.token}` }
  const { events } = (await (await mock.queue.fetch('/v2/logs', { headers })).json()) as {
    events: readonly { readonly state: string }[]
  }
  expect(events.map(({ state }) => state)).toContain('RETRY')
  await mock.close()
  rmSync(folder, { recursive: true })
})

test('a replay of requests that the run does not have fails, and names those it has', async () => {
  await expect(explore({ replay: 'lost: POST /letter #1' }, mailing)).rejects.toThrow(
    /^replay: the run has none of the requests of "lost: POST \/letter #1", it has .*POST \/mail #1/,
  )
})

test('a test that fails without decisions has an empty replay', async () => {
  const failure = await failureOf({}, async () => {
    throw new Error('always')
  })
  expect(failure).toMatchObject({ replay: '', run: 0, story: '' })
  expect(failure.message).toMatch(/^always\n\nThe test fails without any decision/)
})

test('kinds, destinations and commands limit the decisions', async () => {
  expect((await explore({ kinds: ['refused', 'cut'] }, mailing)).pairs).toBeLessThanOrEqual(1)
  const none = { destinations: '/other', commands: [/^SET$/] }
  expect(await explore(none, mailing)).toMatchObject({ runs: 1, places: [] })
  await failureOf({ destinations: 'POST /m*', kinds: ['lost'] })
})

test('a failure of the request of the test itself is no finding', async () => {
  const publishing = async ({ mock }: ExploreRun) => {
    application.handle({ '/ok': async () => {} })
    await clientsOf(mock, application).order('/ok')
    await mock.clock.advance('1d')
  }
  const { givenUp } = await explore({ runs: 60 }, publishing)
  expect(givenUp).toBeGreaterThan(0)
})

test('a failure of the request of the test itself beside a delivery is no finding', async () => {
  const publishing = async ({ mock }: ExploreRun) => {
    const { kv, order } = clientsOf(mock, application)
    application.handle({ '/set': () => kv('SET', 'a', 1) })
    await order('/set')
    await mock.clock.advance('1m')
    await order('/set')
    await mock.clock.advance('1d')
  }
  expect(await explore({ runs: 40 }, publishing)).toMatchObject({ runs: 40 })
})

test('a failure of a request that a handler sends in other runs is no finding', async () => {
  const publishing = async ({ mock }: ExploreRun) => {
    const { order, publish } = clientsOf(mock, application)
    application.handle({ '/event': () => publish('/digest'), '/digest': async () => {} })
    await order('/event')
    await mock.clock.advance('1m')
    // The fourth publish, if that of the handler before was refused and sent again.
    await order('/event')
    await mock.clock.advance('1d')
  }
  const options = { kinds: ['refused'], commands: 'publish' } as const
  expect((await explore(options, publishing)).givenUp).toBeGreaterThan(1)
})

test('a delivery that waits for another one does not stop the run', async () => {
  const waiting = async ({ mock }: ExploreRun) => {
    let go = () => {}
    const gone = new Promise<void>((resolve) => (go = resolve))
    application.handle({ '/wait': () => gone, '/go': async () => go() })
    const { order } = clientsOf(mock, application)
    await order('/wait')
    await order('/go')
    await mock.clock.advance('1d')
    expect(mock.queue.deliveries({ status: 200 }).length).toBeGreaterThanOrEqual(2)
  }
  expect(await explore({ runs: 3, kinds: ['order'] }, waiting)).toMatchObject({ givenUp: 0 })
})

test.each<[options: object, message: string]>([
  [{ run: 3 }, 'explore has no option "run" (did you mean runs?)'],
  [{ runs: 0 }, 'explore: runs: expected a whole number of at least 1, got 0'],
  [{ kinds: ['twice'] }, 'explore: kinds: expected an array of lost, refused, cut, late'],
  [{ commands: 3 }, 'explore: commands: expected a string with *, a RegExp'],
  [{ replay: 'los: POST /mail #1' }, 'expected decisions such as "lost: POST /mail #1'],
  [{ replay: 'late: INCR #1' }, 'got "late: INCR #1"'],
])('bad options %o are refused', async (options, message) => {
  await expect(explore(options, mailing)).rejects.toThrow(message)
})
