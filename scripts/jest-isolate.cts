// The public module `svc-contract/jest/isolate` for `setupFilesAfterEnv`: gives each test file an isolated
// space of the mock of `svc-contract/jest`.

const http = require('node:http') as typeof import('node:http')

/** The response of the control route. */
interface Space {
  readonly kv: { readonly token: string; readonly readOnlyToken: string }
  readonly queue: {
    readonly token: string
    readonly signingKeys: { readonly current: string; readonly next: string }
  }
}

declare const afterAll: (end: () => Promise<unknown>) => void

/** Sends a request with `node:http`, because the environment of a web page has no `fetch`. */
const request = (method: string, token?: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const url = process.env['SVC_KV_URL']
    if (url === undefined)
      throw new Error('svc-contract/jest/isolate: set globalSetup to svc-contract/jest too')
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    http
      .request(`${url}/__mock/isolate`, { method, headers, agent: false }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text))
          else reject(new Error(`svc-contract/jest/isolate: ${text}`))
        })
      })
      .on('error', reject)
      .end()
  })

/** Sets each variable with a token or signing key of the mock to that of a new space, until the file ends. */
const isolate = async (): Promise<void> => {
  const { env } = process
  const { kv, queue } = (await request('POST')) as Space
  const values = new Map([
    [env['SVC_KV_TOKEN'], kv.token],
    [env['SVC_KV_READONLY_TOKEN'], kv.readOnlyToken],
    [env['SVC_QUEUE_TOKEN'], queue.token],
    [env['SVC_CURRENT_SIGNING_KEY'], queue.signingKeys.current],
    [env['SVC_NEXT_SIGNING_KEY'], queue.signingKeys.next],
  ])
  for (const [name, value] of Object.entries(env)) {
    const own = values.get(value)
    if (own !== undefined) env[name] = own
  }
  afterAll(() => request('DELETE', kv.token))
}

module.exports = isolate
