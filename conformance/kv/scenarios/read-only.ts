// The Read Only token: the commands it may run, and that refused commands change nothing.

import { jsonOf, memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { byName, byValue, eachRow } from '../../core/rows.js'
import { byPath, formsByName, inBody, inPipeline, inTransaction } from '../fixtures/forms.js'
import type { Form } from '../fixtures/forms.js'
import { envelopes, executed } from '../fixtures/matchers.js'
import { executedInBatch, failed, named, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/replies.js'
import { preparedScripts, supported } from '../fixtures/scripts.js'
import { commandOf, observation, scenario, type KvWorld } from '../fixtures/world.js'

const resultsIn = (batch: Exchange) =>
  ((jsonOf(batch) ?? []) as readonly { result?: unknown }[]).map(({ result }) => result)

/** Commands for which the document does not say if the Read Only token may run them. */
const undecided = [
  ...['HSCAN KEY 0', 'RANDOMKEY', 'DBSIZE', 'TIME', 'INFO', 'PUBLISH KEY message', 'PING'],
  // It may cache its count in the key: some servers treat it as a write.
  'PFCOUNT KEY',
]

/** Scripts whose last command reads a value, one for each category. */
const reads = byValue([
  'SET KEY value; GET KEY; GET KEY',
  'RPUSH KEY element; LRANGE KEY 0 -1; LRANGE KEY 0 -1',
  'SET KEY value; GETBIT KEY 1; GETBIT KEY 1',
  'SET KEY value; EXISTS KEY; EXISTS KEY',
  'HSET KEY field value; HGET KEY field; HGET KEY field',
  'SADD KEY member; SISMEMBER KEY member; SISMEMBER KEY member',
  'ZADD KEY 1 member; ZSCORE KEY member; ZSCORE KEY member',
  'GEOADD KEY 13 38 member; GEOPOS KEY member; GEOPOS KEY member',
  'XADD KEY 1-1 field value; XLEN KEY; XLEN KEY',
  'JSON.SET KEY $ 1; JSON.GET KEY; JSON.GET KEY',
])

/** The read commands that the document excludes for the Read Only token. */
const refusedReads = [
  { name: 'SCAN', rule: 'kv.authentication.read-only-refuses-scan', line: 'SCAN 0 COUNT 1' },
  { name: 'KEYS', rule: 'kv.authentication.read-only-refuses-keys', line: 'KEYS KEY' },
] as const

/** Judges that the Read Only token is refused a command in these forms, in upper and lower case. */
async function mustRefuseRead(
  world: KvWorld & { readonly provide: { readonly readOnlyToken: () => Promise<string> } },
  line: string,
  forms: readonly Form[],
) {
  const { kv, id, provide } = await supported(world, line)
  const token = await provide.readOnlyToken()
  const [upper, ...args] = commandOf(line, world)
  given(await kv.command(['GET', id], { token }), executed())

  await eachRow(formsByName(...forms), async (form) => {
    given(await form.ask(kv, [upper, ...args]), form.executed)

    for (const name of [upper, upper.toLowerCase()])
      must(await form.ask(kv, [name, ...args], { token }), named(name, form.failed))
  })
}

export const readOnlyScenarios = [
  scenario('Read Only token: GET, LRANGE, HGET and other reads return the value', {
    id: 'kv.authentication.read-only-reads/every-kind',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, provide } = world
      const token = await provide.readOnlyToken()
      const rows = await preparedScripts(world, reads)

      const table = byName(rows, ({ script }) => script)
      await eachRow(table, async ({ script, command }) => {
        // The two forms in turn: no read needs both.
        const form = Object.keys(reads).indexOf(script) % 2 ? byPath : inBody
        const value = memberOf(given(await form.ask(kv, command), executed()), 'result')

        must(await form.ask(kv, command, { token }), named(form.where, form.answers(value)))
      })
    },
  }),
  scenario('Read Only token: a pipeline of reads returns the values', {
    id: 'kv.authentication.read-only-reads/pipeline',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, provide } = world
      const token = await provide.readOnlyToken()
      const commands = (await preparedScripts(world, reads)).map(({ command }) => command)
      const values = resultsIn(given(await kv.pipeline(commands), executedInBatch()))

      must(await kv.pipeline(commands, { token }), envelopes(...values))
    },
  }),
  ...refusedReads.flatMap(({ name, rule, line }) =>
    [
      { where: 'in the body and by path', id: 'alone', forms: [inBody, byPath] },
      {
        where: 'in pipelines and transactions',
        id: 'pipeline-and-transaction',
        forms: [inPipeline, inTransaction],
      },
    ].map(({ where, id, forms }) =>
      scenario(`Read Only token: ${name} fails ${where}`, {
        id: `${rule}/${id}`,
        needs: ['readOnlyToken'],
        run: (world) => mustRefuseRead(world, line, forms),
      }),
    ),
  ),
  // A target that does not refuse it loses every key: only the operator can allow that.
  scenario('Read Only token: FLUSHDB fails and deletes no key', {
    id: 'kv.authentication.read-only-refuses-writes/flushdb',
    needs: ['readOnlyToken', 'dedicatedAccount'],
    async run({ kv, key, provide }) {
      const token = await provide.readOnlyToken()
      given(await kv.command(['SET', key, 'before']), result('OK'))
      given(await kv.command(['GET', key], { token }), result('before'))
      // Stops here if the token may write, because FLUSHDB would delete every key.
      given(await kv.command(['SET', key, 'after'], { token }), failed())
      given(await kv.command(['GET', key]), result('before'))

      must(await kv.command(['FLUSHDB'], { token }), failed())
      must(await kv.command(['GET', key]), result('before'))
    },
  }),

  observation('observes the HTTP status of HSCAN, PING, … with the Read Only token', {
    id: 'kv.authentication.read-only-denied-commands/commands-transactions-streams',
    needs: ['readOnlyToken'],
    async run(world) {
      const { kv, id, note, provide } = world
      const token = await provide.readOnlyToken()
      for (const line of undecided)
        note(line, (await kv.command(commandOf(line, world), { token })).status)
      note('GET in a transaction', outcomeOf(await kv.transaction([['GET', id]], { token })))
      note('the monitor', (await kv.monitor({ token })).status)
      note('a subscription', (await kv.subscribe(id, { token })).status)
    },
  }),
  observation('observes the error of a SET with the Read Only token', {
    id: 'kv.authentication.read-only-error/alone-and-in-batches',
    needs: ['readOnlyToken'],
    async run({ kv, key, note, provide }) {
      const token = await provide.readOnlyToken()
      const write = ['SET', key, 'value'] as const
      note('alone', outcomeOf(await kv.command(write, { token })))
      note('in a pipeline', outcomeOf(await kv.pipeline([write, ['PING']], { token })))
      note('in a transaction', outcomeOf(await kv.transaction([write, ['PING']], { token })))
    },
  }),
]
