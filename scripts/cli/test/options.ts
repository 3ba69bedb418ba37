// The options of test, as its help tells them.

import type { Options, Values } from '../verb.js'

/** Those that say what is judged, and where: a look before a run takes them too. */
export const lookingOptions = {
  'kv-url': { value: 'URL', env: 'SVC_KV_URL', about: 'where the key-value interface is' },
  'kv-token': { value: 'TOKEN', env: 'SVC_KV_TOKEN', about: 'its Standard token' },
  'kv-readonly-token': {
    value: 'TOKEN',
    env: 'SVC_KV_READONLY_TOKEN',
    about: 'its Read Only token, if it is to be judged',
  },
  'queue-url': { value: 'URL', env: 'SVC_QUEUE_URL', about: 'where the queue interface is' },
  'queue-token': { value: 'TOKEN', env: 'SVC_QUEUE_TOKEN', about: 'its token' },
  dialect: { value: 'svc|upstash|FILE', about: 'names and settings of the target' },
  'sink-listen': {
    value: 'HOST:PORT',
    about: 'where deliveries are received (a free loopback port)',
  },
  'sink-url': { value: 'URL', about: 'how the target reaches the sink from where it is' },
  provider: {
    value: 'mock|protocol|none|FILE',
    about: 'what can be arranged at the target (mock where it is one, else protocol)',
  },
  'dedicated-account': { about: 'allow scenarios that may touch entries the run did not create' },
  'kv-max-request-size': { value: 'BYTES', about: 'the declared limit of the target' },
  time: { value: 'auto|virtual|real', about: 'virtual where the provider has a clock' },
  'max-wait': { value: 'SECONDS', about: 'the longest wait of a scenario in real time (10)' },
  skip: { value: 'PATTERN', multiple: true, about: 'leave scenarios out; repeatable' },
  level: { value: 'must|open', about: 'only rules of this level' },
  quick: { about: 'only the quick selection: fewest scenarios that catch every fault' },
  shard: { value: 'I/N', about: 'the I-th of N parts of the scenarios' },
  rps: {
    value: 'N',
    about: 'the most requests a second, of all scenarios together and evenly spread (no limit)',
  },
  timeout: { value: 'MS', about: 'milliseconds a scenario may take (10000)' },
} as const satisfies Options

export const options = {
  ...lookingOptions,
  'known-failing': { value: 'FILE', about: 'failures to expect; one that passes is an error' },
  'known-flaky': { value: 'FILE', about: 'scenarios that may fail or pass' },
  'write-known-failing': { value: 'FILE', about: 'write what failed as such a list' },
  concurrency: { value: 'N', about: 'scenarios at a time (16)' },
  bail: { about: 'stop after the first unexpected failure' },
  plan: { about: 'print the requests each scenario will make, and touch nothing' },
  'keep-exchanges': { value: 'failed|all', about: 'whose exchanges the reports keep' },
  report: {
    value: 'NAME=FILE',
    multiple: true,
    about: 'write a report (json, junit, html, markdown, tap, github, badge); repeatable',
  },
} as const satisfies Options

export type TestValues = Values<typeof options>
