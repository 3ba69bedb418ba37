// Built-in APIs: destinations that have a name instead of a URL.

import type { Instructions, AttemptOutcome } from '../message.js'
import { apiNames, type ApiStubs, type With } from '../state.js'
import type { messages } from '../messages/messages.js'
import { refuse } from '../refusal.js'
import type { Pause } from './scheduler.js'
import type { Delivery } from './sender.js'

type Queue = With<{ messages: typeof messages; apis: typeof apis }>

/** The constant response of an API without a stub. The mock runs no language model. */
const COMPLETION = {
  id: 'chatcmpl-0',
  object: 'chat.completion',
  created: 0,
  model: 'none',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'There is no model behind this mock.' },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
}

/** Returns a hint if a name looks like a URL with a wrong beginning, such as `localhost:3000`. */
function hintFor(name: string): string {
  const rest = name.replace(/^https?:\/*/i, '')
  return /^(localhost|[\w-]+(\.[\w-]+)+|[\w.-]+:\d+)([:/]|$)/i.test(rest)
    ? `; a URL begins with http:// or https://, such as http://${rest}`
    : ''
}

export const apis = (queue: Queue) => ({
  /**
   * Returns the destination of a message to an API, which is the name of the API (rule
   * `queue.publish.api-answers-one-object`). Refuses an unknown API (rule
   * `queue.publish.to-named-api`).
   */
  destination(name: string, instructions: Instructions): string {
    if (!isApi(name)) refuse(404, `there is no URL group and no API "${name}"${hintFor(name)}`)
    if (!queue.apis.mayCall(instructions)) {
      refuse(400, `${name} needs ${queue.dialect.headerPrefix}Callback`)
    }
    const stub = queue.apiStubs[name]
    if (stub !== undefined) queue.messages.callable(stub, name)
    return name
  },

  /** Returns true if the message may call the API (rule `queue.callback.required-for-api-llm`). */
  mayCall: ({ callback }: Instructions): boolean => callback !== undefined,

  /** Makes one attempt to deliver to a URL or to an API. */
  async call(delivery: Delivery, signal: AbortSignal, pause: Pause): Promise<AttemptOutcome> {
    const { url } = delivery
    if (!isApi(url)) return queue.sender.send(delivery, signal, pause)
    const stub = queue.apiStubs[url]
    return stub === undefined
      ? queue.apis.completion()
      : queue.sender.send({ ...delivery, url: stub }, signal, pause)
  },

  completion: (): AttemptOutcome => ({
    kind: 'answered',
    status: 200,
    headers: { 'Content-Type': ['application/json'] },
    body: Buffer.from(JSON.stringify(COMPLETION)),
  }),
})

const isApi = (name: string): name is keyof ApiStubs =>
  (apiNames as readonly string[]).includes(name)
