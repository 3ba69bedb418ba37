// Runs the shop on a mock for the tests of a file.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'
import { useMock } from 'svc-contract/vitest'
import { createShop, type Mail } from './shop.js'

/** A mail server that refuses the first mails, `failing` of them. */
function mailServer() {
  const sent: Mail[] = []
  const server = { sent, failing: 0, send }
  async function send(mail: Mail) {
    if (server.failing-- > 0) throw new Error('the mail server is down')
    sent.push(mail)
  }
  return server
}

/** Returns the shop of each test: its mails, and functions that send requests as a browser does. */
export function useShop() {
  const mock = useMock({ dialect: 'upstash', isolate: true })
  let mails = mailServer()
  let url = ''
  let stop: () => Promise<unknown>

  beforeEach(async () => {
    const { kv, queue } = mock
    mails = mailServer()
    const { send } = mails
    const server = createShop({ kv, queue, url: () => url, send }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  })
  afterEach(async () => {
    await mock.clock.advance(0) // waits for the deliveries that are under way
    await stop()
  })

  /** Sends a request such as `PUT /cart/tea` and returns its status and its body. */
  async function ask(request: string, session = '', body?: string) {
    const [method = '', path = ''] = request.split(' ')
    const headers = { authorization: session, 'content-type': 'text/plain' }
    const answer = await fetch(url + path, { method, headers, body: body ?? null })
    const text = await answer.text()
    return {
      status: answer.status,
      body: /^[[{\d"]/.test(text) ? (JSON.parse(text) as unknown) : text,
    }
  }

  /** Logs a user in and returns the session. */
  const logIn = async (user: string) => String((await ask('POST /login', '', user)).body)

  /** Orders two teas. Returns the session. */
  async function orderTea(user: string) {
    const session = await logIn(user)
    await ask('PUT /cart/tea', session, '2')
    await ask('POST /orders', session)
    return session
  }

  return {
    mock,
    ask,
    logIn,
    orderTea,
    get mails() {
      return mails
    },
  }
}
