// Control routes that create workflow runs in any state. Creating a run delivers no message.

import { setImmediate } from 'node:timers'
import type { ControlRoutes } from '../../control.js'
import { requestOf } from '../../http/message.js'
import { isObject, isText, memberReader, shown } from '../request/body.js'
import type { DlqMessage } from '../dlq/dead-letter.js'
import type { Message, AttemptOutcome, StepInfo } from '../message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { Run, RunState } from '../runs/run.js'
import { configurationIn, labelsIn } from '../runs/runs.js'
import { initialStep, stepInfo } from '../runs/step.js'
import { weightOf } from '../structures/bytes.js'

type WantedRun = ReturnType<typeof wantedRun>

/**
 * The maximum number of runs per request, and the number of runs created before other work may run.
 */
const [MOST_RUNS, TURN] = [10_000, 100]

/** Returns the routes of runs. `queue` returns the queue with the faults that are active now. */
export const runControls = (queue: () => Queue): ControlRoutes => ({
  'GET /queue/runs': () => queue().runList.list({}),

  /**
   * Creates `count` runs, by default one. The request body:
   *
   * `{"workflowUrl", "workflowRunId"?, "state"?, "createdAt"?, "completedAt"?, "callerIP"?,
   * "headers"?: {name: value}, "body"? or "bodyBase64"?, "steps"?: [{"stepName", …}], "result"?,
   * "waits"?: [{"eventId", "deadline"?}], "answer"?: {"status", "headers"?, "body"? or
   * "bodyBase64"?}, "entry"?: fields of the DLQ message}`.
   */
  async 'POST /queue/runs'({ input }) {
    const now = queue().clock.now()
    const { count = 1 } = input
    if (!isCount(count) || count > MOST_RUNS) {
      refuse(400, `count: expected a whole number up to ${MOST_RUNS}, got ${shown(count)}`)
    }
    const wanted = wantedRun(input, now)
    const timesOf = timesOfRuns(wanted)
    const runs: Awaited<ReturnType<typeof makeRun>>[] = []
    while (runs.length < count) {
      const bytes = 2 * weightOf(wanted)
      const make = (queue: Queue) =>
        queue.admission.admit({ bytes }, () => makeRun(timesOf(queue), wanted))
      runs.push(await queue().unit(make))
      if (runs.length % TURN === 0) await new Promise(setImmediate)
    }
    return { runs }
  },
})

/**
 * Returns the queue with a clock that shows `moment`. Due attempts still start at the real time.
 */
const at = (queue: Queue, moment: number): Queue =>
  queue.replaced({
    delivery: { awaitDue: () => () => queue.delivery.awaitDue() },
    clock: { now: () => () => moment, after: () => (delay) => moment + delay },
  })

/** The queues in which runs start and end. They are kept, because a queue has many objects. */
function timesOfRuns({ createdAt, completedAt, entry }: WantedRun) {
  const timesOn = (queue: Queue) => ({
    start: at(queue, createdAt),
    end: at(queue, completedAt).replaced({
      dlq: {
        message:
          (original) =>
          (...told) => ({ ...original(...told), ...entry }),
      },
    }),
  })
  const known = new WeakMap<Queue, ReturnType<typeof timesOn>>()
  return (queue: Queue) => {
    const times = known.get(queue) ?? timesOn(queue)
    known.set(queue, times)
    return times
  }
}

type Times = ReturnType<ReturnType<typeof timesOfRuns>>

/** Creates a run. `messageIds` are the ids of the messages of its steps, beginning with the payload. */
async function makeRun({ start, end }: Times, wanted: WantedRun) {
  const run = await startRun(start, wanted)
  const payload = { info: initialStep(wanted.body).info, body: wanted.body }
  const steps = wanted.steps.map((body) => ({ info: stepInfo(body), body }))
  const messages: Message[] = []
  for (const { info, body } of [payload, ...steps]) {
    messages.push(await addStep(start, run, info, body))
  }

  const last = messages.at(-1)!
  const isFailed = wanted.state === 'RUN_FAILED'
  for (const message of isFailed ? messages.slice(0, -1) : messages) {
    await start.logs.message(message, 'DELIVERED')
  }
  for (const [index, wait] of wanted.waits.entries()) {
    const step = { stepId: messages.length + index, stepName: wait.eventId, stepType: 'Wait' }
    await start.waiters.add(run, { ...wait, step })
  }
  const dlqId = await endRun(end, run, last, wanted)
  return {
    workflowRunId: run.id,
    workflowCreatedAt: run.createdAt,
    messageIds: messages.map(({ id }) => id),
    ...(dlqId !== undefined && { dlqId }),
  }
}

async function startRun(queue: Queue, wanted: WantedRun): Promise<Run> {
  const { workflowUrl: url, workflowRunId: id = queue.runs.newId(), headers, body } = wanted
  const request = requestOf('POST', `/v2/publish/${url}`, { headers, body })
  const publication = queue.reading.publication({ ...request, remoteAddress: wanted.callerIP })
  const { instructions, given } = publication
  const { run, isNew } = await queue.runs.start({
    id,
    url,
    start: instructions,
    sourceHeaders: queue.reading.sourceHeaders(publication),
    configuration: configurationIn(given),
    labels: labelsIn(given),
  })
  return isNew ? run : refuse(409, `the run "${id}" is in progress`)
}

/** Adds a step to a run as if the message of the step had been sent. */
async function addStep(queue: Queue, run: Run, info: StepInfo, body: Uint8Array): Promise<Message> {
  const part = { runKey: run.key, callType: 'step', info } as const
  const message = queue.steps.message(run.url, part, {
    ...queue.runs.instructions(run, {}),
    body,
  })
  const { id: messageId, createdAt, notBefore } = message
  await queue.store.runs.append(run.key, {
    callType: 'step',
    messageId,
    info,
    body,
    createdAt,
    notBefore,
  })
  await queue.logs.message(message, 'CREATED')
  return message
}

/** Ends a run in the given state. Returns the id of the DLQ entry if the run failed. */
async function endRun(
  queue: Queue,
  run: Run,
  last: Message,
  { state, result, answer }: WantedRun,
): Promise<string | undefined> {
  if (state === 'RUN_STARTED') return undefined
  if (state === 'RUN_FAILED') {
    await queue.logs.message(last, 'ERROR')
    await queue.logs.message(last, 'FAILED')
  }
  const ended = await queue.endings.conclude(run, { state, result })
  if (!ended || state !== 'RUN_FAILED') return undefined
  return (await queue.dlq.bury(ended, last, answer)).id
}

/** Parses the run to create. Times are Unix milliseconds and default to the current time. */
function wantedRun(input: Members, now: number) {
  const read = memberReader(input)
  const workflowUrl = read('workflowUrl', 'a text', isText)
  if (workflowUrl === undefined) refuse(400, 'workflowUrl: expected a URL, got nothing')
  const createdAt = read('createdAt', 'Unix milliseconds', isCount) ?? now
  const entry = read('entry', 'an object', isObject) ?? {}
  return {
    workflowUrl,
    createdAt,
    /** Fields that replace fields of the DLQ entry. */
    entry: entry as Partial<DlqMessage>,
    workflowRunId: read('workflowRunId', 'a text', isText),
    state: read('state', `one of ${STATES.join(', ')}`, isState) ?? 'RUN_STARTED',
    completedAt: read('completedAt', 'Unix milliseconds', isCount) ?? Math.max(now, createdAt),
    callerIP: read('callerIP', 'a text', isText) ?? '127.0.0.1',
    /** The headers of the request that starts the run, including settings. */
    headers: read('headers', 'an object of texts', areTexts) ?? {},
    body: bodyIn(input),
    /** The step results after the payload, in the form that applications send. */
    steps: (read('steps', 'an array of objects', areObjects) ?? []).map(stepBody),
    result: read('result', 'a text', isText) === undefined ? undefined : bytes(input.result),
    waits: (read('waits', 'an array of objects', areObjects) ?? []).map((wait) =>
      waitIn(wait, now),
    ),
    /** The response to the last attempt of a failed run. */
    answer: answerIn(read('answer', 'an object', isObject) ?? {}),
  }
}

type Members = Readonly<Record<string, unknown>>

function bodyIn(object: Members): Uint8Array {
  const read = memberReader(object)
  const base64 = read('bodyBase64', 'a text in base64', isText)
  if (base64 !== undefined) return Buffer.from(base64, 'base64')
  return Buffer.from(read('body', 'a text', isText) ?? '')
}

const stepBody = (step: Members, index: number): Uint8Array =>
  bytes(JSON.stringify({ stepId: index + 1, stepType: 'Run', concurrent: 1, ...step }))

function waitIn(wait: Members, now: number) {
  const read = memberReader(wait)
  const eventId = read('eventId', 'a text', isText)
  if (eventId === undefined) refuse(400, 'eventId: expected a text, got nothing')
  return { eventId, deadline: read('deadline', 'Unix milliseconds', isCount) ?? now + WEEK }
}

/**
 * Parses the response to the last attempt. The default status is 500. Status 0 means no response.
 */
function answerIn(answer: Members): AttemptOutcome {
  const read = memberReader(answer)
  const status = read('status', 'a number', isCount) ?? 500
  if (status === 0) return { kind: 'unanswered', reason: 'nobody was there' }
  const headers = read('headers', 'an object of texts', areTexts) ?? {}
  return {
    kind: 'answered',
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    body: bodyIn(answer),
  }
}

const WEEK = 7 * 86_400_000
const STATES: readonly RunState[] = ['RUN_STARTED', 'RUN_SUCCESS', 'RUN_FAILED', 'RUN_CANCELED']

const bytes = (text: unknown) => Buffer.from(String(text))
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0
const isState = (value: unknown): value is RunState => STATES.some((state) => state === value)
const areObjects = (value: unknown): value is Members[] =>
  Array.isArray(value) && value.every(isObject)
const areTexts = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every(isText)
