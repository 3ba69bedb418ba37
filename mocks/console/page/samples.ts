// Commands for empty views, with the URLs and tokens of this mock.

import type { Service, Session } from './api.ts'
import { inDialect } from './format.ts'
import { quoted } from './shell.ts'

/** Returns the beginning of a command for a URL below that of an interface. */
const curl = (service: Service | undefined, path: string) =>
  `curl ${quoted(`${service?.url}${path}`)}`

const authorization = (service: Service | undefined) =>
  `-H ${quoted(`Authorization: Bearer ${service?.token}`)}`

export const setCommand = ({ kv }: Session): string =>
  `${curl(kv, '')} ${authorization(kv)} -d '["SET", "greeting", "hello"]'`

export const publishCommand = ({ queue, dialect }: Session, settings = ''): string =>
  `${curl(queue, '/v2/publish/http://127.0.0.1:3000/')} ${authorization(queue)} ` +
  `${inDialect(settings, dialect)}${settings ? ' ' : ''}-d '{"hello": "world"}'`

export const runCommand = ({ queue }: Session): string =>
  `${curl(queue, '/__mock/queue/runs')} ${authorization(queue)} -d '{"workflowUrl": "http://127.0.0.1:3000/workflow", "state": "RUN_FAILED"}'`

export const queueCommand = ({ queue }: Session): string =>
  `${curl(queue, '/v2/enqueue/emails/http://127.0.0.1:3000/')} ${authorization(queue)} -d '{"hello": "world"}'`

export const scheduleCommand = ({ queue, dialect }: Session): string =>
  `${curl(queue, '/v2/schedules/http://127.0.0.1:3000/')} -X POST ${authorization(queue)} ` +
  `-H ${quoted(`${dialect.headerPrefix}Cron: 0 * * * *`)}`

export const groupCommand = ({ queue }: Session): string =>
  `${curl(queue, '/__mock/queue/groups')} ${authorization(queue)} -d '{"name": "orders", "endpoints": ["http://127.0.0.1:3000/"]}'`
