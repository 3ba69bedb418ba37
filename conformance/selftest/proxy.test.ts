// Tests that the proxy changes nothing: the mock passes the same scenarios through the proxy, and a
// published client works. The proxy reports the same schema violations as the suite.

import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Client } from '@upstash/qstash'
import { describe, expect, onTestFinished, test } from 'vitest'
import { faults, startMock } from '../../mocks/index.js'
import type { RuleId } from '#generated/rules.js'
import { dialects, scenarios, startProxy, type Report } from '../index.js'
import {
  failuresIn,
  judgeKv,
  judgeQueue,
  outcomes,
  rulesOfFlowControlAtPublish,
  rulesThat,
} from './judge.js'

/**
 * Returns a function that starts a proxy in front of the mock, and the proxy's report after the
 * proxy was closed.
 */
function throughProxy(of: 'kv' | 'queue') {
  let report: Report | undefined
  return {
    report: () => report!,
    way: async (target: string) => {
      const proxy = await startProxy({ [of]: { url: target } })
      const close = () => {
        report = proxy.report()
        return proxy.close()
      }
      return { url: proxy[of]!.url, close }
    },
  }
}

const judges = { kv: judgeKv, queue: judgeQueue }

/** The first scenario of each rule. */
const firstOfRule = new Set(
  new Map(scenarios.toReversed().map((each) => [each.rule, each])).values(),
)

test.each(['kv', 'queue'] as const)(
  'a scenario of every rule of %s passes through the proxy, which finds nothing wrong',
  async (of) => {
    const { way, report } = throughProxy(of)
    const judged = await judges[of]({
      way,
      // Only pairs of values let the proxy see every rule of the key-value interface.
      draw: { quick: of === 'queue' },
      judges: (scenario) => firstOfRule.has(scenario),
    })

    expect(failuresIn(judged)).toBe('')
    const isExpected = (rule: RuleId) => rulesOfFlowControlAtPublish.includes(rule)
    expect(rulesThat(judged, 'not-applicable').filter((rule) => !isExpected(rule))).toEqual([])
    expect(outcomes(report(), ['violated', 'not-applicable'])).toBe('')
    const { coverage } = report()
    expect(coverage?.broken).toBe(0)
    expect(coverage?.rules.filter(({ exchanges }) => exchanges === 0)).toEqual([])
  },
  120_000,
)

const shapes = ({ scenarios }: Report) =>
  scenarios
    .filter(({ id, verdict }) => verdict === 'violated' && id.endsWith('documented-shape'))
    .map(({ rule }) => rule)

test.each(['success-envelope-has-took', 'error-envelope-holds-object', 'run-list-under-items'])(
  'the proxy finds a wrong shape: %s',
  async (id) => {
    const fault = faults.find((each) => each.id === id)!
    const of = fault.interface
    const { way, report } = throughProxy(of)
    const judged = await judges[of]({
      fault,
      way,
      draw: { quick: true },
      judges: ({ rule }) => /^(kv\.envelope|queue\.runs)\./.test(rule),
    })

    expect(judged.summary.violated).toBeGreaterThan(0)
    const found = shapes(report())
    expect(found).not.toEqual([])
    // The proxy may find more, because the suite does not validate the responses of failed
    // scenarios.
    expect(found).toEqual(expect.arrayContaining([...shapes(judged)]))
  },
  120_000,
)

test('a published client publishes through it', async () => {
  const mock = await startMock({ dialect: dialects.upstash })
  const proxy = await startProxy({ queue: mock.queue, dialect: dialects.upstash })
  const client = new Client({ baseUrl: proxy.queue!.url, token: mock.queue.token })

  const { messageId } = await client.publishJSON({ url: 'http://127.0.0.1:1/', body: { a: 1 } })
  expect(messageId).toMatch(/^msg_/)
  const { coverage, summary } = proxy.report()
  await proxy.close()
  await mock.close()

  expect(summary).toMatchObject({ passed: 1, violated: 0 })
  expect(coverage?.operations.find(({ answers }) => answers.length > 0)?.path).toBe(
    '/v2/publish/{destination}',
  )
})

describe('the control routes of a mock behind it', () => {
  async function setUp(controls: boolean) {
    const mock = await startMock({ kvToken: 'kv', queueToken: 'token' })
    const proxy = await startProxy({ kv: mock.kv, queue: mock.queue, controls })
    onTestFinished(async () => {
      await proxy.close()
      await mock.close()
    })
    await mock.kv.fetch('/set/kept/1', { headers: { authorization: 'Bearer kv' } })
    /** Sends a request with any Host, as a web page whose name leads to the proxy. */
    const reset = async (host: string) => {
      const init = { method: 'POST', headers: { host } }
      const sent = request(`${proxy.kv!.url}/__mock/reset`, init).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      await text(response)
      return response.statusCode
    }
    const kept = async () => {
      const init = { headers: { authorization: 'Bearer kv' } }
      return ((await (await mock.kv.fetch('/get/kept', init)).json()) as { result: unknown }).result
    }
    return { mock, proxy, reset, kept }
  }

  test('are refused by default', async () => {
    const { reset, kept, proxy } = await setUp(false)
    expect(await reset('localhost')).toBe(403)
    expect(await kept()).toBe('1')
    expect(proxy.report().coverage?.unjudged).toMatchObject([{ exchanges: 1 }])
  })

  test('judge the Host of the client, if they are asked for', async () => {
    const { reset, kept } = await setUp(true)
    expect(await reset('evil.test')).toBe(403)
    expect(await kept()).toBe('1')
    expect(await reset('localhost:1')).toBe(200)
    expect(await kept()).toBeNull()
  })

  test('take no delivery of the mock through the proxy', async () => {
    const { mock, proxy, kept } = await setUp(true)
    await mock.queue.fetch(`/v2/publish/${proxy.kv!.url}/__mock/reset`, {
      method: 'POST',
      headers: { authorization: 'Bearer token' },
    })
    await mock.clock.advance(0)
    expect(mock.queue.deliveries()).toMatchObject([{ outcome: { status: 403 } }])
    expect(await kept()).toBe('1')
  })
})
