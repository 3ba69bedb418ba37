// The view of workflow runs: a list, and the facts, steps and waits of the opened run.

import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { get, operation, post } from './api.ts'
import { callbackWord, dateOf, durationOf, momentOf, pretty, relative } from './format.ts'
import { FormButton, headersIn } from './form.tsx'
import {
  attemptsOf,
  failureOf,
  isHeld,
  isPending,
  isRetrying,
  isWaiting,
  reasonOf,
  startOf,
  useMessages,
  usePending,
  waitText,
  type Message,
} from './history.ts'
import { holds } from './holds.ts'
import { List, type Column } from './list.tsx'
import { NextAttempt } from './next-attempt.tsx'
import { act } from './notices.ts'
import { usePages } from './pages.ts'
import {
  Badge,
  Choice,
  Command,
  Confirmed,
  Cut,
  Empty,
  Facts,
  Filter,
  Moment,
  NotFound,
  Panel,
  Unread,
  type Tone,
  UrlLine,
} from './parts.tsx'
import { useQuery } from './query.ts'
import { goTo, hashOf, type ViewProps } from './route.ts'
import { runCommand } from './samples.ts'
import { session, state } from './state.ts'
import { useStore } from './store.ts'
import {
  rowsOf,
  sleepingIn,
  Waterfall,
  type Course,
  type Step,
  type StepGroup,
} from './waterfall.tsx'

type RunState = 'RUN_STARTED' | 'RUN_SUCCESS' | 'RUN_FAILED' | 'RUN_CANCELED'

interface Run {
  /** The unique key, which messages name. */
  readonly key: string
  readonly id: string
  readonly url: string
  readonly state: RunState
  readonly createdAt: number
  readonly completedAt?: number
  readonly labels: readonly string[]
  readonly steps: number
  readonly sequence: number
}

const STATES = {
  all: 'All',
  RUN_STARTED: 'In progress',
  RUN_SUCCESS: 'Succeeded',
  RUN_FAILED: 'Failed',
  RUN_CANCELED: 'Cancelled',
} as const

const tones: Readonly<Record<RunState, Tone>> = {
  RUN_STARTED: 'busy',
  RUN_SUCCESS: 'good',
  RUN_FAILED: 'bad',
  RUN_CANCELED: 'calm',
}

const RunBadge = ({ of, pending }: { of: RunState; pending: readonly Message[] | undefined }) =>
  of === 'RUN_STARTED' && pending?.some(isRetrying) ? (
    <Badge tone="warn">retrying</Badge>
  ) : of === 'RUN_STARTED' && pending?.every(isWaiting) ? (
    <Badge tone="warn">waiting</Badge>
  ) : (
    <Badge tone={tones[of]}>{STATES[of].toLowerCase()}</Badge>
  )

/** The key of a run, because several runs may have one id. */
const keyOf = ({ id, createdAt }: Pick<Run, 'id' | 'createdAt'>) => `${id} ${createdAt}`

type PendingByRun = ReadonlyMap<string, readonly Message[]>

/** Returns the messages that have not ended, by the keys of their runs. */
function pendingByRun(messages: readonly Message[]): PendingByRun {
  const found = new Map<string, Message[]>()
  for (const message of messages.filter(isPending)) {
    const { runKey } = message.events[0]!
    if (runKey === undefined) continue
    const ofRun = found.get(runKey)
    if (ofRun) ofRun.push(message)
    else found.set(runKey, [message])
  }
  return found
}

const columnsAt = (now: number, pending: PendingByRun): readonly Column<Run>[] => [
  {
    title: 'State',
    name: 'state',
    cell: ({ state: of, key }) => <RunBadge of={of} pending={pending.get(key)} />,
  },
  { title: 'Run id', name: 'runid', cell: ({ id }) => <Cut text={id} isId /> },
  {
    title: 'Workflow',
    name: 'subject is-mono',
    cell: UrlLine,
  },
  { title: 'Steps', name: 'number', cell: ({ steps }) => steps },
  {
    title: 'Started',
    name: 'moment',
    cell: ({ createdAt }) => <Moment at={createdAt} now={now} />,
  },
  {
    title: 'Took',
    name: 'took',
    cell: ({ createdAt, completedAt }) =>
      completedAt === undefined ? '…' : durationOf(completedAt - createdAt),
  },
]

export function Runs({ id }: ViewProps) {
  const all = usePages<Run>('queue/run-list', 'runs', keyOf)
  const { now } = useStore(state)
  const [wanted, setWanted] = useState<keyof typeof STATES>('all')
  const [filter, setFilter] = useState('')
  const shown = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
    return (all ?? []).filter(
      (run) =>
        (wanted === 'all' || run.state === wanted) &&
        words.every((word) =>
          [run.id, run.url, ...run.labels].join('\n').toLowerCase().includes(word),
        ),
    )
  }, [all, wanted, filter])
  const opened = all?.find((run) => [keyOf(run), run.id, run.key].includes(id ?? ''))
  const messages = useMessages()
  const pending = useMemo(() => pendingByRun(messages), [messages])

  return (
    <>
      <div class="bar">
        <h1>Runs</h1>
        <Filter label="Filter: run id, URL, label" value={filter} onChange={setFilter} />
        <Choice label="State" values={STATES} value={wanted} onChange={setWanted} />
        <span class="grow" />
        <Start />
      </div>
      <div class={opened || (all && id !== undefined) ? 'split is-open' : 'split'}>
        {shown.length > 0 ? (
          <List
            label="Runs"
            rows={shown}
            keyOf={keyOf}
            columns={columnsAt(now, pending)}
            selected={opened && keyOf(opened)}
            onSelect={(key) => goTo('runs', key)}
          />
        ) : all ? (
          <Nothing isFiltered={all.length > 0} />
        ) : (
          <Unread />
        )}
        {opened ? (
          <Opened key={keyOf(opened)} run={opened} pending={pending.get(opened.key)} />
        ) : (
          all && id !== undefined && <NotFound what="run" id={id} onClose={() => goTo('runs')} />
        )}
      </div>
    </>
  )
}

function Start() {
  const { dialect } = useStore(session)
  return (
    <FormButton
      title="Start a workflow"
      fields={{
        url: { label: 'URL of the workflow', placeholder: 'http://127.0.0.1:3000/workflow' },
        id: { label: 'Run id (a new one if empty)', isOptional: true },
        body: { label: 'Payload', initial: '{}', isLong: true },
        headers: {
          label: 'Headers, one a line',
          isLong: true,
          placeholder: `${dialect.headerPrefix}Retries: 0`,
        },
      }}
      onSubmit={({ url, id, body, headers }) =>
        act(async () => {
          const sent = {
            'Content-Type': 'application/json',
            ...(id !== '' && { [`${dialect.headerPrefix}Workflow-RunId`]: id }),
            ...headersIn(headers),
          }
          const { workflowRunId } = await operation<{ workflowRunId: string }>(
            ...(['POST', `/v2/trigger/${url}`, { headers: sent, body }] as const),
          )
          goTo('runs', workflowRunId)
        }, 'The run is started.')
      }
    />
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const current = useStore(session)
  if (isFiltered) return <Empty title="No run matches the filter." />
  return (
    <Empty title="No workflow runs yet">
      <p>
        Start a workflow of your application with <code>{current.queue?.url}</code> as the URL of
        the queue, and the token of the command below. Or create a failed run, without an
        application:
      </p>
      <Command>{runCommand(current)}</Command>
    </Empty>
  )
}

interface WholeRun {
  readonly workflowRunId: string
  readonly workflowRunResponse?: string
  readonly dlqId?: string
  readonly labels?: readonly string[]
  readonly steps: readonly StepGroup[]
  readonly invoker?: { readonly workflowRunId: string; readonly workflowUrl: string }
  readonly failureFunction?: { readonly url: string; readonly state?: string }
  /** Steps that the queue refused, so that the run did not go on. */
  readonly refusedSteps?: readonly {
    readonly stepName?: string
    readonly error: string
    readonly time: number
  }[]
}

interface Waiter {
  readonly eventId: string
  readonly deadline: number
  readonly stepName?: string
}

/** The facts of a run that the run list has not. */
interface RunFacts {
  readonly due?: Course['due']
  readonly failure?: { readonly reason: string }
  readonly reruns?: readonly {
    readonly kind: 'rerunOf' | 'rerunAs'
    readonly how: 'restart' | 'resume'
    readonly id: string
    readonly createdAt: number
  }[]
}

async function readRun({ id, createdAt }: Run) {
  const name = encodeURIComponent(id)
  const query = `groupBy=workflowRunId&workflowRunId=${name}&workflowCreatedAt=${createdAt}`
  const [{ runs }, { waiters }, facts] = await Promise.all([
    operation<{ runs: WholeRun[] }>('GET', `/v2/workflows/events?${query}`),
    get<{ waiters: Waiter[] }>(`queue/waiters?workflowRunId=${name}`),
    get<RunFacts>(`queue/run-facts?id=${name}&createdAt=${createdAt}`),
  ])
  return { whole: runs[0], waiters, facts }
}

const RERUNS = {
  rerunOf: { restart: 'Restart of', resume: 'Resume of' },
  rerunAs: { restart: 'Restarted as', resume: 'Resumed as' },
} as const

/** The last failed attempt of a message, with its error and the time of the next attempt. */
function Failing({ message, now }: { message: Message; now: number }) {
  const held = useStore(holds)
  const pending = usePending(message)
  const due = startOf(message, now, held)
  const failed = isWaiting(message) ? attemptsOf(message) : attemptsOf(message) - 1
  const next = !isWaiting(message)
    ? 'the next attempt is in progress'
    : due > now && due < Infinity
      ? `the next attempt is ${relative(due, now)}, at ${momentOf(due, now)}`
      : `the next attempt waits: ${reasonOf(message, now, held)}`
  return (
    <div>
      <span class="is-error">
        Attempt {failed} {pending && `of ${pending.maxRetries + 1} `}failed:{' '}
        {failureOf(message)?.error}
      </span>
      ; {next}. <a href={hashOf('messages', message.id)}>Open the message</a>
    </div>
  )
}

function Opened({ run, pending }: { run: Run; pending: readonly Message[] | undefined }) {
  const { now } = useStore(state)
  const held = useStore(holds)
  const { id, url, state: of, createdAt, completedAt } = run
  const read = useQuery(`run ${keyOf(run)}`, () => readRun(run))
  const { whole, waiters = [], facts = {} } = read ?? {}
  const course = { createdAt, completedAt, groups: whole?.steps ?? [], due: facts.due ?? {} }
  const rows = rowsOf(course, now)
  const asleep = sleepingIn(rows)
  const isAsleep = (message: Message) =>
    !isHeld(message, now, held) && asleep.some(({ step }) => step.messageId === message.id)
  const reruns = (facts.reruns ?? []).map((each): [string, ComponentChildren] => [
    RERUNS[each.kind][each.how],
    <a href={hashOf('runs', keyOf(each))}>{each.id}</a>,
  ])
  const isOpen = of === 'RUN_STARTED'
  const failing = pending?.filter(isRetrying) ?? []
  const waiting =
    pending?.filter((each) => isOpen && !isRetrying(each) && isWaiting(each) && !isAsleep(each)) ??
    []
  const waits = new Map(waiting.map((each) => [each.id, waitText(each, now, held)]))
  const cancel = () =>
    act(() => operation('DELETE', `/v2/workflows/runs/${encodeURIComponent(id)}`), 'Cancelled.')
  return (
    <Panel
      title={<code>{id}</code>}
      onClose={() => goTo('runs')}
      actions={
        <>
          <Confirmed question="Cancel the run?" disabled={!isOpen} onConfirm={() => void cancel()}>
            Cancel run
          </Confirmed>
          {whole?.dlqId !== undefined && (
            <button type="button" class="is-primary" onClick={() => goTo('dlq', whole.dlqId)}>
              Open DLQ entry
            </button>
          )}
        </>
      }
    >
      <Facts
        facts={{
          State: <RunBadge of={of} pending={pending} />,
          'Failed attempt':
            failing.length > 0 &&
            failing.map((message) => <Failing key={message.id} message={message} now={now} />),
          'Next attempt':
            waiting.length > 0 &&
            waiting.map((message) => (
              <div key={message.id}>
                <NextAttempt message={message} now={now} />.{' '}
                <a href={hashOf('messages', message.id)}>Open the message</a>
              </div>
            )),
          Reason: facts.failure && <span class="is-error">{facts.failure.reason}</span>,
          Workflow: <code>{url}</code>,
          Started: dateOf(createdAt),
          Ended: completedAt === undefined ? undefined : dateOf(completedAt),
          [isOpen ? 'Running for' : 'Took']: durationOf((completedAt ?? now) - createdAt),
          Labels: whole?.labels?.join(', '),
          'Invoked by': whole?.invoker && (
            <a href={hashOf('runs', whole.invoker.workflowRunId)}>{whole.invoker.workflowRunId}</a>
          ),
          ...Object.fromEntries(reruns),
          'Failure function':
            whole?.failureFunction &&
            `${whole.failureFunction.url} ${callbackWord(whole.failureFunction.state)}`,
        }}
      />
      <h3>Steps</h3>
      {whole && <Waterfall course={course} rows={rows} waits={waits} now={now} />}
      {whole?.refusedSteps !== undefined && (
        <>
          <h3>Refused steps</h3>
          <ul>
            {whole.refusedSteps.map(({ stepName, error, time }) => (
              <li key={`${time} ${stepName}`}>
                {dateOf(time)} <code>{stepName ?? 'a step'}</code> {error}
              </li>
            ))}
          </ul>
        </>
      )}
      {asleep.length + waiters.length > 0 && (
        <>
          <h3>Sleeps and waits</h3>
          {asleep.map(({ step, until = now }) => (
            <Sleep key={step.messageId} step={step} until={until} now={now} />
          ))}
          {waiters.map((waiter) => (
            <Wait key={waiter.eventId} waiter={waiter} runId={id} now={now} />
          ))}
        </>
      )}
      {whole?.workflowRunResponse !== undefined && (
        <>
          <h3>Result</h3>
          <pre class="body" tabIndex={0}>
            {pretty(whole.workflowRunResponse)}
          </pre>
        </>
      )}
    </Panel>
  )
}

function Sleep({ step, until, now }: { step: Step; until: number; now: number }) {
  const wake = () =>
    act(() => post('queue/deliver-now', { messageId: step.messageId }), 'Woken: the run goes on.')
  return (
    <div class="line">
      <p class="grow">
        <strong>{step.stepName}</strong> sleeping until {momentOf(until, now)}{' '}
        <span class="quiet">({relative(until, now)})</span>
      </p>
      <button type="button" class="is-primary" onClick={() => void wake()}>
        Wake
      </button>
    </div>
  )
}

function Wait({ waiter, runId, now }: { waiter: Waiter; runId: string; now: number }) {
  const [data, setData] = useState('{}')
  const { eventId, deadline, stepName } = waiter
  const path = `/v2/notify/${encodeURIComponent(runId)}/${encodeURIComponent(eventId)}`
  const notify = () =>
    act(() => operation('POST', path, { body: data }), `Notified the run of ${eventId}.`)
  return (
    <div class="wait">
      <p>
        <strong>{stepName}</strong> waiting for <strong>{eventId}</strong>{' '}
        <span class="quiet">(times out {relative(deadline, now)})</span>
      </p>
      <div class="line">
        <input
          aria-label={`Data of the event ${eventId}`}
          value={data}
          onInput={({ currentTarget }) => setData(currentTarget.value)}
        />
        <button type="button" class="is-primary" onClick={() => void notify()}>
          Wake
        </button>
      </div>
    </div>
  )
}
