// The options of the verb `test`.

import type { Options, Values } from '../verb.js'

/** The options that `doctor` also has. They define the target and the tested scenarios. */
export const targetOptions = {
  'kv-url': { value: 'URL', env: 'SVC_KV_URL', about: 'URL of the key-value interface' },
  'kv-token': { value: 'TOKEN', env: 'SVC_KV_TOKEN', about: 'its Standard token' },
  'kv-readonly-token': {
    value: 'TOKEN',
    env: 'SVC_KV_READONLY_TOKEN',
    about: 'its Read Only token; optional',
  },
  'queue-url': { value: 'URL', env: 'SVC_QUEUE_URL', about: 'URL of the queue interface' },
  'queue-token': { value: 'TOKEN', env: 'SVC_QUEUE_TOKEN', about: 'its token' },
  dialect: { value: 'svc|upstash|FILE', about: 'names and settings of the target (svc)' },
  'sink-listen': {
    value: 'HOST:PORT',
    about: 'address that receives deliveries (a free loopback port)',
  },
  'sink-url': { value: 'URL', about: 'URL of that address for the target' },
  provider: {
    value: 'mock|protocol|none|FILE',
    about: 'arranges state at the target (mock, or else protocol)',
  },
  'dedicated-account': { about: 'allow scenarios that may touch data of others' },
  'kv-max-request-size': { value: 'BYTES', about: 'declared limit of the target' },
  time: { value: 'auto|virtual|real', about: 'virtual needs a clock of the provider (auto)' },
  'max-wait': { value: 'SECONDS', about: 'longest wait of a scenario in real time (10)' },
  skip: { value: 'PATTERN', multiple: true, about: 'leave scenarios out; repeatable' },
  level: { value: 'must|open', about: 'only rules of this level' },
  quick: { about: 'only the fewest scenarios that catch every fault' },
  shard: { value: 'I/N', about: 'part I of N of the scenarios' },
  rps: { value: 'N', about: 'maximum requests per second of all scenarios (no limit)' },
  timeout: { value: 'MS', about: 'milliseconds per scenario (10000)' },
} as const satisfies Options

export const options = {
  ...targetOptions,
  'known-failing': { value: 'FILE', about: 'expected failures; one that passes is an error' },
  'known-flaky': { value: 'FILE', about: 'scenarios that may fail or pass' },
  'write-known-failing': { value: 'FILE', about: 'write the failures as such a list' },
  concurrency: { value: 'N', about: 'scenarios at a time (16)' },
  bail: { about: 'stop after the first unexpected failure' },
  plan: { about: 'print the requests of each scenario, and send none' },
  'keep-exchanges': {
    value: 'failed|all',
    about: 'scenarios whose exchanges reports keep (failed)',
  },
  report: {
    value: 'NAME=FILE',
    multiple: true,
    about: 'json, junit, html, markdown, tap, github or badge; repeatable',
  },
} as const satisfies Options

export type TestValues = Values<typeof options>
