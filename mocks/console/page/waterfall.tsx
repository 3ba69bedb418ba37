// The steps of a run as bars: what each step is, from when to when, and its results.

import { dateOf, durationOf, momentOf, pretty, textIn } from './format.ts'
import { Badge, Body, Facts, Status, type Tone } from './parts.tsx'
import { hashOf } from './route.ts'

export interface Step {
  readonly stepId?: number
  readonly stepName?: string
  readonly stepType?: string
  readonly messageId: string
  readonly out?: string
  readonly state: string
  readonly createdAt?: number
  readonly errors?: readonly {
    readonly error: string
    readonly time: number
    readonly body?: string
  }[]
  readonly waitEventId?: string
  readonly waitTimeout?: boolean
  readonly waitTimeoutDeadline?: number
  readonly callUrl?: string
  readonly callMethod?: string
  readonly callBody?: string
  readonly callResponseStatus?: number
  readonly callResponseBody?: string
  readonly invokedWorkflowRunId?: string
  readonly invokedWorkflowCreatedAt?: number
}

export interface StepGroup {
  readonly type: string
  readonly steps: readonly Step[]
}

/** A run as the bars need it. Times are Unix milliseconds. */
export interface Course {
  readonly createdAt: number
  readonly completedAt?: number | undefined
  readonly groups: readonly StepGroup[]
  /** The due times of the messages of the steps. For a sleep, its end. */
  readonly due: Readonly<Record<string, number>>
}

interface Row {
  readonly step: Step
  readonly isParallel: boolean
  readonly from: number
  readonly to: number
  /** The end of a sleep. */
  readonly until: number | undefined
}

/** The reasons why steps wait, by the ids of their messages. */
type Waits = ReadonlyMap<string, string>

export const isSleep = ({ stepType = '' }: Step): boolean => stepType.startsWith('Sleep')

export const isOpen = ({ state }: Step): boolean =>
  state === 'STEP_PROGRESS' || state === 'STEP_RETRY'

/** Returns one row for each step. A step in progress lasts until now. */
export function rowsOf({ createdAt, completedAt, groups, due }: Course, now: number): Row[] {
  const end = Math.max(completedAt ?? now, createdAt + 1)
  const pending = new Map(
    groups.flatMap(({ type, steps }) =>
      type === 'next' ? steps.map((step) => [step.messageId, step] as const) : [],
    ),
  )
  let last = createdAt
  return groups.flatMap(({ type, steps }, index) => {
    const previous = last
    const rows = steps.map((listed): Row => {
      // The message of a step in progress is pending: that is no other step.
      const isUnfinished = type !== 'next' && isOpen(listed)
      const own = isUnfinished ? pending.get(listed.messageId) : undefined
      if (own) pending.delete(listed.messageId)
      const step = own ? { ...listed, state: own.state, errors: own.errors ?? [] } : listed
      const until = isSleep(step) ? due[step.messageId] : undefined
      // The results that a resumed run keeps are older than the run.
      const start = Math.max(step.createdAt ?? previous, createdAt)
      const isParallel = type === 'parallel'
      if (type === 'next' || isUnfinished) return { step, isParallel, from: start, to: end, until }
      // A sleep begins when its step arrives. Any other step arrives with its result.
      return until !== undefined && until > start
        ? { step, isParallel, from: start, to: Math.min(until, end), until }
        : { step, isParallel, from: index === 0 ? createdAt : previous, to: start, until }
    })
    if (type === 'next') return rows.filter(({ step }) => pending.has(step.messageId))
    const ends = rows.flatMap(({ step, to }) => (isOpen(step) ? [] : to))
    last = Math.max(last, ...ends)
    return rows
  })
}

/** Returns the rows that sleep. */
export const sleepingIn = (rows: readonly Row[]): readonly Row[] =>
  rows.filter(({ step, until }) => isOpen(step) && until !== undefined)

const STATES: Readonly<Record<string, readonly [word: string, tone: Tone]>> = {
  STEP_SUCCESS: ['succeeded', 'good'],
  STEP_FAILED: ['failed', 'bad'],
  STEP_CANCELED: ['cancelled', 'calm'],
  STEP_RETRY: ['waits for its retry', 'warn'],
  STEP_PROGRESS: ['in progress', 'busy'],
}

const stateOf = ({ state, messageId }: Step, waits: Waits) =>
  state === 'STEP_PROGRESS' && waits.has(messageId)
    ? (['waiting', 'warn'] as const)
    : (STATES[state] ?? ([state, 'busy'] as const))

/** The state in a word, unless the step succeeded or says what it does. */
const StateOf = ({ step, waits }: { step: Step; waits: Waits }) => {
  const [word, tone] = stateOf(step, waits)
  return tone === 'good' || tone === 'busy' ? null : <Badge tone={tone}>{word}</Badge>
}

/** Returns what a step does or did, and why it waits, such as `sleeping until 14:03:22`. */
function activityOf(row: Row, waits: Waits, now: number): string {
  const { step } = row
  const wait = isOpen(step) ? waits.get(step.messageId) : undefined
  return [workOf(row, now), wait].filter(Boolean).join(': ')
}

function workOf({ step, until }: Row, now: number): string {
  const { stepType = '', waitEventId, callUrl, invokedWorkflowRunId } = step
  const open = isOpen(step)
  if (isSleep(step))
    return open && until !== undefined ? `sleeping until ${momentOf(until, now)}` : 'slept'
  if (waitEventId !== undefined)
    return open
      ? `waiting for ${waitEventId}`
      : `${step.waitTimeout ? 'timed out waiting for' : 'was notified of'} ${waitEventId}`
  if (callUrl !== undefined)
    return open ? `calling ${callUrl}` : `called ${callUrl}: ${step.callResponseStatus ?? ''}`
  if (invokedWorkflowRunId !== undefined)
    return `${open ? 'invoking' : 'invoked'} ${invokedWorkflowRunId}`
  return ['Run', 'Initial'].includes(stepType) ? '' : stepType
}

const nameOf = ({ stepName, state }: Step): string =>
  stepName ?? (state === 'STEP_FAILED' ? 'failed step' : 'next step')

/** Returns the result of a step as text. The data of an event is in base64. */
const resultOf = ({ out, stepType }: Step): string | undefined =>
  out !== undefined && stepType === 'Wait' ? (textIn(out) ?? out) : out

export function Waterfall({
  course,
  rows,
  waits,
  now,
}: {
  course: Course
  rows: readonly Row[]
  waits: Waits
  now: number
}) {
  const { createdAt, completedAt } = course
  const span = Math.max(completedAt ?? now, createdAt + 1) - createdAt
  return (
    <ol class="waterfall">
      {rows.map((row) => (
        <li key={`${row.step.messageId} ${row.step.stepId ?? ''} ${row.step.stepName ?? ''}`}>
          <details>
            <summary>
              <span class="step-name" title={`${nameOf(row.step)} ${activityOf(row, waits, now)}`}>
                <span class="step-title">{nameOf(row.step)}</span>{' '}
                <StateOf step={row.step} waits={waits} />
                {activityOf(row, waits, now) && (
                  <span class="quiet">{activityOf(row, waits, now)}</span>
                )}
              </span>
              <span class="track">
                <span
                  class={`span is-${stateOf(row.step, waits)[1]}`}
                  style={{
                    left: `${(100 * (row.from - createdAt)) / span}%`,
                    width: `max(4px, ${(100 * Math.max(0, row.to - row.from)) / span}%)`,
                  }}
                />
              </span>
              <span class="step-took">{durationOf(row.to - row.from)}</span>
            </summary>
            <Details row={row} waits={waits} now={now} />
          </details>
        </li>
      ))}
    </ol>
  )
}

function Details({ row, waits, now }: { row: Row; waits: Waits; now: number }) {
  const { step, isParallel, until } = row
  const { messageId, errors = [], callUrl, invokedWorkflowRunId: invoked } = step
  const result = resultOf(step)
  return (
    <>
      <Facts
        facts={{
          State: stateOf(step, waits)[0],
          [isOpen(step) ? 'Sleeping until' : 'Slept until']: until && momentOf(until, now),
          'Waiting for': step.waitEventId,
          'Times out': step.waitTimeoutDeadline && momentOf(step.waitTimeoutDeadline, now),
          Call: callUrl && `${step.callMethod ?? ''} ${callUrl}`,
          'Response of the call': step.callResponseStatus && (
            <Status status={step.callResponseStatus} />
          ),
          'Invoked run': invoked && (
            <a href={hashOf('runs', `${invoked} ${step.invokedWorkflowCreatedAt}`)}>{invoked}</a>
          ),
          Message: messageId && <a href={hashOf('messages', messageId)}>{messageId}</a>,
          Type: isParallel ? 'parallel' : undefined,
        }}
      />
      {errors.map(({ error, time, body }) => (
        <div key={time}>
          <p class="is-error">
            {dateOf(time)} {error}
          </p>
          {body && <Body text={body} />}
        </div>
      ))}
      {step.callBody && <Body text={step.callBody} />}
      {step.callResponseBody && <Body text={step.callResponseBody} />}
      {result !== undefined && (
        <pre class="body" tabIndex={0}>
          {pretty(result)}
        </pre>
      )}
    </>
  )
}
