// The Read Only token: the commands it may run, and that refused commands change nothing.

import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { byPath, formsByName, inBody, inPipeline, inTransaction } from '../fixtures/forms.js'
import { executed } from '../fixtures/matchers.js'
import { failed, named, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/replies.js'
import { supported } from '../fixtures/scripts.js'
import { commandOf, observation, scenario, type KvWorld } from '../fixtures/world.js'

/** Commands for which the document does not say if the Read Only token may run them. */
const undecided = [
  'HSCAN KEY 0',
  'RANDOMKEY',
  'DBSIZE',
  'TIME',
  'INFO',
  'PUBLISH KEY message',
  'PING',
  // Some servers call reads of whole collections powerful.
  'LRANGE KEY 0 0',
  'HGETALL KEY',
  'ZRANGE KEY 0 0',
  'EXISTS KEY',
  // It may cache its count in the key: some servers treat it as a write.
  'PFCOUNT KEY',
]

/** The read commands that the document excludes for the Read Only token. */
const refusedReads = [
  { name: 'SCAN', rule: 'kv.authentication.read-only-refuses-scan', line: 'SCAN 0 COUNT 1' },
  { name: 'KEYS', rule: 'kv.authentication.read-only-refuses-keys', line: 'KEYS KEY' },
] as const

/** Judges that the Read Only token is refused a command by every way in, in upper and lower case. */
async function mustRefuseRead(
  world: KvWorld & { readonly provide: { readonly readOnlyToken: () => Promise<string> } },
  line: string,
) {
  const { kv, id, provide } = await supported(world, line)
  const token = await provide.readOnlyToken()
  const [upper, ...args] = commandOf(line, world)
  given(await kv.command(['GET', id], { token }), executed())

  await eachRow(formsByName(inBody, byPath, inPipeline, inTransaction), async (form) => {
    given(await form.ask(kv, [upper, ...args]), form.executed)

    for (const name of [upper, upper.toLowerCase()])
      must(await form.ask(kv, [name, ...args], { token }), named(name, form.failed))
  })
}

export const readOnlyScenarios = [
  ...refusedReads.map(({ name, rule, line }) =>
    scenario(`Read Only token: ${name} fails by every way in`, {
      id: `${rule}/every-way-in`,
      needs: ['readOnlyToken'],
      run: (world) => mustRefuseRead(world, line),
    }),
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
