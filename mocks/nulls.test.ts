import { expect, test } from 'vitest'
import { nulls, type NullServer } from './nulls.js'

const named = (part: string): NullServer => nulls.find(({ name }) => name.includes(part))!

test.each(nulls.filter(({ name }) => /^answers \d{3} [{[]/.test(name)))(
  'a server that $name does so for every request',
  async ({ name, start }) => {
    const server = await start()
    const [, status, body] = name.split(' ')

    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await fetch(`${server.url}/any`, { method })
      expect(answer.status).toBe(Number(status))
      expect(await answer.text()).toBe(body)
    }
    await server.close()
  },
)

test.each([
  ['204', 204, ''],
  ['HTML', 200, '<!doctype html><title>OK</title>'],
  ['redirects', 307, ''],
  ['the body it was sent', 200, '["PING"]'],
])('a server that says %s does', async (part, status, body) => {
  const server = await named(part).start()

  const answer = await fetch(server.url, { method: 'POST', body: '["PING"]', redirect: 'manual' })
  expect(answer.status).toBe(status)
  expect(await answer.text()).toBe(body)
  await server.close()
})

test.each([
  ['hangs up', 'UND_ERR_SOCKET'],
  ['resets', 'ECONNRESET'],
])('a server that %s breaks the request', async (part, code) => {
  const server = await named(part).start()

  await expect(fetch(server.url)).rejects.toMatchObject({ cause: { code } })
  await server.close()
})

test('a stream that never ends goes on until the server is closed', async () => {
  const server = await named('never ends').start()

  const reader = (await fetch(server.url)).body!.getReader()
  for (let i = 0; i < 3; i++) expect((await reader.read()).done).toBe(false)
  await server.close()
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toThrow()
})

test('a server that never answers does so until it is closed', async () => {
  const server = await named('never answers').start()

  const answer = fetch(server.url)
  await server.close()
  await expect(answer).rejects.toThrow()
})
