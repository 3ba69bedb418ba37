// Mistakes of a key-value server, and variants that are none, in the order of the contract.

import { setImmediate } from 'node:timers/promises'
import { splitTarget, type Request } from '../http/message.js'
import { Refusal } from '../http/refusal.js'
import { unknownCommand } from '../kv/commands/refusals.js'
import type { Kv } from '../kv/kv.js'
import {
  type Bytes,
  bytesOf,
  type Command,
  NIL_ARRAY,
  OK,
  type Reply,
  ReplyError,
  Status,
  textOf,
} from '../kv/reply.js'
import type { Fault } from './fault.js'

const isNamed = ([name]: Command, names: readonly string[]) => names.includes(name.toUpperCase())

/** A server that answers these commands, when they come alone, with a reply made up for them. */
const answering =
  (names: readonly string[], reply: Reply) =>
  (kv: Kv): Kv => ({
    ...kv,
    command: (command, session) => (isNamed(command, names) ? reply : kv.command(command, session)),
  })

/** A server that knows no commands of these names. */
const without =
  (...names: readonly string[]) =>
  (kv: Kv): Kv => ({
    ...kv,
    lookup: (command) => (isNamed(command, names) ? unknownCommand(command) : kv.lookup(command)),
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

/** A server that lets the Read Only token run one command more. */
const allowing =
  (name: string) =>
  (kv: Kv): Kv => ({
    ...kv,
    isDeniedToReadOnly: (info) => info.name !== name && kv.isDeniedToReadOnly(info),
  })

/** A server that answers some commands, when they come alone, with another status. */
const statusFor =
  (which: (command: Command, kv: Kv) => boolean, status: number) =>
  (kv: Kv): Kv => ({
    ...kv,
    command(command, session) {
      if (which(command, kv)) throw new Refusal(status, 'ERR unknown command')
      return kv.command(command, session)
    },
  })

/** A server that has another class word for some errors. */
const classed =
  (which: RegExp, word: string) =>
  (kv: Kv): Kv => ({
    ...kv,
    wording: (error) => (which.test(error) ? error.replace(/^ERR/, word) : kv.wording(error)),
  })

/** A batch that is run as far as its first error. */
const untilAnError =
  <Rest extends unknown[]>(run: (command: Command, ...rest: Rest) => Reply | Promise<Reply>) =>
  async (commands: readonly Command[], ...rest: Rest) => {
    const replies: Reply[] = []
    for (const command of commands) {
      const ended = replies.some(isError)
      replies.push(ended ? new ReplyError('ERR not run') : await run(command, ...rest))
    }
    return replies
  }

const isError = (reply: unknown) => reply instanceof ReplyError

function isWrite(kv: Kv, command: Command): boolean {
  const info = kv.lookup(command)
  return !(info instanceof ReplyError) && info.write
}

/** A batch of which the commands that read are run before those that write. */
const readingFirst =
  (kv: Kv, run: Kv['pipeline']): Kv['pipeline'] =>
  async (commands, session) => {
    const writes = (index: number) => isWrite(kv, commands[index]!)
    const order = [...commands.keys()].toSorted((a, b) => Number(writes(a)) - Number(writes(b)))
    const replies = await run(
      order.map((index) => commands[index]!),
      session,
    )
    return commands.map((_, index) => replies[order.indexOf(index)]!)
  }

/** The replies that are not so, and after them those that are. */
const sortedBy = (isSo: (reply: Reply) => boolean, replies: readonly Reply[]) =>
  replies.toSorted((one, other) => Number(isSo(one)) - Number(isSo(other)))

const formatHeader = ({ dialect }: Kv, { headers }: Request) =>
  headers[`${dialect.headerPrefix}Response-Format`.toLowerCase()]

/** Text in which each byte that is no UTF-8 has a U+FFFD of its own. */
function replacedByteByByte(bytes: Bytes): string {
  return bytes.replace(
    /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|./gs,
    (sequence) => textOf(sequence).replace(/\ufffd+/, '\ufffd'.repeat(sequence.length)),
  )
}

const changeArguments = ([name, ...args]: Command, change: (argument: Bytes) => Bytes): Command => [
  name,
  ...args.map(change),
]

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
    breaks: [
      'kv.envelope.error',
      'kv.pipeline.array-of-envelopes',
      'kv.transaction.array-of-envelopes',
    ],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        kv.envelope(reply, format).replace(/^\{"error":/, '{"code":1,"error":'),
    }),
  },
  {
    name: 'an error envelope has a result too',
    breaks: [
      'kv.envelope.error',
      'kv.pipeline.array-of-envelopes',
      'kv.transaction.array-of-envelopes',
    ],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        kv.envelope(reply, format).replace(/^\{"error":/, '{"result":null,"error":'),
    }),
  },
  {
    name: 'an error envelope holds an object',
    breaks: [
      'kv.envelope.error',
      'kv.pipeline.array-of-envelopes',
      'kv.transaction.array-of-envelopes',
    ],
    blocks: ['kv.errors.*', 'kv.transaction.discard-is-one-error-envelope'],
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
    name: 'negative integers are strings',
    breaks: ['kv.envelope.result-integer'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        typeof reply === 'number' && reply < 0 ? `"${reply}"` : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'integers are rounded to what a double holds',
    breaks: ['kv.envelope.result-integer'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        kv.json(typeof reply === 'bigint' ? Number(reply) : reply, format, nested),
    }),
  },
  {
    name: 'integers that a double cannot hold are strings',
    breaks: ['kv.envelope.result-integer'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        typeof reply === 'bigint' ? `"${reply}"` : kv.json(reply, format, nested),
    }),
  },
  {
    name: 'a stored text that is JSON is sent as the value it spells',
    breaks: ['kv.envelope.result-string'],
    blocks: ['kv.path.json-body-is-last-argument'],
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
    blocks: ['kv.methods.*'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const command = kv.commandInPath(request)
        if (request.method === 'GET' && isWrite(kv, command)) {
          throw new Refusal(405, 'ERR use POST to write')
        }
        return command
      },
    }),
  },
  {
    name: 'the same GET is not run a second time',
    breaks: ['kv.methods.get'],
    apply(kv) {
      const seen = new Set<string>()
      return {
        ...kv,
        commandInPath(request) {
          if (request.method !== 'GET') return kv.commandInPath(request)
          const whole = [request.target, ...request.rawHeaders].join()
          const again = seen.has(whole)
          seen.add(whole)
          return again ? ['PING'] : kv.commandInPath(request)
        },
      }
    },
  },
  { name: 'HEAD is refused', breaks: ['kv.methods.head'], apply: refusing('HEAD') },
  {
    name: 'HEAD runs nothing',
    breaks: ['kv.methods.head', 'kv.errors.execution-failure'],
    apply: (kv) => ({
      ...kv,
      commandInPath: (request) =>
        request.method === 'HEAD' ? ['PING'] : kv.commandInPath(request),
    }),
  },
  {
    name: 'a POST by path without a body runs nothing',
    breaks: ['kv.methods.post'],
    blocks: ['kv.path.*-body-is-last-argument', 'kv.publish.endpoint', 'kv.info.command-by-path'],
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
    apply: (kv) => ({
      ...kv,
      checkMethod(request) {
        try {
          kv.checkMethod(request)
        } catch {
          throw new Refusal(404, 'ERR not found')
        }
      },
    }),
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
      pathArguments({ target, ...request }) {
        const lowerCase = /%(?=[0-9a-fA-F]{2})(?![0-9A-F]{2})/g
        return kv.pathArguments({ ...request, target: target.replace(lowerCase, '%25') })
      },
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
    name: 'a body that is called a form is decoded',
    breaks: ['kv.path.text-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments(request) {
        const body = kv.bodyArguments(request)
        const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
        return isForm ? body.map((form) => String(new URLSearchParams(form))) : body
      },
    }),
  },
  {
    name: 'text in a body is put into its composed form',
    breaks: ['kv.path.text-body-is-last-argument'],
    apply: (kv) => ({
      ...kv,
      bodyArguments(request) {
        const body = kv.bodyArguments(request)
        const isText = request.headers['content-type'] === 'text/plain'
        return isText ? body.map((text) => bytesOf(textOf(text).normalize())) : body
      },
    }),
  },
  {
    name: 'a body without a content type is not read',
    breaks: ['kv.path.text-body-is-last-argument'],
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
    blocks: ['kv.utf8.base64-keeps-bytes'],
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
    name: 'the query is read for one option',
    breaks: ['kv.path.query-options-follow-body'],
    apply: (kv) => ({
      ...kv,
      queryArguments: (request) => kv.queryArguments(request).slice(0, 2),
    }),
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
    name: 'a command in the body needs the content type of JSON',
    breaks: ['kv.body.command-array'],
    apply: (kv) => ({
      ...kv,
      commandInBody(request) {
        if (request.headers['content-type'] === undefined) throw new Refusal(400, 'ERR no JSON')
        return kv.commandInBody(request)
      },
    }),
  },
  {
    name: 'text in a command is put into its composed form',
    breaks: ['kv.body.string-arguments'],
    apply: (kv) => ({
      ...kv,
      commandInBody: (request) =>
        changeArguments(kv.commandInBody(request), (text) => bytesOf(textOf(text).normalize())),
    }),
  },
  {
    name: 'arguments are put into lower case',
    breaks: ['kv.body.string-arguments'],
    apply: (kv) => ({
      ...kv,
      commandInBody: (request) =>
        changeArguments(kv.commandInBody(request), (text) => bytesOf(textOf(text).toLowerCase())),
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
    blocks: ['kv.pipeline.failing-command-keeps-position'],
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
    name: 'a pipeline reads before it writes',
    breaks: ['kv.pipeline.runs-in-order'],
    apply: (kv) => ({ ...kv, pipeline: readingFirst(kv, kv.pipeline.bind(kv)) }),
  },
  {
    name: 'an error ends a pipeline',
    breaks: ['kv.pipeline.other-commands-still-run'],
    apply: (kv) => ({
      ...kv,
      pipeline: untilAnError((command, session) => kv.command(command, session)),
    }),
  },
  {
    name: 'the errors of a pipeline come after its results',
    breaks: ['kv.pipeline.failing-command-keeps-position'],
    apply: (kv) => ({
      ...kv,
      pipeline: async (commands, session) =>
        sortedBy(isError, await kv.pipeline(commands, session)),
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
    name: 'a transaction is run while it is checked',
    breaks: ['kv.transaction.unsupported-command-discards', 'kv.transaction.request-size-discards'],
    apply: (kv) => ({
      ...kv,
      async transaction(commands, session) {
        const replies: Reply[] = []
        for (const command of commands) {
          const refusal = kv.check(command, session)
          if (refusal) throw kv.discarded(refusal)
          replies.push(await kv.backend.execute(command))
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
    name: 'what is no command in a transaction is passed over',
    breaks: ['kv.transaction.syntax-error-discards'],
    apply: (kv) => ({
      ...kv,
      batchInBody(request, batch) {
        try {
          return kv.batchInBody(request, batch)
        } catch (error) {
          const commands = Buffer.from(request.body)
            .toString()
            .match(/\["[A-Z]+"[^\]]*\]/g)
          if (batch === 'pipeline' || commands === null) throw error
          return kv.batchInBody({ ...request, body: Buffer.from(`[${commands.join()}]`) }, batch)
        }
      },
    }),
  },
  {
    name: 'other clients come between the commands of a transaction',
    breaks: ['kv.transaction.atomic'],
    apply: (kv) => ({
      ...kv,
      backend: {
        ...kv.backend,
        async transaction(commands) {
          const replies: Reply[] = []
          for (const command of commands) {
            await setImmediate()
            replies.push(await kv.backend.execute(command))
          }
          return replies
        },
      },
    }),
  },
  {
    name: 'an error ends a transaction',
    breaks: ['kv.transaction.other-commands-still-run'],
    apply: (kv) => ({
      ...kv,
      backend: {
        ...kv.backend,
        transaction: untilAnError((command) => kv.backend.execute(command)),
      },
    }),
  },
  {
    name: 'the errors of a transaction come after its results',
    breaks: ['kv.transaction.failing-command-keeps-position'],
    apply: (kv) => ({
      ...kv,
      transaction: async (commands, session) =>
        sortedBy(isError, await kv.transaction(commands, session)),
    }),
  },
  {
    name: 'the results of a transaction come last ones first',
    breaks: ['kv.transaction.envelopes-in-order'],
    blocks: [
      'kv.transaction.atomic',
      'kv.transaction.failing-command-keeps-position',
      'kv.transaction.request-size-discards',
    ],
    apply: (kv) => ({
      ...kv,
      transaction: async (commands, session) =>
        (await kv.transaction(commands, session)).toReversed(),
    }),
  },
  {
    name: 'a transaction is run from its end',
    breaks: ['kv.transaction.runs-in-order'],
    blocks: ['kv.transaction.atomic'],
    apply: (kv) => ({
      ...kv,
      transaction: async (commands, session) =>
        (await kv.transaction(commands.toReversed(), session)).toReversed(),
    }),
  },
  {
    name: 'a transaction reads before it writes',
    breaks: ['kv.transaction.runs-in-order'],
    apply: (kv) => ({ ...kv, transaction: readingFirst(kv, kv.transaction.bind(kv)) }),
  },
  {
    name: 'only the first hundred commands of a transaction are run',
    breaks: ['kv.transaction.array-of-envelopes'],
    apply: (kv) => ({
      ...kv,
      transaction: (commands, session) => kv.transaction(commands.slice(0, 100), session),
    }),
  },
  {
    name: 'names in lower case are not checked in a transaction',
    breaks: ['kv.transaction.unsupported-command-discards'],
    apply: (kv) => ({
      ...kv,
      transaction: (commands, session) =>
        kv.transaction(
          commands.map((command): Command => (command[0] === 'unwatch' ? ['PING'] : command)),
          session,
        ),
    }),
  },
  {
    name: 'a batch needs the content type of JSON',
    breaks: ['kv.pipeline.array-of-commands', 'kv.transaction.array-of-commands'],
    apply: (kv) => ({
      ...kv,
      batchInBody(request, batch) {
        if (request.headers['content-type'] === undefined) throw new Refusal(400, 'ERR no JSON')
        return kv.batchInBody(request, batch)
      },
    }),
  },
  {
    name: 'numbers in a batch are refused',
    breaks: ['kv.pipeline.array-of-commands', 'kv.transaction.array-of-commands'],
    apply: (kv) => ({
      ...kv,
      batchInBody(request, batch) {
        const strict: Kv = {
          ...kv,
          scalarText() {
            throw new Refusal(400, 'ERR expected a string')
          },
        }
        return strict.batchInBody(request, batch)
      },
    }),
  },
  {
    name: 'resp2 applies to transactions too',
    breaks: ['kv.transaction.always-json'],
    apply: (kv) => ({ ...kv, formatAt: (_, asked) => asked }),
  },

  // Publish and info
  { name: 'PUBLISH is not known', breaks: ['kv.publish.endpoint'], apply: without('PUBLISH') },
  {
    name: 'INFO is not known by path',
    breaks: ['kv.info.command-by-path'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const command = kv.commandInPath(request)
        return isNamed(command, ['INFO']) ? ['NOINFO'] : command
      },
    }),
  },

  // Commands
  {
    name: 'SETEX takes the value before the seconds',
    breaks: ['kv.commands.wire-protocol'],
    apply: (kv) => ({
      ...kv,
      command(command, session) {
        const [name, key = '', seconds = '', value = ''] = command
        return kv.command(
          isNamed(command, ['SETEX']) ? [name, key, value, seconds] : command,
          session,
        )
      },
    }),
  },
  {
    name: 'LPUSH pushes its elements as one block',
    breaks: ['kv.commands.wire-protocol'],
    apply: (kv) => ({
      ...kv,
      command(command, session) {
        const [name, key = '', ...elements] = command
        return kv.command(
          isNamed(command, ['LPUSH']) ? [name, key, ...elements.reverse()] : command,
          session,
        )
      },
    }),
  },
  {
    name: 'names in lower case are not known in a body',
    breaks: ['kv.commands.lower-case'],
    apply: (kv) => ({
      ...kv,
      commandInBody(request) {
        const command = kv.commandInBody(request)
        if (/^[a-z]+$/.test(command[0])) throw new Refusal(400, 'ERR unknown command')
        return command
      },
    }),
  },
  {
    name: 'ECHO is known by path in lower case alone',
    breaks: ['kv.commands.upper-case'],
    blocks: ['kv.authentication.missing-token'],
    apply: (kv) => ({
      ...kv,
      commandInPath(request) {
        const command = kv.commandInPath(request)
        if (command[0] === 'ECHO') throw new Refusal(400, 'ERR unknown command')
        return command
      },
    }),
  },
  {
    name: 'blocking list commands wait in vain',
    breaks: ['kv.commands.blocking-lists-excluded'],
    apply: answering(['BLPOP', 'BRPOP', 'BRPOPLPUSH'], NIL_ARRAY),
  },
  {
    name: 'blocking sorted-set commands wait in vain',
    breaks: ['kv.commands.blocking-sorted-sets-excluded'],
    apply: answering(['BZPOPMAX', 'BZPOPMIN'], NIL_ARRAY),
  },
  {
    name: 'transaction commands are accepted and do nothing',
    breaks: ['kv.commands.transaction-commands-excluded'],
    apply: answering(['WATCH', 'UNWATCH', 'DISCARD'], OK),
  },
  {
    name: 'XREAD waits in vain',
    breaks: ['kv.commands.blocking-xread-excluded'],
    apply: (kv) => ({
      ...kv,
      command: (command, session) =>
        isNamed(command, ['XREAD']) && kv.isExcluded(command)
          ? NIL_ARRAY
          : kv.command(command, session),
    }),
  },
  {
    name: 'XREADGROUP waits in vain',
    breaks: ['kv.commands.blocking-xreadgroup-excluded'],
    apply: (kv) => ({
      ...kv,
      command: (command, session) =>
        isNamed(command, ['XREADGROUP']) && kv.isExcluded(command)
          ? NIL_ARRAY
          : kv.command(command, session),
    }),
  },
  {
    name: 'connection commands are accepted and do nothing',
    breaks: ['kv.commands.connection-excluded'],
    apply: answering(['AUTH', 'CLIENT', 'HELLO', 'QUIT', 'RESET', 'SELECT'], OK),
  },
  {
    name: 'what is left out is accepted in a pipeline and does nothing',
    breaks: [
      'kv.commands.blocking-lists-excluded',
      'kv.commands.blocking-sorted-sets-excluded',
      'kv.commands.transaction-commands-excluded',
      'kv.commands.blocking-xread-excluded',
      'kv.commands.blocking-xreadgroup-excluded',
      'kv.commands.connection-excluded',
    ],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const replies = await kv.pipeline(commands, session)
        return replies.map((reply, index) => (kv.isExcluded(commands[index]!) ? OK : reply))
      },
    }),
  },
  {
    name: 'PING answers PONG whatever it is sent',
    breaks: ['kv.commands.ping'],
    apply: answering(['PING'], new Status('PONG')),
  },
  {
    name: 'ECHO answers the first word of its message',
    breaks: ['kv.commands.echo'],
    apply: (kv) => ({
      ...kv,
      command([name, ...args], session) {
        const words = isNamed([name], ['ECHO'])
          ? args.map((text) => text.replace(/ .*/s, ''))
          : args
        return kv.command([name, ...words], session)
      },
    }),
  },

  // Response format
  {
    name: 'a pipeline is answered in resp2 unless JSON is asked for',
    breaks: ['kv.response-format.json-default', 'kv.pipeline.array-of-envelopes'],
    blocks: ['kv.pipeline.*'],
    apply: (kv) => ({
      ...kv,
      format: (request) =>
        kv.endpoint(request) === 'pipeline' && formatHeader(kv, request) === undefined
          ? 'resp2'
          : kv.format(request),
    }),
  },
  {
    name: 'json is no name of a format',
    breaks: ['kv.response-format.json'],
    blocks: ['kv.response-format.json-default', 'kv.response-format.unknown-value'],
    apply: (kv) => ({
      ...kv,
      responseFormat(request) {
        if (formatHeader(kv, request) === 'json') throw new Refusal(400, 'ERR invalid format')
        return kv.responseFormat(request)
      },
    }),
  },
  {
    name: 'JSON is sent as text',
    breaks: ['kv.response-format.json-content-type'],
    apply: (kv) => ({
      ...kv,
      contentType: (format) =>
        format === 'resp2' ? kv.contentType(format) : 'text/plain; charset=utf-8',
    }),
  },
  {
    name: 'errors are sent as text',
    breaks: ['kv.response-format.json-content-type'],
    apply: (kv) => ({
      ...kv,
      answer(reply, format) {
        const answer = kv.answer(reply, format)
        if (!isError(reply) || format === 'resp2') return answer
        return { ...answer, headers: { 'content-type': 'text/plain' } }
      },
    }),
  },
  {
    name: 'a status under resp2 is a bulk reply',
    breaks: ['kv.response-format.resp2-status-reply'],
    apply: (kv) => ({
      ...kv,
      resp2: (reply) => kv.resp2(reply instanceof Status ? reply.text : reply),
    }),
  },
  {
    name: 'lines of a status end in LF alone',
    breaks: ['kv.response-format.resp2-status-reply'],
    apply: (kv) => ({
      ...kv,
      resp2: (reply) => (reply instanceof Status ? `+${reply.text}\n` : kv.resp2(reply)),
    }),
  },
  {
    name: 'the length of a bulk reply counts characters',
    breaks: ['kv.response-format.resp2-bulk-reply'],
    apply: (kv) => ({
      ...kv,
      resp2: (reply) =>
        typeof reply === 'string' ? `$${textOf(reply).length}\r\n${reply}\r\n` : kv.resp2(reply),
    }),
  },
  {
    name: 'integers under resp2 are bulk replies',
    breaks: ['kv.response-format.resp2-raw-reply'],
    apply: (kv) => ({
      ...kv,
      resp2: (reply) => kv.resp2(typeof reply === 'number' ? String(reply) : reply),
    }),
  },
  {
    name: 'null under resp2 is an empty string',
    breaks: ['kv.response-format.resp2-raw-reply'],
    apply: (kv) => ({ ...kv, resp2: (reply) => kv.resp2(reply ?? '') }),
  },
  {
    name: 'resp2 is sent as text',
    breaks: ['kv.response-format.resp2-content-type'],
    apply: (kv) => ({
      ...kv,
      contentType: (format) => (format === 'resp2' ? 'text/plain' : kv.contentType(format)),
    }),
  },
  {
    name: 'an unknown format is taken for JSON',
    breaks: ['kv.response-format.unknown-value'],
    apply: (kv) => ({
      ...kv,
      responseFormat: (request) => (formatHeader(kv, request) === 'resp2' ? 'resp2' : 'json'),
    }),
  },
  {
    name: 'an unknown format is not seen in a transaction',
    breaks: ['kv.response-format.unknown-value'],
    apply: (kv) => ({
      ...kv,
      format(request) {
        if (kv.endpoint(request) !== 'transaction') return kv.format(request)
        return kv.wantsBase64(request) ? 'base64' : 'json'
      },
    }),
  },
  {
    name: 'the format header is seen only in the spelling of the documents',
    breaks: ['kv.response-format.resp2-raw-reply'],
    apply: (kv) => ({
      ...kv,
      responseFormat: (request) =>
        request.rawHeaders.includes(`${kv.dialect.headerPrefix}Response-Format`)
          ? kv.responseFormat(request)
          : 'json',
    }),
  },
  {
    name: 'resp2 wins over base64',
    breaks: ['kv.response-format.base64-with-resp2'],
    apply: (kv) => ({
      ...kv,
      format: (request) => (kv.responseFormat(request) === 'resp2' ? 'resp2' : kv.format(request)),
    }),
  },

  // Base64
  {
    name: 'base64 is written in the alphabet of URLs',
    breaks: ['kv.base64.strings'],
    blocks: ['kv.utf8.base64-keeps-bytes'],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) =>
        format === 'base64'
          ? kv.string(bytes, format).replaceAll('+', '-').replaceAll('/', '_')
          : kv.string(bytes, format),
    }),
  },
  {
    name: 'the encoding header is seen only in the spelling of the documents',
    breaks: ['kv.base64.strings'],
    apply: (kv) => ({
      ...kv,
      wantsBase64(request) {
        const name = `${kv.dialect.headerPrefix}Encoding`
        return request.rawHeaders.includes(name) && kv.wantsBase64(request)
      },
    }),
  },
  {
    name: 'strings in arrays are not encoded',
    breaks: ['kv.base64.strings-in-arrays'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        kv.json(reply, Array.isArray(reply) ? 'json' : format, nested),
    }),
  },
  {
    name: 'integers are encoded too',
    breaks: ['kv.base64.only-strings'],
    apply: (kv) => ({
      ...kv,
      json: (reply, format, nested) =>
        kv.json(
          typeof reply === 'number' && format === 'base64' ? String(reply) : reply,
          format,
          nested,
        ),
    }),
  },
  {
    name: 'the status OK is encoded too',
    breaks: ['kv.base64.ok-status-plain'],
    apply: (kv) => ({ ...kv, isPlainStatus: () => false }),
  },

  // Invalid UTF-8
  {
    name: 'bytes that are no UTF-8 are dropped',
    breaks: ['kv.utf8.replacement-character'],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) =>
        format === 'base64' ? kv.string(bytes, format) : textOf(bytes).replaceAll('\ufffd', ''),
    }),
  },
  {
    name: 'bytes that are no UTF-8 are read as Latin-1',
    breaks: ['kv.utf8.replacement-character'],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) =>
        format !== 'base64' && textOf(bytes).includes('\ufffd') ? bytes : kv.string(bytes, format),
    }),
  },
  {
    name: 'bytes that are no UTF-8 are read as Latin-1 in batches',
    breaks: ['kv.utf8.replacement-character'],
    apply: (kv) => ({
      ...kv,
      answerBatch: (replies, format) =>
        kv.answerBatch(
          replies.map((reply) =>
            typeof reply === 'string' && format === 'json' && textOf(reply).includes('\ufffd')
              ? bytesOf(reply)
              : reply,
          ),
          format,
        ),
    }),
  },
  {
    name: 'a byte order mark is taken off',
    breaks: ['kv.utf8.replacement-character'],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) => kv.string(bytes, format).replace(/^\ufeff/, ''),
    }),
  },
  {
    name: 'base64 is made of text in which bytes are replaced already',
    breaks: ['kv.utf8.base64-keeps-bytes'],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) => kv.string(bytesOf(textOf(bytes)), format),
    }),
  },

  // Authentication
  {
    name: 'a pipeline needs no token',
    breaks: ['kv.authentication.every-endpoint'],
    apply: (kv) => ({
      ...kv,
      authenticate: (request) =>
        kv.endpoint(request) === 'pipeline' ? { readOnly: false } : kv.authenticate(request),
    }),
  },
  {
    name: 'a HEAD needs no token',
    breaks: ['kv.authentication.every-endpoint'],
    apply: (kv) => ({
      ...kv,
      authenticate: (request) =>
        request.method === 'HEAD' ? { readOnly: false } : kv.authenticate(request),
    }),
  },
  {
    name: 'PING needs no token',
    breaks: ['kv.authentication.every-endpoint'],
    apply: (kv) => ({
      ...kv,
      authenticate: (request) =>
        /^\/ping/i.test(request.target) ? { readOnly: false } : kv.authenticate(request),
    }),
  },
  {
    name: 'the Authorization header is read only where its name has a capital',
    breaks: ['kv.authentication.bearer-header'],
    apply: (kv) => ({
      ...kv,
      headerToken: (request) =>
        request.rawHeaders.includes('Authorization') ? kv.headerToken(request) : undefined,
    }),
  },
  {
    name: 'a token in the query is not seen',
    breaks: ['kv.authentication.query-token'],
    apply: (kv) => ({ ...kv, queryToken: () => undefined }),
  },
  {
    name: 'a token in the query is an argument too',
    breaks: ['kv.authentication.query-token'],
    apply: (kv) => ({
      ...kv,
      queryArguments: ({ target }) =>
        kv.queryArguments({
          target: target.replace(`${kv.dialect.kvTokenKey}=`, 'token='),
        } as Request),
    }),
  },
  {
    name: 'SCAN is refused to the Standard token',
    breaks: ['kv.authentication.standard-any-command'],
    blocks: ['kv.authentication.read-only-refuses-scan'],
    apply: without('SCAN'),
  },
  {
    name: 'the Read Only token may not read lists',
    breaks: ['kv.authentication.read-only-reads'],
    apply: (kv) => ({
      ...kv,
      isDeniedToReadOnly: (info) => info.name === 'lrange' || kv.isDeniedToReadOnly(info),
    }),
  },
  {
    name: 'the Read Only token may append',
    breaks: ['kv.authentication.read-only-refuses-writes'],
    apply: allowing('append'),
  },
  {
    name: 'the Read Only token may read and delete at once',
    breaks: ['kv.authentication.read-only-refuses-writes'],
    apply: allowing('getdel'),
  },
  {
    name: 'the Read Only token may write in lower case',
    breaks: ['kv.authentication.read-only-refuses-writes'],
    apply: (kv) => ({
      ...kv,
      command: (command, session) =>
        kv.command(command, /[a-z]/.test(command[0]) ? { readOnly: false } : session),
    }),
  },
  {
    name: 'every token in the query may write',
    breaks: ['kv.authentication.read-only-refuses-writes'],
    apply: (kv) => ({
      ...kv,
      authenticate(request) {
        const session = kv.authenticate(request)
        return kv.headerToken(request) === undefined ? { readOnly: false } : session
      },
    }),
  },
  {
    name: 'the Read Only token may SCAN',
    breaks: ['kv.authentication.read-only-refuses-scan'],
    apply: allowing('scan'),
  },
  {
    name: 'the Read Only token may list KEYS',
    breaks: ['kv.authentication.read-only-refuses-keys'],
    apply: allowing('keys'),
  },
  {
    name: 'a missing token is forbidden, not unauthorized',
    breaks: ['kv.authentication.missing-token'],
    apply: (kv) => ({
      ...kv,
      authenticate(request) {
        if (kv.token(request) === undefined) throw new Refusal(403, 'NOAUTH token required')
        return kv.authenticate(request)
      },
    }),
  },
  {
    name: 'the token is read under any scheme',
    breaks: ['kv.authentication.missing-token'],
    apply: (kv) => ({
      ...kv,
      headerToken: ({ headers }) => /^\w+ +(.+)$/.exec(headers['authorization'] ?? '')?.[1],
    }),
  },
  {
    name: 'an invalid token is forbidden, not unauthorized',
    breaks: ['kv.authentication.invalid-token'],
    apply: (kv) => ({
      ...kv,
      authenticate(request) {
        const token = kv.token(request)
        if (token !== undefined && !kv.sessionOf(token))
          throw new Refusal(403, 'NOPERM no such token')
        return kv.authenticate(request)
      },
    }),
  },
  {
    name: 'a token is compared as far as it goes',
    breaks: ['kv.authentication.invalid-token'],
    apply: (kv) => ({
      ...kv,
      isSameToken: (sent, issued) => sent !== '' && issued.startsWith(sent),
    }),
  },
  {
    name: 'a token is compared without regard to case',
    breaks: ['kv.authentication.invalid-token'],
    apply: (kv) => ({
      ...kv,
      isSameToken: (sent, issued) => sent.toLowerCase() === issued.toLowerCase(),
    }),
  },
  {
    name: 'a token is looked for in what is sent',
    breaks: ['kv.authentication.invalid-token'],
    apply: (kv) => ({ ...kv, isSameToken: (sent, issued) => sent.includes(issued) }),
  },

  // Errors
  {
    name: 'a write is answered 201',
    breaks: ['kv.errors.executed'],
    apply: (kv) => ({ ...kv, statusOf: (reply) => (reply === OK ? 201 : kv.statusOf(reply)) }),
  },
  {
    name: 'a batch with an error in it is answered 207',
    breaks: ['kv.errors.failure-in-batch'],
    apply: (kv) => ({
      ...kv,
      answerBatch: (replies, format) => ({
        ...kv.answerBatch(replies, format),
        status: replies.some((reply) => reply instanceof ReplyError) ? 207 : 200,
      }),
    }),
  },
  {
    name: 'a body that cannot be read is answered 422',
    breaks: ['kv.errors.syntax-error'],
    apply: (kv) => ({
      ...kv,
      answerRefusal(refusal, format) {
        const answer = kv.answerRefusal(refusal, format)
        return refusal.message.includes('parse') ? { ...answer, status: 422 } : answer
      },
    }),
  },
  {
    name: 'an unknown command is answered 404',
    breaks: ['kv.errors.invalid-command'],
    apply: statusFor((command, kv) => !kv.isExcluded(command) && isError(kv.lookup(command)), 404),
  },
  {
    name: 'an unsupported command is answered 501',
    breaks: ['kv.errors.unsupported-command'],
    apply: statusFor((command, kv) => kv.isExcluded(command), 501),
  },
  {
    name: 'a command that fails is answered 200 with its error',
    breaks: ['kv.errors.execution-failure', 'kv.errors.syntax-error', 'kv.envelope.success'],
    apply: (kv) => ({
      ...kv,
      async command(command, session) {
        const reply = await kv.command(command, session)
        if (reply instanceof ReplyError && !kv.check(command, session)) {
          throw new Refusal(200, reply.message)
        }
        return reply
      },
    }),
  },
  {
    name: 'errors have no class word',
    breaks: ['kv.errors.class-word'],
    blocks: [
      'kv.errors.wrong-argument-count',
      'kv.errors.not-an-integer',
      'kv.errors.out-of-range',
    ],
    apply: (kv) => ({ ...kv, wording: (error) => kv.wording(error).replace(/^[A-Z]+ /, '') }),
  },
  {
    name: 'a wrong argument count has a class of its own',
    breaks: ['kv.errors.wrong-argument-count'],
    apply: classed(/wrong number of arguments/, 'ARITY'),
  },
  {
    name: 'a value that is no integer has a class of its own',
    breaks: ['kv.errors.not-an-integer', 'kv.errors.out-of-range'],
    apply: classed(/not an integer or out of range/, 'NOTINT'),
  },
  {
    name: 'an index out of range has a class of its own',
    breaks: ['kv.errors.out-of-range'],
    apply: classed(/(index|offset) (is )?out of range/, 'RANGE'),
  },

  // Limits
  {
    name: 'a command may have any size',
    breaks: ['kv.limits.request-size', 'kv.transaction.request-size-discards'],
    apply: (kv) => ({ ...kv, isTooLarge: () => false }),
  },

  // Variants: the document is silent, and they are as right as the mock.
  {
    name: 'errors are worded differently after their class word',
    breaks: [],
    apply: (kv) => ({ ...kv, wording: (error) => `${error.split(' ', 1)[0]} something else` }),
  },
  {
    name: 'JSON has whitespace in it',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      envelope: (reply, format) =>
        kv.envelope(reply, format).replace(/^\{("\w+"):(.*)\}$/s, '\n{\t$1 :\r\n$2 }'),
    }),
  },
  {
    name: 'answers have headers of the service',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      answer(reply, format) {
        const answer = kv.answer(reply, format)
        return { ...answer, headers: { ...answer.headers, 'x-request-id': '1', vary: 'accept' } }
      },
    }),
  },
  {
    name: 'JSON is sent with a charset',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      contentType: (format) =>
        format === 'resp2' ? kv.contentType(format) : 'application/json; charset=utf-8',
    }),
  },
  {
    name: 'there is one U+FFFD for each run of bytes that are no UTF-8',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) => kv.string(bytes, format).replace(/\ufffd+/g, '\ufffd'),
    }),
  },
  {
    name: 'there is one U+FFFD for each byte that is no UTF-8',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      string: (bytes, format) =>
        format === 'base64' ? kv.string(bytes, format) : replacedByteByByte(bytes),
    }),
  },
  {
    name: 'the token is looked at before the method',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      checkMethod(request) {
        kv.authenticate(request)
        kv.checkMethod(request)
      },
    }),
  },
  {
    name: 'the token of the query wins over the one of the header',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      token: (request) => kv.queryToken(request) ?? kv.headerToken(request),
    }),
  },
  {
    name: 'errors under resp2 are answered in JSON',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      answer: (reply, format) =>
        kv.answer(reply, reply instanceof ReplyError && format === 'resp2' ? 'json' : format),
    }),
  },
  {
    name: 'an OK in an array is left as it is under base64',
    breaks: [],
    apply: (kv) => ({ ...kv, isPlainStatus: ({ text }) => text === 'OK' }),
  },
  {
    name: 'a missing token has the class word of Redis',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      authenticate(request) {
        if (kv.token(request) === undefined)
          throw new Refusal(401, 'NOAUTH Authentication required')
        return kv.authenticate(request)
      },
    }),
  },
  {
    name: 'a batch is answered even when it is empty',
    breaks: [],
    apply: (kv) => ({
      ...kv,
      batchInBody: (request, batch) =>
        Buffer.from(request.body).equals(Buffer.from('[]')) ? [] : kv.batchInBody(request, batch),
    }),
  },
]
