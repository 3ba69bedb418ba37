// The text that the mock prints when it is ready: addresses, tokens, settings and environment
// variables.

import { quoteIfNeeded } from '../../../conformance/report/shell.js'
import { faults } from '../../../mocks/faults/index.js'
import { isWildcard } from '../../../mocks/http/hosts.js'
import type { KvAccess, Mock, PrismMock, QueueAccess } from '../../../mocks/index.js'
import { parseRedisUrl } from '../../../mocks/kv/redis/url.js'
import { FAULT_VARIABLE } from '../../../mocks/start/mutation.js'
import { readDialect } from '../files.js'
import { environmentOf, type WrittenFile } from './environment.js'
import { imitationJson, imitationLines, type Imitation } from './like.js'
import type { MockValues } from './options.js'
import { queueStoreOf } from './start.js'

/**
 * Returns the ready text of a mock: lines for people, or with `--json` one line of JSON.
 *
 * @param written the file of `--write-env`
 * @param imitation the report of `--like`, and what the mock does of it
 */
export function readyText(
  mock: Mock | PrismMock,
  values: MockValues,
  written: WrittenFile | undefined,
  imitation: Imitation | undefined,
): string {
  const { kv, queue } = mock
  const { resp } = kv as Partial<Pick<KvAccess, 'resp'>>
  const { signingKeys } = queue as Partial<Pick<QueueAccess, 'signingKeys'>>
  const dialect = readDialect(values.dialect)
  const state = values.engine === 'prism' ? { engine: 'prism' } : stateOf(mock, values)
  const environment = environmentOf(dialect, mock)
  return values.json === true
    ? JSON.stringify({
        kv: {
          url: kv.url,
          token: kv.token,
          readOnlyToken: kv.readOnlyToken,
          ...(resp && { resp: { url: resp.url } }),
        },
        queue: { url: queue.url, token: queue.token, signingKeys },
        dialect: dialect.name,
        ...state,
        environment,
        environmentFile: written ?? null,
        ...(imitation && { like: imitationJson(imitation) }),
      })
    : [
        `key-value  ${kv.url}  token ${kv.token}  read only ${kv.readOnlyToken}`,
        ...(resp ? [`RESP       ${resp.url}`] : []),
        `queue      ${queue.url}  token ${queue.token}`,
        ...(signingKeys ? [`signed     ${signingKeys.current}  next ${signingKeys.next}`] : []),
        ...(values.host !== undefined && isWildcard(values.host)
          ? [`listens    on all addresses of this machine (--host ${values.host})`]
          : []),
        `dialect    ${dialect.name}`,
        ...('engine' in state
          ? ['engine     prism: examples without state, time or deliveries']
          : stateLines(state)),
        ...(imitation ? imitationLines(imitation) : []),
        ...environmentLines(environment),
        ...(written ? [`wrote the variables to ${written.file}`, ...written.notes, ''] : []),
        'Ctrl-C stops it.',
      ].join('\n')
}

interface State {
  /** The place of the data of both interfaces: `memory`, or the URL of a Redis without its login. */
  readonly data: Readonly<Record<'kv' | 'queue', string>>
  readonly clock: 'real' | 'virtual'
  /** The URL of the control routes, or null without control routes. */
  readonly control: string | null
  /** The URL of the console, or null without control routes. */
  readonly console: string | null
  /** The ids of the faults that are on. */
  readonly faults: readonly string[]
}

const stateOf = ({ kv, queue }: Mock | PrismMock, values: MockValues): State => ({
  data: dataOf(values),
  clock: values.clock === 'virtual' ? 'virtual' : 'real',
  control: values['no-controls'] === true ? null : `${kv.url}/__mock`,
  console: values['no-controls'] === true ? null : `${queue.url}/__mock/`,
  faults: [...(values.fault ?? []), ...[process.env[FAULT_VARIABLE] ?? ''].filter(Boolean)],
})

function dataOf(values: MockValues): State['data'] {
  const store = queueStoreOf(values)
  return {
    kv: placeOf(values.redis),
    queue: placeOf(store === 'memory' ? undefined : store.redis),
  }
}

function placeOf(url: string | undefined): string {
  if (url === undefined) return 'memory'
  const { secure, place, database } = parseRedisUrl(url)
  return `redis${secure ? 's' : ''}://${place}/${database}`
}

function faultLines(on: typeof faults): string[] {
  const broken = on.filter(({ breaks }) => breaks.length > 0)
  const what = `${on.length} on: this mock is ${broken.length > 0 ? 'wrong' : 'unusual, but right,'} on purpose`
  return [
    on.length === 0 ? 'faults     none' : `FAULTS     ${what}`,
    ...on.map(
      ({ id, name, breaks }) => `           ${id}: ${name}${breaks.length > 0 ? '' : ' (variant)'}`,
    ),
  ]
}

function stateLines({ data, clock, control, console, faults: on }: State): string[] {
  return [
    ...(data.kv === 'memory' && data.queue === 'memory'
      ? []
      : [`data       key-value ${data.kv}  queue ${data.queue}`]),
    ...(console === null ? [] : [`console    ${console}`]),
    clock === 'real'
      ? 'clock      real'
      : `clock      virtual: stands still; advance it: curl ${quoteIfNeeded(`${control}/clock`)} -d '{"advance": "1d"}'`,
    ...(clock === 'virtual' && data.kv !== 'memory'
      ? ['           keys on Redis expire in real time: test each interface in a run of its own']
      : []),
    `control    ${control ?? 'none (--no-controls)'}`,
    ...faultLines(on.length === 0 ? [] : faults.filter(({ id }) => on.includes(id))),
  ]
}

function environmentLines(environment: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(environment).map(
    ([name, value]) => `${name}=${quoteIfNeeded(value)}`,
  )
  return lines.length === 0 ? [] : ['', 'For the environment of your application:', ...lines, '']
}
