// The options of `mock`.

import { developmentTokens } from '../../../mocks/tokens.js'
import { configOption, type Values } from '../verb.js'

export const options = {
  engine: { value: 'stateful|prism', about: 'behave as the service, or serve examples (stateful)' },
  host: { value: 'HOST', about: 'address to listen on (127.0.0.1)' },
  'kv-port': { value: 'PORT', about: 'port of the key-value interface (8079; 0: a free one)' },
  'queue-port': { value: 'PORT', about: 'port of the queue interface (8080; 0: a free one)' },
  'kv-token': {
    value: 'TOKEN',
    env: 'SVC_KV_TOKEN',
    about: `Standard token (${developmentTokens.kv})`,
  },
  'kv-readonly-token': {
    value: 'TOKEN',
    env: 'SVC_KV_READONLY_TOKEN',
    about: `Read Only token (${developmentTokens.kvReadOnly})`,
  },
  'queue-token': {
    value: 'TOKEN',
    env: 'SVC_QUEUE_TOKEN',
    about: `token of the queue (${developmentTokens.queue})`,
  },
  'resp-port': { value: 'PORT', about: 'port for Redis clients, with the same data (none)' },
  redis: { value: 'URL', about: 'Redis, Valkey or cluster for the data (in memory)' },
  'queue-store': {
    value: 'memory|redis|URL',
    about: 'messages in memory, on the Redis of --redis or on another (redis with --redis)',
  },
  'queue-name': { value: 'NAME', about: 'mocks with one name and Redis share a queue (default)' },
  'queue-lease': {
    value: 'SECONDS',
    about: 'time until others attempt the messages of a dead process (15)',
  },
  'kv-max-request-size': { value: 'BYTES', about: 'maximum size of a command (10000000)' },
  'kv-max-key-size': { value: 'BYTES', about: 'maximum size of a key (32000)' },
  'kv-max-record-size': { value: 'BYTES', about: 'maximum size of a value (100000000)' },
  'kv-daily-requests': { value: 'N', about: 'maximum number of commands per UTC day (no limit)' },
  cors: { about: 'let web pages of other origins use the key-value interface' },
  dialect: { value: 'svc|upstash|FILE', about: 'header names and defaults of the mock (svc)' },
  fault: { value: 'ID', multiple: true, about: 'switch on this fault; repeatable' },
  like: { value: 'REPORT.json', about: 'do what the report of a run has observed' },
  'like-violations': { about: 'with --like: switch on the faults that fit its violations' },
  clock: { value: 'real|virtual', about: 'virtual time advances only by /__mock/clock (real)' },
  'no-controls': { about: 'serve no /__mock routes, as a live service' },
  'control-from': {
    value: 'ADDRESS|CIDR|any',
    multiple: true,
    about: 'clients, besides loopback, for control routes; repeatable',
  },
  'control-host': {
    value: 'NAME',
    multiple: true,
    about: 'more names in Host for control routes; repeatable',
  },
  'allow-destination': {
    value: 'HOST|CIDR|any',
    multiple: true,
    about: 'destination, besides loopback, for deliveries; repeatable',
  },
  'llm-url': { value: 'URL', about: 'URL that api/llm calls (a fixed completion)' },
  'queue-max-ready': {
    value: 'N',
    about: 'maximum of due messages; above, publish returns 429 (10000)',
  },
  limit: {
    value: 'NAME=N',
    multiple: true,
    about: 'safety limit, such as journal-bytes=16M; repeatable',
  },
  seed: { value: 'FILE', about: 'data from the start, or a snapshot (JSON or YAML)' },
  state: { value: 'FILE', about: 'keep the data in a file, for the next start' },
  'write-env': {
    value: 'FILE',
    about: 'write the environment variables to a dotenv file',
  },
  log: { about: 'print each request and delivery to stderr' },
  grace: { value: 'SECONDS', about: 'time to finish current requests at the end (1)' },
  json: { about: 'print one line of JSON when ready' },
  ...configOption,
} as const

export type MockValues = Values<typeof options>
