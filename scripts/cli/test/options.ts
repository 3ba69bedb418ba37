// The options of the verb `test`.

import { detailOptions } from '../terminal.js'
import type { Options, Values } from '../verb.js'

/** The options that `doctor` also has. They define the target and the tested scenarios. */
export const targetOptions = {
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
  dialect: { value: 'svc|upstash|FILE', about: 'names and settings of the target (svc)' },
  'sink-listen': {
    value: 'HOST:PORT',
    about: 'address to receive deliveries (a free loopback port)',
  },
  'sink-url': { value: 'URL', about: 'URL by which the target reaches --sink-listen' },
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
  'max-wait': { value: 'SECONDS', about: 'longest wait of a scenario in real time (10)' },
  skip: { value: 'PATTERN', multiple: true, about: 'scenarios that are not run; repeatable' },
  level: { value: 'must|open', about: 'only rules of this level' },
  quick: { about: 'only a few scenarios that together catch every fault' },
  shard: { value: 'I/N', about: 'part I of N of the scenarios' },
  rps: { value: 'N', about: 'maximum requests per second of all scenarios (no limit)' },
  timeout: { value: 'MS', about: 'milliseconds per scenario, without its waits (10000)' },
} as const satisfies Options

export const options = {
  ...targetOptions,
  'known-failing': { value: 'FILE', about: 'list of expected failures; a passed one is an error' },
  'known-flaky': { value: 'FILE', about: 'list of scenarios that may fail or pass' },
  'write-known-failing': {
    value: 'FILE',
    about: 'write the failures as a list for --known-failing',
  },
  concurrency: { value: 'N', about: 'scenarios at a time (16)' },
  bail: { about: 'stop after the first unexpected failure' },
  plan: { about: 'print the requests of each scenario, and send none' },
  'keep-exchanges': {
    value: 'failed|all',
    about: 'keep exchanges of these scenarios in reports (failed)',
  },
  report: {
    value: 'NAME=FILE',
    multiple: true,
    about: 'json, junit, html, markdown, tap, github, badge; repeatable',
  },
  ...detailOptions,
} as const satisfies Options

export type TestValues = Values<typeof options>
