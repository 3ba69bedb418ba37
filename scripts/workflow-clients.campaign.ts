// Runs one workflow with several published versions of the workflow client, in virtual and in real time:
// a sleep, a call with a numeric timeout, a wait, an invocation, a failing step with a failure function, a
// resume and a restart. The versions are installed from npm into temporary folders.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeServed, served } from '../mocks/http/testing.js'
import { isVirtual as canAdvance, realClock, virtualClock } from '../mocks/clock.js'
import { startMock } from '../mocks/index.js'
import { run, temporaryFolder } from './testing.js'

const VERSIONS = ['0.1.5', '0.2.7', '0.2.23', '1.0.0', 'latest'] as const

/** The members of the clients that this campaign uses. Older versions lack some. */
interface Library {
  readonly serve: (
    route: Route,
    options: object,
  ) => { readonly handler: (request: Request) => Promise<Response> }
  readonly Client: new (config: object) => {
    readonly trigger?: (start: object) => Promise<{ readonly workflowRunId: string }>
  }
}

interface Context {
  run<T>(name: string, work: () => T): Promise<T>
  sleep(name: string, seconds: number): Promise<void>
  call(name: string, request: object): Promise<unknown>
  waitForEvent(name: string, eventId: string, timeout: unknown): Promise<{ eventData: unknown }>
  invoke?(name: string, request: object): Promise<{ body: unknown }>
}

type Route = (context: Context) => Promise<unknown>

interface ListedRun {
  readonly workflowRunId: string
  readonly workflowUrl: string
  readonly workflowState: string
  readonly dlqId?: string
  readonly steps: readonly { readonly steps: readonly object[] }[]
}

const project = temporaryFolder()

/** Installs a version and its dependencies. Returns a function that imports one of the packages. */
async function install(version: string): Promise<<Imported>(name: string) => Promise<Imported>> {
  const folder = join(project, version)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n')
  const packages = [`@upstash/workflow@${version}`, 'zod@3']
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages]
  const { code, output } = await run('npm', args, { cwd: folder })
  expect(code, `npm ${args.join(' ')} failed:\n${output}`).toBe(0)
  return async <Imported>(name: string) => {
    const file = join(folder, 'node_modules', name, 'index.mjs')
    return (await import(pathToFileURL(file).href)) as Imported
  }
}

interface Setting {
  readonly isVirtual: boolean
  /** The timeout of a wait, in the form that the version takes. */
  readonly timeout: unknown
}

/** Serves the workflow with one version of the client, on a mock. */
async function setUp(load: Awaited<ReturnType<typeof install>>, { isVirtual, timeout }: Setting) {
  const { serve, Client } = await load<Library>('@upstash/workflow')
  const { Client: QStash } = await load<{ Client: new (config: object) => object }>(
    '@upstash/qstash',
  )
  const clock = isVirtual ? virtualClock() : realClock()
  const mock = await startMock({ dialect: 'upstash', clock })
  const { url: baseUrl, token } = mock.queue
  const qstashClient = new QStash({ baseUrl, token, retry: false })
  const executed: string[] = []
  const state = { isBroken: true, failures: 0, result: [] as unknown[] }
  const handlers = new Map<string, (request: Request) => Promise<Response>>()
  const { url: origin } = await served(async ({ method, target, headers, body }) => {
    const init = { method, headers: headers as Record<string, string>, body: String(body) || null }
    const handler = handlers.get(target)
    const response = handler
      ? await handler(new Request(origin + target, init))
      : Response.json({ paid: true })
    const { status, headers: fields } = response
    return { status, headers: Object.fromEntries(fields), body: await response.text() }
  })
  const failureFunction = () => void state.failures++
  const add = (path: string, route: Route, options: object = {}) =>
    handlers.set(path, serve(route, { qstashClient, receiver: undefined, ...options }).handler)

  const child: Route = async (context) => context.run('child', () => executed.push('child') && 7)
  add('/child', child)
  const main: Route = async (context) => {
    await context.run('one', () => executed.push('one'))
    await context.sleep('nap', 1)
    const payment = { url: `${origin}/pay`, method: 'POST', body: { n: 1 }, timeout: 10 }
    await context.call('pay', payment)
    const { eventData } = await context.waitForEvent('wait', 'paid', timeout)
    const workflow = { workflowId: 'child', routeFunction: child, options: {} }
    const invoked = await context.invoke?.('invoke', { workflow, body: 'x' })
    await context.run('two', () => {
      executed.push('two')
      if (state.isBroken) throw new Error('the second step is broken')
    })
    state.result = [eventData, invoked?.body]
  }
  const client = new Client({ baseUrl, token, retry: false })
  add('/main', main, { failureFunction, retries: 0 })

  async function ask<Answer>(method: string, path: string, body?: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(baseUrl + path, { method, headers, body: body ?? null })
    expect(response.status, `${method} ${path}`).toBeLessThan(300)
    return (await response.json()) as Answer
  }
  /** Lets time pass until a check passes. */
  const until = async (check: () => Promise<void>) => {
    await vi.waitFor(
      async () => {
        if (canAdvance(clock)) await clock.advance('2s')
        await check()
      },
      { timeout: 20_000 },
    )
  }
  const list = async (id: string) =>
    (await ask<{ runs: ListedRun[] }>('GET', `${LIST}&workflowRunId=${id}`)).runs[0]!
  return {
    mock,
    state,
    executed,
    ask,

    /** Starts the workflow. The oldest client has no trigger, so that its URL is called. */
    async start(): Promise<string> {
      const url = `${origin}/main`
      if (client.trigger) return (await client.trigger({ url, body: '', retries: 0 })).workflowRunId
      expect((await fetch(url, { method: 'POST', body: '' })).status).toBe(200)
      const { runs } = await ask<{ runs: ListedRun[] }>('GET', LIST)
      return runs.find(({ workflowUrl }) => workflowUrl === url)!.workflowRunId
    },

    /** Waits until the run waits for its event, and notifies it. */
    async notify(id: string): Promise<void> {
      await until(async () => {
        expect(await ask<object[]>('GET', '/v2/waiters/paid')).toHaveLength(1)
      })
      const waiting = { stepName: 'wait', state: 'STEP_PROGRESS', waitEventId: 'paid' }
      expect((await list(id)).steps.flatMap(({ steps }) => steps)).toContainEqual(
        expect.objectContaining(waiting),
      )
      await ask('POST', '/v2/notify/paid', 'in full')
    },

    async ends(id: string, workflowState: string): Promise<ListedRun> {
      await until(async () => expect(await list(id)).toMatchObject({ workflowState }))
      return list(id)
    },

    called: (failures: number) => until(async () => expect(state.failures).toBe(failures)),
  }
}

const LIST = '/v2/workflows/events?groupBy=workflowRunId'

afterEach(closeServed)

describe.each(VERSIONS)('@upstash/workflow %s', (version) => {
  let load: Awaited<ReturnType<typeof install>>
  beforeAll(async () => {
    load = await install(version)
  }, 120_000)

  it.each(['virtual', 'real'])('fails, resumes and restarts a run in %s time', async (time) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    // The oldest version takes the timeout in place of options.
    const timeout = version === '0.1.5' ? '1h' : { timeout: '1h' }
    const made = await setUp(load, { isVirtual: time === 'virtual', timeout })
    const { mock, state, executed, ask } = made
    const fail = async (failures: number) => {
      state.isBroken = true
      executed.length = 0
      const id = await made.start()
      await made.notify(id)
      const { dlqId } = await made.ends(id, 'RUN_FAILED')
      await made.called(failures)
      return dlqId!
    }
    const rerun = async (how: 'resume' | 'restart', dlqId: string) => {
      state.isBroken = false
      executed.length = 0
      const path = `/v2/workflows/dlq/${how}/${dlqId}`
      return (await ask<{ workflowRunId: string }>('POST', path)).workflowRunId
    }

    const dlqId = await fail(1)
    const names = executed.includes('child') ? ['one', 'child', 'two'] : ['one', 'two']
    expect(executed).toEqual(names)
    await made.ends(await rerun('resume', dlqId), 'RUN_SUCCESS')
    expect(executed).toEqual(['two'])
    expect(state.result).toEqual(['in full', names.includes('child') ? 7 : undefined])

    const restarted = await rerun('restart', await fail(2))
    await made.notify(restarted)
    await made.ends(restarted, 'RUN_SUCCESS')
    expect(executed).toEqual(names)
    await mock.close()
    vi.restoreAllMocks()
  })
})
