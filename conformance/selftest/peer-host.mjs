// Serves @humanwhocodes/upstash-redis-server on loopback: `node peer-host.mjs PORT TOKEN REDIS_URL`.

import { Buffer } from 'node:buffer'
import { createServer } from 'node:http'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { createApp } from '@humanwhocodes/upstash-redis-server'

const [port = '', token = '', redisUrl = ''] = process.argv.slice(2)
const app = createApp({ token, redisUrl })

createServer(async (incoming, response) => {
  const { method = 'GET', url = '/', headers } = incoming
  const body = await buffer(incoming)
  const request = new globalThis.Request(`http://127.0.0.1${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => [name, each]),
    ),
    ...(body.length > 0 && !['GET', 'HEAD'].includes(method) && { body }),
  })
  const answer = await app.fetch(request)
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}).listen(Number(port), '127.0.0.1')
