// The options of `mock`.

import type { Values } from '../verb.js'

export const options = {
  engine: {
    value: 'stateful|prism',
    about: 'the one that behaves as the real thing, or the examples of the documents (Prism)',
  },
  host: { value: 'HOST', about: 'the address to listen on (127.0.0.1)' },
  'kv-port': { value: 'PORT', about: 'port of the key-value interface (8079; 0: a free one)' },
  'queue-port': { value: 'PORT', about: 'port of the queue interface (8080; 0: a free one)' },
  'kv-token': { value: 'TOKEN', env: 'SVC_KV_TOKEN', about: 'Standard token (a fixed one)' },
  'kv-readonly-token': {
    value: 'TOKEN',
    env: 'SVC_KV_READONLY_TOKEN',
    about: 'Read Only token (a fixed one)',
  },
  'queue-token': {
    value: 'TOKEN',
    env: 'SVC_QUEUE_TOKEN',
    about: 'token of the queue (a fixed one)',
  },
  'resp-port': {
    value: 'PORT',
    about: 'port for redis-cli and clients of Redis, to the same data (not served; 0: a free one)',
  },
  redis: {
    value: 'URL',
    about:
      'the Redis or Valkey that runs the commands, or a server of a cluster (embedded database)',
  },
  'kv-max-request-size': { value: 'BYTES', about: 'the most a command may have (10000000)' },
  'kv-max-key-size': { value: 'BYTES', about: 'the most a key may have (32000)' },
  'kv-max-record-size': { value: 'BYTES', about: 'the most a value may have (100000000)' },
  'kv-daily-requests': { value: 'N', about: 'the most commands of a UTC day (no limit)' },
  cors: { about: 'let web pages of other origins use the mock' },
  dialect: { value: 'svc|upstash|FILE', about: 'names and settings to speak' },
  fault: { value: 'ID', multiple: true, about: 'add the bug of this id; repeatable' },
  clock: { value: 'real|virtual', about: 'virtual time passes only when /__mock/clock turns it' },
  'no-controls': {
    about: 'serve no /__mock routes: what they arrange is not there, as on a service',
  },
  'control-from': {
    value: 'ADDRESS|CIDR|any',
    multiple: true,
    about: 'who may ask the /__mock routes beside loopback; repeatable',
  },
  'control-host': {
    value: 'NAME',
    multiple: true,
    about: 'host name under which they answer too; repeatable',
  },
  'allow-destination': {
    value: 'HOST|CIDR',
    multiple: true,
    about: 'where to deliver to beside loopback; repeatable',
  },
  'llm-url': {
    value: 'URL',
    about: 'what api/llm calls (without it, it answers a small fixed completion)',
  },
  'queue-max-ready': {
    value: 'N',
    about: 'the most messages that may be due or under way; a publish beyond is 429 (10000)',
  },
  limit: {
    value: 'NAME=N',
    multiple: true,
    about: 'a safety limit such as journal-bytes=16M; repeatable, listed in docs/security.md',
  },
  grace: { value: 'SECONDS', about: 'time to finish requests when told to end (1)' },
  json: { about: 'print one line of JSON when ready' },
} as const

export type MockValues = Values<typeof options>
