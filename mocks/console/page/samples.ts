// Commands for empty views, with the URLs and tokens of this mock.

import type { Session } from './api.ts'
import { inDialect } from './format.ts'

const authorization = (token: string | undefined) => `-H 'Authorization: Bearer ${token}'`

export const setCommand = ({ kv }: Session): string =>
  `curl ${kv?.url} ${authorization(kv?.token)} -d '["SET", "greeting", "hello"]'`

export const publishCommand = ({ queue, dialect }: Session, settings = ''): string =>
  `curl ${queue?.url}/v2/publish/http://127.0.0.1:3000/ ${authorization(queue?.token)} ` +
  `${inDialect(settings, dialect)}${settings ? ' ' : ''}-d '{"hello": "world"}'`

export const runCommand = ({ queue }: Session): string =>
  `curl ${queue?.url}/__mock/queue/runs -d '{"workflowUrl": "http://127.0.0.1:3000/workflow", "state": "RUN_FAILED"}'`

export const queueCommand = ({ queue }: Session): string =>
  `curl ${queue?.url}/v2/enqueue/emails/http://127.0.0.1:3000/ ${authorization(queue?.token)} -d '{"hello": "world"}'`

export const scheduleCommand = ({ queue, dialect }: Session): string =>
  `curl -X POST ${queue?.url}/v2/schedules/http://127.0.0.1:3000/ ${authorization(queue?.token)} ` +
  `-H '${dialect.headerPrefix}Cron: 0 * * * *'`

export const groupCommand = ({ queue }: Session): string =>
  `curl ${queue?.url}/__mock/queue/groups -d '{"name": "orders", "endpoints": ["http://127.0.0.1:3000/"]}'`
