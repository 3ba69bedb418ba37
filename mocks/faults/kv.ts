// Mistakes of a key-value server, and variants that are none, in the order of the contract.

import { setImmediate } from 'node:timers/promises'
import { splitTarget, type Request } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import type { Kv } from '../kv/kv.js'
import {
  type Bytes,
  bytesOf,
  type Command,
  NIL_ARRAY,
  type Reply,
  ReplyError,
  Status,
  textOf,
} from '../kv/reply.js'
import type { Fault } from './fault.js'

const isNamed = ([name]: Command, names: readonly string[]) => names.includes(name.toUpperCase())

/** A server that answers these commands, when they come alone, with a reply made up for them. */
const answering =
  (names: readonly string[], reply: (command: Command) => Reply) =>
  (kv: Kv): Kv => ({
    ...kv,
    command: (command, session) =>
      isNamed(command, names) ? reply(command) : kv.command(command, session),
  })

/** A server that knows no commands of these names. */
const without =
  (...names: readonly string[]) =>
  (kv: Kv): Kv => ({
    ...kv,
    lookup: (command) => (isNamed(command, names) ? undefined : kv.lookup(command)),
  })

/** A server that refuses a method. */
const refusing =
  (method: string) =>
  (kv: Kv): Kv => ({
    ...kv,
    checkMethod(request) {
      if (request.method === method) throw new Refusal(405, 'ERR method not allowed')
      kv.checkMethod(request)
    },
  })

/** A server whose answers to refused requests have another status. */
const refusingWith =
  (from: number, to: number) =>
  (kv: Kv): Kv => ({
    ...kv,
    answerRefusal(refusal, format) {
      const answer = kv.answerRefusal(refusal, format)
      return answer.status === from ? { ...answer, status: to } : answer
    },
  })

const withTarget = (request: Request, change: (path: string) => string): Request => {
  const { path, query } = splitTarget(request.target)
  return { ...request, target: change(path) + (query && `?${query}`) }
}

export const kvFaults: readonly Fault<Kv>[] = [
  // Envelopes
  {
    name: 'a success envelope says how long the command took',
    breaks: [
      'kv.envelope.success',
      'kv.pipeline.array-of-envelopes',
      'kv.transaction.array-of-envelopes',
    ],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        reply instanceof ReplyError
          ? kv.envelope(reply, format)
          : `{"result":${kv.json(reply, format, false)},"took":0}`,
    }),
  },
  {
    name: 'an error envelope has a code of its own',
    breaks: ['kv.envelope.error'],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        kv.envelope(reply, format).replace(/^\{"error":/, '{"code":1,"error":'),
    }),
  },
  {
    name: 'an error envelope has a result too',
    breaks: ['kv.envelope.error'],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        kv.envelope(reply, format).replace(/^\{"error":/, '{"result":null,"error":'),
    }),
  },
  {
    name: 'an error envelope holds an object',
    breaks: ['kv.envelope.error'],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        reply instanceof ReplyError
          ? `{"error":{"message":${JSON.stringify(reply.message)}}}`
          : kv.envelope(reply, format),
    }),
  },
  {
    name: 'null is an empty string',
    breaks: ['kv.envelope.result-null'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        reply === null && !nested ? '""' : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'integers are 32 bits wide',
    breaks: ['kv.envelope.result-integer'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        typeof reply === 'number' ? String(reply | 0) : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'zero and one are false and true',
    breaks: ['kv.envelope.result-integer'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        reply === 0 || reply === 1 ? String(reply === 1) : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'negative integers are strings',
    breaks: ['kv.envelope.result-integer'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        typeof reply === 'number' && reply < 0 ? `"${reply}"` : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'a stored text that is JSON is sent as the value it spells',
    breaks: ['kv.envelope.result-string'],
    apply: (kv) => ({
      ...kv,
      json(reply, format, nested) {
        if (typeof reply !== 'string' || nested || format !== 'json') {
          return kv.json(reply, format, nested)
        }
        try {
          return JSON.stringify(JSON.parse(textOf(reply)))
        } catch {
          return kv.json(reply, format, nested)
        }
      },
    }),
  },
  {
    name: 'an empty string is null',
    breaks: ['kv.envelope.result-string'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        reply === '' && !nested ? 'null' : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'an empty array is null',
    breaks: ['kv.envelope.result-array'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        Array.isArray(reply) && reply.length === 0 ? 'null' : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'null in an array is left out',
    breaks: ['kv.envelope.result-array'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        kv.json(
          Array.isArray(reply) ? (reply as Reply[]).filter((each) => each !== null) : reply,
          format,
          nested,
        ),
    }),
  },

  // Methods
  {
    name: 'commands that write are not run by GET',
    breaks: ['kv.methods.get'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const command = kv.commandInPath(request)
        if (request.method === 'GET' && kv.lookup(command)?.write === true) {
          throw new Refusal(405, 'ERR use POST to write')
        }
        return command
      },
    }),
  },
  { name: 'HEAD is refused', breaks: ['kv.methods.head'], apply: refusing('HEAD') },
  {
    name: 'HEAD runs nothing',
    breaks: ['kv.methods.head'],
    apply: (kv) => ({
      ...kv,
      commandInPath: (request) =>
        request.method === 'HEAD' ? ['PING'] : kv.commandInPath(request),
    }),
  },
  {
    name: 'a POST by path without a body runs nothing',
    breaks: ['kv.methods.post'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        if (request.method === 'POST' && request.body.length === 0) {
          throw new Refusal(400, 'ERR a body is required')
        }
        return kv.commandInPath(request)
      },
    }),
  },
  { name: 'PUT is refused', breaks: ['kv.methods.put'], apply: refusing('PUT') },
  {
    name: 'DELETE is one of the methods',
    breaks: ['kv.methods.others-refused'],
    apply: (kv) => ({
      ...kv,
      checkMethod(request) {
        if (request.method !== 'DELETE') kv.checkMethod(request)
      },
    }),
  },
  {
    name: 'OPTIONS is answered for browsers',
    breaks: ['kv.methods.others-refused'],
    apply: (kv) => ({
      ...kv,
      checkMethod(request) {
        if (request.method === 'OPTIONS') throw new Refusal(204, 'ERR')
        kv.checkMethod(request)
      },
    }),
  },
  {
    name: 'other methods are not found',
    breaks: ['kv.methods.others-refused'],
    apply: refusingWith(405, 404),
  },

  // Command by path
  {
    name: 'a path is percent-decoded twice',
    breaks: ['kv.path.command-and-arguments'],
    apply: (kv) => ({
      ...kv,
      pathArguments: (request) =>
        kv.pathArguments(request).map((argument) => argument.replace(/%[0-9a-f]{2}/gi, unescape)),
    }),
  },
  {
    name: 'a path is percent-decoded before it is split',
    breaks: ['kv.path.command-and-arguments', 'kv.publish.endpoint'],
    apply: (kv) => ({
      ...kv,
      pathArguments: (request) =>
        kv.pathArguments(request).flatMap((argument) => argument.split('/')),
    }),
  },
  {
    name: 'a plus in an argument is a space',
    breaks: ['kv.path.command-and-arguments'],
    apply: (kv) => ({
      ...kv,
      pathArguments: (request) =>
        kv.pathArguments(request).map((argument) => argument.replaceAll('+', ' ')),
    }),
  },
  {
    name: 'upper-case escapes are the only ones that are decoded',
    breaks: ['kv.path.command-and-arguments'],
    apply: (kv) => ({
      ...kv,
      pathArguments: (request) =>
        kv.pathArguments(
          withTarget(request, (path) => path.replace(/%(?=[0-9a-f]{2})(?![0-9A-F]{2})/gi, '%25')),
        ),
    }),
  },
  {
    name: 'a path has at most 64 segments',
    breaks: ['kv.path.command-and-arguments'],
    apply: (kv) => ({ ...kv, pathArguments: (request) => kv.pathArguments(request).slice(0, 64) }),
  },
  {
    name: 'a body is trimmed',
    breaks: ['kv.path.text-body-is-last-argument', 'kv.path.binary-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments: (request) => kv.bodyArguments(request).map((body) => body.trim()),
    }),
  },
  {
    name: 'a body without a content type is not read',
    breaks: ['kv.path.text-body-is-last-argument', 'kv.path.query-options-follow-body'],
    apply: (kv) => ({
      ...kv,
      bodyArguments: (request) =>
        request.headers['content-type'] === undefined ? [] : kv.bodyArguments(request),
    }),
  },
  {
    name: 'a JSON body is parsed and written anew',
    breaks: ['kv.path.json-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments(request) {
        const body = kv.bodyArguments(request)
        if (request.headers['content-type'] !== 'application/json') return body
        return body.map((json) => bytesOf(JSON.stringify(JSON.parse(textOf(json)))))
      },
    }),
  },
  {
    name: 'a JSON string in a body loses its quotes',
    breaks: ['kv.path.json-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments(request) {
        const body = kv.bodyArguments(request)
        if (request.headers['content-type'] !== 'application/json') return body
        return body.map((json) => json.replace(/^"(.*)"$/s, '$1'))
      },
    }),
  },
  {
    name: 'a body is read as text',
    breaks: ['kv.path.binary-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments: (request) => kv.bodyArguments(request).map((body) => bytesOf(textOf(body))),
    }),
  },
  {
    name: 'a body ends at its first zero byte',
    breaks: ['kv.path.binary-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments: (request) =>
        kv.bodyArguments(request).map((body) => body.replace(/\0.*/s, '')),
    }),
  },
  {
    name: 'a body comes before the last argument of the path',
    breaks: ['kv.path.text-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const command = kv.commandInPath(request)
        const [body] = kv.bodyArguments(request)
        const segments = kv.pathArguments(request).length
        if (body === undefined || segments < 3) return command
        return [
          command[0],
          ...command.slice(1, segments - 1),
          body,
          ...command.slice(segments - 1, segments),
          ...command.slice(segments + 1),
        ]
      },
    }),
  },
  {
    name: 'options of the query come before the body',
    breaks: ['kv.path.query-options-follow-body'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const [name, ...segments] = kv.pathArguments(request) as [Bytes, ...Bytes[]]
        return [name, ...segments, ...kv.queryArguments(request), ...kv.bodyArguments(request)]
      },
    }),
  },
  {
    name: 'the query is not read for options',
    breaks: ['kv.path.query-options-follow-body'],
    apply: (kv) => ({ ...kv, queryArguments: () => [] }),
  },
  {
    name: 'options of the query are not percent-decoded',
    breaks: ['kv.path.query-options-follow-body'],
    apply: (kv) => ({
      ...kv,
      queryArguments: ({ target }) =>
        splitTarget(target)
          .query.split('&')
          .filter((option) => option !== '' && !option.startsWith(`${kv.dialect.kvTokenKey}=`))
          .flatMap((option) => option.split('=')),
    }),
  },

  // Command in body
  {
    name: 'a body is a command only when it begins with a bracket',
    breaks: ['kv.body.command-array'],
    apply: (kv) => ({
      ...kv,
      commandInBody(request) {
        if (request.body[0] !== 0x5b) throw new Refusal(400, 'ERR expected an array')
        return kv.commandInBody(request)
      },
    }),
  },
  {
    name: 'strings of digits are read as numbers',
    breaks: ['kv.body.string-arguments'],
    apply: (kv) => ({
      ...kv,
      commandInBody: (request) =>
        changeArguments(kv.commandInBody(request), (argument) =>
          /^\d{1,15}$/.test(argument) ? String(Number(argument)) : argument,
        ),
    }),
  },
  {
    name: 'string arguments are trimmed',
    breaks: ['kv.body.string-arguments'],
    apply: (kv) => ({
      ...kv,
      commandInBody: (request) =>
        changeArguments(kv.commandInBody(request), (argument) => argument.trim()),
    }),
  },
  {
    name: 'empty strings are left out of a command',
    breaks: ['kv.body.string-arguments'],
    apply: (kv) => ({
      ...kv,
      commandInBody(request) {
        const [name, ...args] = kv.commandInBody(request)
        return [name, ...args.filter((argument) => argument !== '')]
      },
    }),
  },
  {
    name: 'numbers of a body lose their fraction',
    breaks: ['kv.body.number-arguments'],
    apply: (kv) => ({ ...kv, scalarText: (json) => kv.scalarText(json).replace(/\.\d+$/, '') }),
  },
  {
    name: 'numbers of a body are written with six digits',
    breaks: ['kv.body.number-arguments'],
    apply: (kv) => ({
      ...kv,
      scalarText: (json) =>
        /^[\d.e+-]+$/i.test(json) ? String(Number(Number(json).toPrecision(6))) : json,
    }),
  },

  // Pipeline
  {
    name: 'only the first hundred commands of a pipeline are run',
    breaks: ['kv.pipeline.array-of-envelopes'],
    apply: (kv) => ({
      ...kv,
      pipeline: (commands, session) => kv.pipeline(commands.slice(0, 100), session),
    }),
  },
  {
    name: 'a pipeline of one command is answered with its envelope',
    breaks: ['kv.pipeline.array-of-envelopes'],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        return kv.pipeline(commands, session)
      },
    }),
  },
  {
    name: 'the results of a pipeline come quick ones first',
    breaks: ['kv.pipeline.envelopes-in-order'],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const replies = await kv.pipeline(commands, session)
        return replies.toSorted(
          (one, other) => Number(Array.isArray(one)) - Number(Array.isArray(other)),
        )
      },
    }),
  },
  {
    name: 'the results of a pipeline come last ones first',
    breaks: ['kv.pipeline.envelopes-in-order'],
    apply: (kv) => ({
      ...kv,
      pipeline: async (commands, session) => (await kv.pipeline(commands, session)).toReversed(),
    }),
  },
  {
    name: 'a pipeline is run from its end',
    breaks: ['kv.pipeline.runs-in-order'],
    apply: (kv) => ({
      ...kv,
      pipeline: async (commands, session) =>
        (await kv.pipeline(commands.toReversed(), session)).toReversed(),
    }),
  },
  {
    name: 'an error ends a pipeline',
    breaks: ['kv.pipeline.other-commands-still-run'],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const replies: Reply[] = []
        for (const command of commands) {
          const failed = replies.some((reply) => reply instanceof ReplyError)
          replies.push(failed ? new ReplyError('ERR not run') : await kv.command(command, session))
        }
        return replies
      },
    }),
  },
  {
    name: 'the errors of a pipeline come after its results',
    breaks: ['kv.pipeline.failing-command-keeps-position'],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const replies = await kv.pipeline(commands, session)
        const isError = (reply: Reply) => Number(reply instanceof ReplyError)
        return replies.toSorted((one, other) => isError(one) - isError(other))
      },
    }),
  },

  // Transaction
  {
    name: 'a transaction is only a pipeline',
    breaks: [
      'kv.transaction.discard-is-one-error-envelope',
      'kv.transaction.unsupported-command-discards',
      'kv.transaction.request-size-discards',
    ],
    apply: (kv) => ({ ...kv, transaction: kv.pipeline }),
  },
  {
    name: 'other clients come between the commands of a transaction',
    breaks: ['kv.transaction.atomic'],
    apply: (kv) => ({
      ...kv,
      async transaction(commands, session) {
        const replies: Reply[] = []
        for (const command of commands) {
          await setImmediate()
          replies.push(await kv.backend.execute(command, session))
        }
        return commands.some((command) => kv.check(command, session) !== undefined)
          ? kv.transaction(commands, session)
          : replies
      },
    }),
  },
  {
    name: 'a transaction is run before it is checked',
    breaks: ['kv.transaction.unsupported-command-discards', 'kv.transaction.request-size-discards'],
    apply: (kv) => ({
      ...kv,
      async transaction(commands, session) {
        const replies: Reply[] = []
        for (const command of commands) {
          const refusal = kv.check(command, session)
          if (refusal) throw kv.discarded(refusal)
          replies.push(await kv.backend.execute(command, session))
        }
        return replies
      },
    }),
  },
  {
    name: 'a discarded transaction has an error for every command',
    breaks: ['kv.transaction.discard-is-one-error-envelope'],
    apply: (kv) => ({
      ...kv,
      async transaction(commands, session) {
        try {
          return await kv.transaction(commands, session)
        } catch (error) {
          return commands.map(() => error as ReplyError)
        }
      },
    }),
  },
  {
    name: 'an error ends a transaction',
    breaks: ['kv.transaction.other-commands-still-run'],
    apply: (kv) => ({
      ...kv,
      async transaction(commands, session) {
        const ends = async (command: Command) =>
          (await kv.backend.execute(command, session)) instanceof ReplyError
        const at = await kv.transaction(commands.slice(0, 0), session).then(() => 0)
        void ends
        return kv.transaction(commands.slice(at), session)
      },
    }),
  },
  {
    name: 'the errors of a transaction come after its results',
    breaks: ['kv.transaction.failing-command-keeps-position'],
    apply: (kv) => ({
      ...kv,
      async transaction(commands, session) {
        const replies = await kv.transaction(commands, session)
        const isError = (reply: Reply) => Number(reply instanceof ReplyError)
        return replies.toSorted((one, other) => isError(one) - isError(other))
      },
    }),
  },
  {
    name: 'the results of a transaction come last ones first',
    breaks: ['kv.transaction.envelopes-in-order'],
    apply: (kv) => ({
      ...kv,
      transaction: async (commands, session) =>
        (await kv.transaction(commands, session)).toReversed(),
    }),
  },
  {
    name: 'a transaction is run from its end',
    breaks: ['kv.transaction.runs-in-order'],
    apply: (kv) => ({
      ...kv,
      transaction: async (commands, session) =>
        (await kv.transaction(commands.toReversed(), session)).toReversed(),
    }),
  },
  {
    name: 'what is no command in a transaction is passed over',
    breaks: ['kv.transaction.syntax-error-discards'],
    apply: (kv) => ({
      ...kv,
      batchInBody(request, batch) {
        if (batch === 'pipeline') return kv.batchInBody(request, batch)
        const batchOf = (body: string) =>
          kv.batchInBody({ ...request, body: Buffer.from(body) }, batch)
        try {
          return kv.batchInBody(request, batch)
        } catch (error) {
          const commands = Buffer.from(request.body)
            .toString()
            .match(/\["[A-Z]+"[^\]]*\]/g)
          if (commands === null) throw error
          return batchOf(`[${commands.join()}]`)
        }
      },
    }),
  },
  {
    name: 'resp2 applies to transactions too',
    breaks: ['kv.transaction.always-json'],
    apply: (kv) => ({ ...kv, formatAt: (_, asked) => asked }),
  },
]

function changeArguments([name, ...args]: Command, change: (argument: Bytes) => Bytes): Command {
  return [name, ...args.map(change)]
}
