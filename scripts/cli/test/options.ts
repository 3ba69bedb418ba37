// The options of the verb `test`, in the groups of its help text.

import { detailOptions } from '../terminal.js'
import { configOption, type Options, type Values } from '../verb.js'

const target = {
  'kv-url': { value: 'URL', env: 'SVC_KV_URL', about: 'URL of the key-value interface' },
  'kv-token': {
    value: 'TOKEN',
    env: 'SVC_KV_TOKEN',
    about: 'Standard token of the key-value interface',
  },
  'kv-readonly-token': {
    value: 'TOKEN',
    env: 'SVC_KV_READONLY_TOKEN',
    about: 'Read Only token of the key-value interface',
  },
  'queue-url': { value: 'URL', env: 'SVC_QUEUE_URL', about: 'URL of the queue interface' },
  'queue-token': { value: 'TOKEN', env: 'SVC_QUEUE_TOKEN', about: 'token of the queue interface' },
  dialect: { value: 'svc|upstash|FILE', about: 'header names and defaults of the target (svc)' },
  embedded: { about: 'judge the mock of this package; in CI, a run without target needs it' },
  serve: { value: 'CMD', about: 'start the target, start it again when it dies, and end it' },
} as const satisfies Options

const deliveries = {
  'sink-listen': {
    value: 'HOST:PORT',
    about: 'address to receive deliveries (a free loopback port)',
  },
  'sink-url': { value: 'URL', about: 'URL by which the target reaches --sink-listen' },
} as const satisfies Options

const abilities = {
  provider: {
    value: 'mock|protocol|none|FILE',
    about: 'sets up state at the target (mock, or else protocol)',
  },
  'dedicated-account': { about: 'allow scenarios that may change data of others' },
  'kv-max-request-size': { value: 'BYTES', about: 'maximum request size of the target' },
  time: {
    value: 'auto|virtual|real',
    about: 'time of the target; virtual needs a provider clock (auto)',
  },
} as const satisfies Options

const selection = {
  skip: { value: 'PATTERN', multiple: true, about: 'scenarios that are not run; repeatable' },
  level: { value: 'must|open', about: 'only rules of this level' },
  quick: { about: 'only a few scenarios that together catch every fault' },
  'last-failed': { value: 'REPORT', about: 'only scenarios that failed in this JSON report' },
  thorough: { value: 'N', about: 'judges N more random cases of each law' },
  seed: { value: 'N', about: 'repeats the cases of an earlier --thorough (random)' },
  shard: { value: 'I/N', about: 'part I of N of the scenarios' },
} as const satisfies Options

const limits = {
  timeout: { value: 'MS', about: 'time per scenario, such as 5s (10000; embedded mock 60000)' },
  'max-wait': { value: 'SECONDS', about: 'longest wait of a scenario in real time (15)' },
  rps: { value: 'N', about: 'maximum requests per second of all scenarios (no limit)' },
} as const satisfies Options

/** The options that `doctor` also has. They define the target and the tested scenarios. */
export const targetOptions = { ...target, ...deliveries, ...abilities, ...selection, ...limits }

export const targetGroups = {
  Target: target,
  Deliveries: deliveries,
  'State at the target': abilities,
  'Selection of scenarios': selection,
  'Time and load': limits,
} as const satisfies Readonly<Record<string, Options>>

const running = {
  concurrency: { value: 'N', about: 'scenarios at a time (16; 48 of the queue in real time)' },
  bail: { about: 'stop after the first unexpected failure' },
  watch: { about: 'run again when a file changes or the target starts again' },
  plan: { about: 'print the requests of each scenario, and send none' },
} as const satisfies Options

const known = {
  'known-failing': { value: 'FILE', about: 'list of known failures; a passed one is an error' },
  'known-flaky': { value: 'FILE', about: 'list of scenarios that may fail or pass' },
  'write-known-failing': {
    value: 'FILE',
    about: 'write the failures as a list for --known-failing',
  },
} as const satisfies Options

const output = {
  ...detailOptions,
  report: {
    value: 'NAME=FILE',
    multiple: true,
    about: 'json, junit, html, markdown, tap, github, badge; repeatable',
  },
  'keep-exchanges': {
    value: 'failed|all',
    about: 'keep exchanges of these scenarios in reports (failed)',
  },
} as const satisfies Options

export const options = { ...targetOptions, ...running, ...known, ...output, ...configOption }

export const groups = {
  ...targetGroups,
  Run: running,
  'Known failures': known,
  Output: output,
  Configuration: configOption,
} as const satisfies Readonly<Record<string, Options>>

export type TestValues = Values<typeof options>
