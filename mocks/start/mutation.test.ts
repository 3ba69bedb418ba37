// Tests of the variables that `svc-contract mutate` sets for the processes of a test suite.

import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startKv, startMock, startQueue } from '../index.js'
import type { Entry } from '../journal/entry.js'
import { FAULT_VARIABLE, RECORD_VARIABLE } from './mutation.js'
import { tracer } from './trace.js'

function setVariables(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
}

function recordFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-contract-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'record')
}

test('a mock refuses to start with a fault that does not exist', async () => {
  setVariables({ [FAULT_VARIABLE]: 'retries-nevr' })

  await expect(startMock()).rejects.toThrow(
    'SVC_CONTRACT_FAULT: there is no fault "retries-nevr" (did you mean retries-never?)',
  )
})

test('a mock with a fault of the environment warns, outside of mutate', async () => {
  setVariables({ [FAULT_VARIABLE]: 'null-as-empty-string' })
  const warned = once(process, 'warning') as Promise<[Error]>
  await using mock = await startKv()

  const [{ message }] = await warned
  expect(message).toContain('SVC_CONTRACT_FAULT=null-as-empty-string turns on a deliberate bug')
  const headers = { authorization: `Bearer ${mock.token}` }
  const answer = await mock.fetch('/get/nothing', { headers })
  expect(await answer.json()).toEqual({ result: '' })
})

test('a mock of one interface has no fault of the other', async () => {
  setVariables({ [FAULT_VARIABLE]: 'null-as-empty-string', [RECORD_VARIABLE]: recordFile() })
  await using mock = await startQueue({ faults: ['retries-never'] })

  const answer = await mock.fetch('/__mock/faults')
  expect(await answer.json()).toMatchObject({ on: ['retries-never'] })
})

test('a mock records its uses, requests and deliveries', async () => {
  const file = recordFile()
  setVariables({ [RECORD_VARIABLE]: file })
  const url = 'http://127.0.0.1:9/mail'
  const record = async (delay: string) => {
    await using mock = await startMock()
    mock.queue.interceptDelivery({ url }).reply(200)
    await mock.kv.fetch('/set/a/b', { headers: { authorization: `Bearer ${mock.kv.token}` } })
    const headers = { authorization: `Bearer ${mock.queue.token}`, 'svc-delay': delay }
    await mock.queue.fetch(`/v2/publish/${url}`, { method: 'POST', headers })
    await mock.clock.advance('2d')
    const lines = readFileSync(file, 'utf8').split('\n')
    rmSync(file)
    return lines
  }
  const day = await record('1d')

  const uses = ['method:GET', 'endpoint:set', 'command:SET', 'command in lower case', 'preflight']
  const queueUses = ['setting:delay', 'POST /v2/publish/http', 'reading.given']
  expect(day).toEqual(expect.arrayContaining([...uses, ...queueUses].map((each) => `use ${each}`)))
  const traceIn = (lines: readonly string[]) => lines.filter((each) => !/^(use |$)/.test(each))
  expect(traceIn(day).map((each) => each.split(' ')[0])).toEqual(['request', 'request', 'attempt'])
  expect(traceIn(await record('1d'))).toEqual(traceIn(day))
  expect(traceIn(await record('25h'))[2]).not.toBe(traceIn(day)[2])
})

const lineOf = (requestBody: string) =>
  tracer(true)({
    sequence: 1,
    kind: 'kv',
    at: 0,
    realAt: 0,
    durationMs: 1,
    method: 'POST',
    url: '/',
    requestHeaders: {},
    requestBody,
  } satisfies Entry)

test.each([
  ['the id of a run', '"wfr_Ab1-cd_EfGh2IjKl"', '"wfr_x9-_yzAbCdEfGhI-q"'],
  ['a token', '"eyJh.eyJp-a1.s-1"', '"eyJh.eyJp_b2.t_2-3"'],
  ['an HTTP date', '"Sun, 29 Nov 2026 09:30:09 GMT"', '"Mon, 30 Nov 2026 00:00:10 GMT"'],
  ['base64', '"eyJzZW50Ijp0+cnVlfQ=="', '"eyJzZW50IjpmYWxz/Q=="'],
  ['the number of a minute', '"limit:ada:29399401"', '"limit:ada:29399402"'],
])('%s does not change the line of a request', (_, one, other) => {
  expect(lineOf(one)).toBe(lineOf(other))
  expect(lineOf(one)).not.toBe(lineOf('"another value"'))
})
