import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { startKv, startMock, type Mock } from '../../../mocks/index.js'
import { TAPE_VARIABLE } from '../../../mocks/start/tape.js'
import { temporaryFolder } from '../../testing.js'
import { createNames, replay } from './replay.js'
import { tapesIn } from './silent.js'

const folder = temporaryFolder()
let file = ''
let files = 0
beforeEach(() => vi.stubEnv(TAPE_VARIABLE, (file = join(folder, String(files++)))))

const url = 'http://127.0.0.1:9/mail'

/** Publishes a mail, looks its message up, and has the mail delivered after an hour. */
async function mail({ queue, clock }: Mock) {
  queue.interceptDelivery({ url }).reply(200)
  const headers = { authorization: `Bearer ${queue.token}`, 'svc-delay': '1h' }
  const sent = await queue.fetch(`/v2/publish/${url}`, { method: 'POST', headers, body: 'ada' })
  const { messageId } = (await sent.json()) as { messageId: string }
  expect((await queue.fetch(`/v2/messages/${messageId}`, { headers })).status).toBe(200)
  await clock.advance('1d')
}

/** Returns the tapes of mocks that a function uses. */
async function taped(use: () => Promise<unknown>) {
  await use()
  vi.stubEnv(TAPE_VARIABLE, '')
  return tapesIn(existsSync(file) ? readFileSync(file, 'utf8') : '')
}

it('a replay follows the ids of its mock, and shows a fault', async () => {
  const [tape] = await taped(async () => {
    await using mock = await startMock()
    await mail(mock)
    await mock.reset()
    await mail(mock)
  })
  const names = createNames()
  expect((await replay(tape!, { names })).length).toBeGreaterThan(6)
  await expect(replay(tape!, { names: createNames(), fault: 'delay-doubled' })).rejects.toThrow()
  await expect(
    replay(tape!, { names: createNames(), fault: 'retries-never' }),
  ).resolves.toBeTruthy()
})

it.each<[what: string, use: () => Promise<unknown>]>([
  ['a real clock', async () => (await startMock({ clock: 'real' })).close()],
  ['a mock of one interface', async () => (await startKv()).close()],
  [
    'a seed',
    async () => {
      await using mock = await startMock()
      await mock.seed({})
    },
  ],
  [
    'a control route',
    async () => {
      await using mock = await startMock()
      await mock.fetch(`${mock.kv.url}/__mock/reset`, { method: 'POST' })
    },
  ],
])('%s has no tape', async (_, use) => {
  expect((await taped(use)).flat().map(({ is }) => is)).toContain('unknown')
})
