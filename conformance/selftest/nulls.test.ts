import { expect, test } from 'vitest'
import { nulls } from './nulls.js'

/** Returns the status and the body of a response, or the code of the error. */
async function answerOf(url: string, method: string) {
  try {
    const body = method === 'GET' ? null : '["PING"]'
    const answer = await fetch(url, { method, body, redirect: 'manual' })
    return [answer.status, await answer.text()]
  } catch (error) {
    return ((error as Error).cause as NodeJS.ErrnoException).code
  }
}

const ends = nulls.filter(({ name }) => !/never/.test(name))

test.each(ends)('a server that $name does so for every request', async ({ name, start }) => {
  const { url, close } = await start()
  const [, status, json] = /^answers (\d{3}) ([{[].*)$/.exec(name) ?? []
  for (const method of ['GET', 'POST', 'DELETE']) {
    const expected = json
      ? [Number(status), json]
      : {
          'answers 204 without a body': [204, ''],
          'answers 200 with a page of HTML': [200, '<!doctype html><title>OK</title>'],
          'redirects to itself for ever': [307, ''],
          'answers with the body it was sent': [200, method === 'GET' ? '' : '["PING"]'],
          'hangs up without an answer': 'UND_ERR_SOCKET',
          'resets every connection': 'ECONNRESET',
        }[name]
    expect(await answerOf(url, method)).toEqual(expected)
  }
  await close()
})

test('a stream or a request that never ends goes on until the server is closed', async () => {
  for (const { start } of nulls.filter((each) => !ends.includes(each))) {
    const { url, close } = await start()
    const answer = fetch(url).then((response) => response.text())
    await close()
    await expect(answer).rejects.toThrow()
  }
})
