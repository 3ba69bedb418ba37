// The rights of a token do not depend on the way in: the Read Only token writes nothing, and an ACL user
// may do exactly what its rules allow.

import { allBut, dimension, namesIn, type Value } from '../../core/law.js'
import { given, must, NotApplicable, under, type Matcher } from '../../core/judgement.js'
import { onceInRun } from '../../core/once.js'
import { lacks, status } from '../../core/matchers.js'
import { jsonOf, memberOf, type Exchange } from '../../wire/exchange.js'
import { ask, batchOf, send, type Manner } from '../fixtures/ask.js'
import { tokenOf } from '../fixtures/case-tokens.js'
import { strangerToken, type Command, type KvClient } from '../fixtures/client.js'
import {
  executed,
  executedInBatch,
  failed,
  failedInBatch,
  named,
  result,
} from '../fixtures/matchers.js'
import { envelopeOf } from '../fixtures/replies.js'
import { prepared } from '../fixtures/scripts.js'
import { judgeIfAccepted } from '../fixtures/tables.js'
import { commandOf, type KvWorld } from '../fixtures/world.js'
import { method, wayIn } from '../dimensions.js'
import { otherWrites, usualWrites, type Write } from '../fixtures/writes.js'
import { law } from './law.js'

const afterAnother = 'in a transaction after another command'
const ways = [...namesIn(wayIn).filter((name) => !name.endsWith('options')), afterAnother]
const wayOnly = dimension('', Object.fromEntries(ways.map((name) => [name, {}])))
const methodOnly = dimension(
  'the method',
  Object.fromEntries(namesIn(method).map((name) => [name, {}])),
)
const place = dimension<Value & { readonly inQuery?: (token: string) => string }>('the token', {
  'in the header': {},
  'in the query': { inQuery: String, ...{} },
})
const byPathOnly = [
  { wayIn: ways.filter((name) => name !== 'by path'), method: ['GET', 'PUT', 'HEAD'] },
  { wayIn: 'by path', method: 'POST' },
]

const notAlone = ways.filter((name) => !['in the body', 'by path'].includes(name))

const rows = (table: Readonly<Record<string, Write>>) => ({ rows: table })

const writes = dimension<Value & { readonly rows: Readonly<Record<string, Write>> }>('', {
  'usual writes': rows(usualWrites),
  ...Object.fromEntries(Object.entries(otherWrites).map(([name, table]) => [name, rows(table)])),
})

const refusesWrites = 'kv.authentication.read-only-refuses-writes'
const reads = 'kv.authentication.read-only-reads'

export const readOnlyLaw = law({
  id: 'writes-nothing',
  title: 'Read Only writes nothing by any way in',
  over: { writes, wayIn: wayOnly, method: methodOnly, place },
  never: [
    ...byPathOnly,
    {
      writes: Object.keys(otherWrites),
      wayIn: ways.filter((name) => name !== 'in a pipeline'),
    },
    { writes: Object.keys(otherWrites), place: 'in the query' },
    { wayIn: notAlone, place: 'in the query' },
  ],
  namedRules: [reads],
  baseRule: refusesWrites,
  needs: ['readOnlyToken'],
  async check(world, values, choice) {
    const { kv, provide, id } = world
    const { wayIn = '', method = '' } = choice
    const token = await provide.readOnlyToken()
    const manner = {
      wayIn,
      method,
      format: {},
      spell: String,
      token,
      framing: {},
      inQuery: values.place.inQuery,
      ...(wayIn === afterAnother && { before: ['GET', id] }),
    }
    await onceInRun(world, readOnlyLaw, 'reads', async () =>
      given(await kv.command(['GET', id], { token }), result(null)),
    )
    const setups = Object.entries(values.writes.rows).map(
      ([name, [setup, write, check]]) =>
        [name, { setup: `${setup}; ${check}`, write, check }] as const,
    )
    const rows = Object.entries(await prepared(world, Object.fromEntries(setups)))
    const lines = (which: 'write' | 'check') =>
      rows.map(([, { [which]: line, world }]) => commandOf(line, world))
    const before = rows.map(([, { last }]) => memberOf(last, 'result'))
    if (wayIn === 'in the body') {
      const read = await sendAll(world, manner, lines('check'))
      // It is open which reads are powerful, and refused.
      for (const [index, [name]] of rows.entries())
        if (failed()(read[index]!) !== undefined)
          must(read[index]!, under(reads, named(`read of ${name}`, result(before[index]))))
    }
    const replies = await sendAll(world, manner, lines('write'))
    const after = await kv.pipeline(lines('check'))
    await judgeIfAccepted(
      () => {
        for (const [index, [name]] of rows.entries()) {
          if (method !== 'HEAD')
            must(replies[index]!, named(name, batchOf(wayIn) ? failedInBatch() : failed()))
          must(envelopeOf(after, index), named(`after ${name}`, result(before[index])))
        }
      },
      async () => givenClosed(kv, { ...manner, token: strangerToken }),
    )
  },
})

/** A way in that is open without a valid token violates another rule. */
const givenClosed = async (kv: KvClient, manner: Manner) =>
  given(await ask(kv, manner, ['GET', 'svc-contract']), failed())

/** Sends commands, those of a pipeline in one request. A refusal discards a whole transaction. */
async function sendAll(
  { kv }: KvWorld,
  manner: Manner,
  commands: readonly Command[],
): Promise<readonly Exchange[]> {
  if (manner.wayIn === 'in a pipeline') {
    const body = Buffer.from(JSON.stringify(commands))
    const batch = await send(kv, manner, 'POST', '/pipeline', body, 'application/json')
    const got = jsonOf(batch)
    if (!Array.isArray(got)) return commands.map(() => batch)
    if (got.length !== commands.length)
      throw new NotApplicable('other rules judge the number of envelopes')
    return got.map((each) => ({ ...batch, body: Buffer.from(JSON.stringify([each])) }))
  }
  return Promise.all(
    commands.map(async (command) => ask(kv, manner, command as [string, ...string[]])),
  )
}

/** The rules of an ACL user, with what they allow and deny. Of the keys, `KEY` ends in `-key`. */
interface Permission extends Value {
  readonly rules: readonly string[]
  /** The rules that the user gets after its token. */
  readonly later?: readonly string[]
  readonly allowed: string
  readonly denied: string
}

/** The rights that each user has: those of a transaction, and one that does nothing. */
const usual = ['+multi', '+exec', '+ping']

const permission = dimension<Permission>('', {
  'all but APPEND': {
    rules: ['~*', '+@all', '-append'],
    allowed: 'SET KEY value',
    denied: 'APPEND KEY !',
  },
  'only GET': {
    rules: ['~*', '+get', ...usual],
    allowed: 'GET KEY',
    denied: 'SET KEY denied',
  },
  'only GET, in lower case': {
    rules: ['~*', '+get', ...usual],
    allowed: 'get KEY',
    denied: 'set KEY denied',
  },
  'all that reads': {
    rules: ['~*', '+@read', ...usual],
    allowed: 'EXISTS KEY',
    denied: 'APPEND KEY !',
  },
  'all but what writes': {
    rules: ['~*', '+@all', '-@write'],
    allowed: 'GET KEY',
    denied: 'APPEND KEY !',
  },
  'own keys': {
    rules: ['~*-key', '+@all'],
    allowed: 'SET KEY value',
    denied: 'SET OTHER denied',
  },
  'own keys, one of two': {
    rules: ['~*-key', '+@all'],
    allowed: 'MGET KEY KEY',
    denied: 'MSET KEY a OTHER denied',
  },
  'keys to read': { rules: ['%R~*-key', '+@all'], allowed: 'GET KEY', denied: 'SET KEY denied' },
  'keys to write': { rules: ['%W~*-key', '+@all'], allowed: 'SET KEY value', denied: 'GET KEY' },
  'own channels': {
    rules: ['&*-key', '+publish', ...usual],
    allowed: 'PUBLISH KEY m',
    denied: 'PUBLISH OTHER m',
  },
  'all but PUBLISH': {
    rules: ['~*', '&*', '+@all', '-publish'],
    allowed: 'ECHO KEY',
    denied: 'PUBLISH KEY m',
  },
  'all but APPEND, since its token was issued': {
    rules: ['~*', '+@all'],
    later: ['-append'],
    allowed: 'SET KEY value',
    denied: 'APPEND KEY !',
  },
  'only ACL WHOAMI': {
    rules: ['+acl|whoami', ...usual],
    allowed: 'ACL WHOAMI',
    denied: 'ACL USERS',
  },
})

/** The denied commands whose effect shows. */
const mayWrite = /^(APPEND|M?SET) /i

/** The permissions that are tried by every way in. The others are tried by three. */
const byEachWay = ['all but APPEND', 'only GET', 'only GET, in lower case', 'all that reads']
const threeWays = ['in the body', 'by path', 'in a pipeline']

const isKnown: Matcher<Exchange> = (reply) =>
  reply.status === 401 ? lacks('a token that the target knows', reply.status) : undefined

export const aclLaw = law({
  id: 'rights-by-every-way-in',
  title: 'same rights by every way in',
  over: { permission, wayIn: wayOnly, method: methodOnly },
  never: [
    ...byPathOnly,
    {
      wayIn: ways.filter((name) => !threeWays.includes(name)),
      permission: allBut(permission, ...byEachWay),
    },
    { method: ['PUT', 'HEAD'], permission: allBut(permission, ...byEachWay) },
  ],
  baseRule: 'kv.authentication.acl-token-permissions',
  async check(world, { permission }, choice) {
    const { kv, key, keyOf } = world
    const { wayIn = '', method = '' } = choice
    const token = await tokenOf(world, 'acl', permission.rules, permission.later)
    const by = (token: string) => ({
      wayIn,
      method,
      format: {},
      spell: String,
      token,
      framing: {},
      ...(wayIn === afterAnother && { before: ['PING'] }),
    })
    const [done, refused] = batchOf(wayIn)
      ? [executedInBatch(), failedInBatch()]
      : [executed(), failed()]
    const lineBy = async (line: string, token: string) =>
      ask(kv, by(token), commandOf(line, world) as [string, ...string[]])
    const allowed = await lineBy(permission.allowed, token)
    given(allowed, isKnown)
    const judge = () =>
      must(allowed, method === 'HEAD' ? status(200) : named(permission.allowed, done))
    await judgeIfAccepted(judge, async () =>
      given(await lineBy(permission.allowed, kv.token), method === 'HEAD' ? status(200) : done),
    )
    const denied = await lineBy(permission.denied, token)
    const [inDanger, name] = / OTHER/.test(permission.denied) ? [keyOf('other')] : [key, 'KEY']
    const after = mayWrite.test(permission.denied) ? await kv.command(['GET', inDanger]) : undefined
    await judgeIfAccepted(
      () => {
        if (method !== 'HEAD') must(denied, named(permission.denied, refused))
        // A response to HEAD does not show if the command was executed.
        const isSet = permission.allowed === 'SET KEY value' && name === 'KEY'
        if (after !== undefined && (!isSet || method !== 'HEAD'))
          must(after, named(`after ${permission.denied}`, result(isSet ? 'value' : null)))
      },
      async () => givenClosed(kv, by(strangerToken)),
    )
  },
})

/** The endpoints that run a command with a permission of its own. It is open what `/info` runs. */
const special = dimension<Value & { readonly denies: string; readonly target: string }>('', {
  'at /publish': { denies: 'publish', target: '/publish/KEY/message' },
  'at /monitor': { denies: 'monitor', target: '/monitor' },
  'at /subscribe': { denies: 'subscribe', target: '/subscribe/KEY' },
})

export const endpointRights = law({
  id: 'rights-at-other-endpoints',
  title: 'same rights at other endpoints',
  over: { special, place },
  baseRule: 'kv.authentication.acl-token-permissions',
  async check(world, { special: { denies, target }, place }) {
    const { kv, key } = world
    const open = async (token: string) =>
      kv.open(target.replace('KEY', key), {
        ...(place.inQuery
          ? { token: null, query: `${kv.tokenKey}=${place.inQuery(token)}` }
          : { token }),
      })
    const all = ['~*', '&*', '+@all']
    given(await open(await tokenOf(world, 'acl', all)), executed())
    const reply = await open(await tokenOf(world, 'acl', [...all, `-${denies}`, '-psubscribe']))
    must(reply, failed())
  },
})
