// Attacks the sink: a process with one inbox that responds and one that does not.

import type { Host } from './attack.js'
import { sinkModule, startTarget } from './target.js'

const program = `
const { startSink } = await import(${JSON.stringify(sinkModule)})
const sink = await startSink({ bounds: { all: 64 * 1024 * 1024 } })
const inbox = sink.inbox((_, n) => ({ status: n % 2 === 0 ? 503 : 200, body: 'body' }))
const silent = sink.inbox(() => 'hang')
process.on('SIGTERM', () => sink.close().then(() => process.exit(0)))
console.log(JSON.stringify({ inbox: inbox.url, silent: silent.url }))
`

export async function startSinkHost(): Promise<Host> {
  const target = await startTarget(['--input-type=module', '--eval', program])
  const { inbox, silent } = target.ready as Readonly<Record<'inbox' | 'silent', string>>
  const { port, host } = new URL(inbox)
  const health = `GET /unknown HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  await target.probe([{ port: Number(port), request: health }])

  return {
    target,
    portOf: () => Number(port),
    surroundings: {
      host,
      kvToken: 'token',
      readOnlyToken: 'read-only',
      queueToken: 'queue',
      destination: inbox,
      silent,
    },
    async serves() {
      const status = await fetch(inbox, { method: 'POST', body: 'x' }).then(
        (response) => response.status,
        String,
      )
      return status === 200 || status === 503
        ? undefined
        : `the response to a delivery is ${status}`
    },
    reset: async () => {},
    close: async () => {},
  }
}
