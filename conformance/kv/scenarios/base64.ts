// The parts of a reply that `Svc-Encoding: base64` encodes.

import { given } from '../../core/judgement.js'
import type { StreamEvent } from '../../wire/stream.js'
import { executed } from '../fixtures/matchers.js'
import { noting, observation } from '../fixtures/world.js'

const encoded = { encoding: 'base64' }

export const base64Scenarios = [
  observation('observes if `Svc-Encoding: base64` encodes OK in an array from EVAL', {
    id: 'kv.base64.ok-in-array/status-from-a-script',
    run: noting({
      EVAL: ({ kv }) => kv.command(['EVAL', "return {redis.status_reply('OK')}", 0], encoded),
    }),
  }),
  observation('observes if `Svc-Encoding: base64` encodes the error text of a command', {
    id: 'kv.base64.errors/error',
    run: noting({ 'ECHO without a message': ({ kv }) => kv.command(['ECHO'], encoded) }),
  }),
  observation('observes the reply to `Svc-Encoding` with hex, BASE64 and base64url', {
    id: 'kv.base64.other-encodings/other-values',
    run: noting({
      hex: ({ kv }) => kv.command(['ECHO', 'a'], { encoding: 'hex' }),
      BASE64: ({ kv }) => kv.command(['ECHO', 'a'], { encoding: 'BASE64' }),
      base64url: ({ kv }) => kv.command(['ECHO', 'a'], { encoding: 'base64url' }),
    }),
  }),
  observation('observes if `Svc-Encoding: base64` encodes monitor and subscribe events', {
    id: 'kv.base64.event-streams/monitor-and-subscription',
    async run({ kv, id, note }) {
      const plain = ({ data }: StreamEvent) => data.replaceAll(id, '<channel>')
      const [monitor, stream] = [await kv.monitor(encoded), await kv.subscribe(id, encoded)]
      note('a monitor', plain(given(await monitor.next())))
      note('a subscription', plain(given(await stream.next())))
      given(await kv.publish(id, 'hello'), executed())
      note('a message', plain(given(await stream.next())))
    },
  }),
]
