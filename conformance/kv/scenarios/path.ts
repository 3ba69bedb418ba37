// A command in a path, a body and a query, and the characters of its arguments.

import { base64 } from '../fixtures/client.js'
import { outcomeOf } from '../fixtures/replies.js'
import { noting, observation } from '../fixtures/world.js'

export const pathScenarios = [
  observation('observes the reply to ECHO by path with HTTP POST and no body', {
    id: 'kv.path.empty-body/post-without-body',
    run: noting({
      'POST /ECHO/a': ({ kv }) => kv.send('POST', '/ECHO/a'),
      'POST /ECHO and no bytes': ({ kv }) => kv.path(['ECHO'], { method: 'POST' }),
    }),
  }),
  observation('observes the reply to ECHO by path with HTTP GET or PUT and a body', {
    id: 'kv.path.body-with-other-methods/body-with-get-and-put',
    run: noting({
      GET: ({ kv }) => kv.path(['ECHO'], { method: 'GET', body: 'body' }),
      PUT: ({ kv }) => kv.path(['ECHO'], { method: 'PUT', body: 'body' }),
    }),
  }),
  observation('observes if SET by path without a body applies `?EX=1000`', {
    id: 'kv.path.query-options-without-body/options-without-body',
    async run({ kv, keyOf, note }) {
      for (const method of ['GET', 'POST']) {
        const key = keyOf(method)
        const reply = await kv.send(method, `/SET/${key}/value`, { query: 'EX=1000' })
        note(`${method} with EX=1000`, outcomeOf(reply))
        note(`PERSIST after ${method}`, outcomeOf(await kv.command(['PERSIST', key])))
      }
    },
  }),
  observation('observes the reply to SET by path with the option `?NX` or `?NX=`', {
    id: 'kv.path.flag-options/option-without-value',
    async run({ kv, key, note }) {
      await kv.command(['SET', key, 'before'])
      for (const query of ['NX', 'NX='])
        note(`?${query}`, outcomeOf(await kv.path(['SET', key], { body: 'after', query })))
    },
  }),
  observation('observes the arguments that RPUSH by path reads from `?b=1&a=2&b=3`', {
    id: 'kv.path.repeated-options/repeated-option',
    async run({ kv, key, note }) {
      const query = 'b=1&a=2&b=3'
      note(`?${query}`, outcomeOf(await kv.path(['RPUSH', key], { body: 'body', query })))
      note('arguments', outcomeOf(await kv.command(['LRANGE', key, '0', '-1'])))
    },
  }),
  observation('observes the arguments that ECHO and RPUSH by path read from `a+b`, `..`', {
    id: 'kv.path.percent-encoding/ambiguous-encoding',
    async run({ kv, key, note }) {
      for (const target of ['/ECHO/a+b', '/ECHO/100%', '/ECHO/..', '/ECHO/%2E%2E', '/./ECHO/a'])
        note(target, outcomeOf(await kv.send('GET', target)))
      note('?a+b=c+d', outcomeOf(await kv.path(['RPUSH', key], { body: 'a', query: 'a+b=c+d' })))
      note('arguments', outcomeOf(await kv.command(['LRANGE', key, '0', '-1'])))
    },
  }),
  observation('observes if SET by path stores a percent-encoded value that is no UTF-8', {
    id: 'kv.path.percent-encoding/encoded-invalid-utf8',
    async run({ kv, key, note }) {
      const bytes = Uint8Array.of(0xff, 0x00, 0x80)
      note('SET', outcomeOf(await kv.path(['SET', key, bytes])))
      const kept = outcomeOf(await kv.command(['GET', key], { encoding: 'base64' }))
      note('bytes are kept', kept === `200 "${base64(bytes)}"`)
    },
  }),
  observation('observes the reply to a path with an empty segment, such as `//ECHO/a`', {
    id: 'kv.path.empty-segment/empty-segments',
    async run({ kv, key, note }) {
      for (const target of ['/ECHO/', '//ECHO/a', '/STRLEN//'])
        note(target, outcomeOf(await kv.send('GET', target)))
      note('/RPUSH/key//a', outcomeOf(await kv.send('GET', `/RPUSH/${key}//a`)))
    },
  }),
  observation('observes the reply to HTTP GET, HEAD and PUT of the path `/`', {
    id: 'kv.path.no-command/root-path-reply',
    run: noting({
      GET: ({ kv }) => kv.send('GET', '/'),
      HEAD: ({ kv }) => kv.send('HEAD', '/'),
      PUT: ({ kv }) => kv.send('PUT', '/'),
    }),
  }),
  observation('observes the reply to HTTP GET of `/pipeline` and `/multi-exec`', {
    id: 'kv.path.endpoint-names-with-other-methods/get-pipeline-and-multi-exec',
    run: noting({
      '/pipeline': ({ kv }) => kv.send('GET', '/pipeline'),
      '/multi-exec': ({ kv }) => kv.send('GET', '/multi-exec'),
    }),
  }),
]
