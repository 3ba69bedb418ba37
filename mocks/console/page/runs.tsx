// The view of workflow runs: a list, and the waterfall of the opened run.

import { useMemo, useState } from 'preact/hooks'
import { get, operation } from './api.ts'
import { dateOf, durationOf, pretty, relative } from './format.ts'
import { List, type Column } from './list.tsx'
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

type RunState = 'RUN_STARTED' | 'RUN_SUCCESS' | 'RUN_FAILED' | 'RUN_CANCELED'

interface Run {
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
  ...{ all: 'All', RUN_STARTED: 'In progress', RUN_SUCCESS: 'Succeeded' },
  ...{ RUN_FAILED: 'Failed', RUN_CANCELED: 'Cancelled' },
} as const

const tones: Readonly<Record<RunState, Tone>> = {
  RUN_STARTED: 'busy',
  RUN_SUCCESS: 'good',
  RUN_FAILED: 'bad',
  RUN_CANCELED: 'calm',
}

const RunBadge = ({ of }: { of: RunState }) => (
  <Badge tone={tones[of]}>{STATES[of].toLowerCase()}</Badge>
)

/** The key of a run, because several runs may have one id. */
const keyOf = ({ id, createdAt }: Run) => `${id} ${createdAt}`

const columnsAt = (now: number): readonly Column<Run>[] => [
  { title: 'State', name: 'state', cell: ({ state: of }) => <RunBadge of={of} /> },
  { title: 'Run id', name: 'runid', cell: ({ id }) => <Cut text={id} /> },
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
  const opened = all?.find((run) => keyOf(run) === id || run.id === id)

  return (
    <>
      <div class="bar">
        <h1>Runs</h1>
        <Filter label="Filter: run id, URL, label" value={filter} onChange={setFilter} />
        <Choice label="State" values={STATES} value={wanted} onChange={setWanted} />
      </div>
      <div class={opened || (all && id !== undefined) ? 'split is-open' : 'split'}>
        {shown.length > 0 ? (
          <List
            label="Runs"
            rows={shown}
            keyOf={keyOf}
            columns={columnsAt(now)}
            selected={opened && keyOf(opened)}
            onSelect={(key) => goTo('runs', key)}
          />
        ) : all ? (
          <Nothing isFiltered={all.length > 0} />
        ) : (
          <Unread />
        )}
        {opened ? (
          <Opened key={keyOf(opened)} run={opened} />
        ) : (
          all && id !== undefined && <NotFound what="run" id={id} onClose={() => goTo('runs')} />
        )}
      </div>
    </>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const current = useStore(session)
  if (isFiltered) return <Empty title="No run matches the filter." />
  return (
    <Empty title="No workflow runs yet">
      <p>
        Start a workflow of your application with <code>{current.queue?.url}</code> as the URL of
        the queue. Or create a failed run, without an application:
      </p>
      <Command>{runCommand(current)}</Command>
    </Empty>
  )
}

interface Step {
  readonly stepId?: number
  readonly stepName?: string
  readonly stepType?: string
  readonly callType?: string
  readonly messageId: string
  readonly out?: string
  readonly state: string
  readonly createdAt?: number
  readonly errors?: readonly { readonly error: string; readonly time: number }[]
}

interface WholeRun {
  readonly workflowRunId: string
  readonly workflowRunResponse?: string
  readonly dlqId?: string
  readonly labels?: readonly string[]
  readonly steps: readonly { readonly type: string; readonly steps: readonly Step[] }[]
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

async function readRun({ id, createdAt }: Run): Promise<{ run?: WholeRun; waiters: Waiter[] }> {
  const query = `groupBy=workflowRunId&workflowRunId=${encodeURIComponent(id)}&workflowCreatedAt=${createdAt}`
  const [{ runs }, { waiters }] = await Promise.all([
    operation<{ runs: WholeRun[] }>('GET', `/v2/workflows/events?${query}`),
    get<{ waiters: Waiter[] }>(`queue/waiters?workflowRunId=${encodeURIComponent(id)}`),
  ])
  return { ...(runs[0] && { run: runs[0] }), waiters }
}

function Opened({ run }: { run: Run }) {
  const { now } = useStore(state)
  const { id, url, state: of, createdAt, completedAt } = run
  const read = useQuery(`run ${keyOf(run)}`, () => readRun(run))
  const whole = read?.run
  const isOpen = of === 'RUN_STARTED'
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
          State: <RunBadge of={of} />,
          Workflow: <code>{url}</code>,
          Started: dateOf(createdAt),
          Ended: completedAt === undefined ? undefined : dateOf(completedAt),
          [isOpen ? 'Running for' : 'Took']: durationOf((completedAt ?? now) - createdAt),
          Labels: whole?.labels?.join(', '),
          'Invoked by': whole?.invoker && (
            <a href={hashOf('runs', whole.invoker.workflowRunId)}>{whole.invoker.workflowRunId}</a>
          ),
          'Failure function':
            whole?.failureFunction &&
            `${whole.failureFunction.url} ${whole.failureFunction.state ?? ''}`,
        }}
      />
      <h3>Steps</h3>
      {whole && <Waterfall run={run} whole={whole} now={now} />}
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
      {read !== undefined && read.waiters.length > 0 && (
        <>
          <h3>Waits for</h3>
          {read.waiters.map((waiter) => (
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

/** The tone of a bar by the state of its step. */
const toneOf = (step: string): string =>
  step.endsWith('SUCCESS')
    ? 'good'
    : step.endsWith('FAILED')
      ? 'bad'
      : step.endsWith('CANCELED')
        ? 'calm'
        : 'busy'

/** One bar for each step, from its start to the start of the next group of steps. */
function Waterfall({ run, whole, now }: { run: Run; whole: WholeRun; now: number }) {
  const end = Math.max(run.completedAt ?? now, run.createdAt + 1)
  const span = end - run.createdAt
  const groups = whole.steps
  const startOf = (index: number) => {
    const starts = (groups[index]?.steps ?? []).flatMap(({ createdAt }) => createdAt ?? [])
    return starts.length === 0 ? end : Math.min(...starts)
  }
  let last = run.createdAt
  const rows = groups.flatMap(({ type, steps }, index) => {
    const previous = last
    const next = startOf(index + 1)
    if (type !== 'next') last = Math.max(last, startOf(index))
    return steps.map((step) => {
      const start = step.createdAt ?? previous
      // The result of a step arrives when the step has ended, so that the bar ends there. A step
      // that sleeps or waits has no result yet.
      const isWaiting = type === 'next' || step.state === 'STEP_PROGRESS'
      return {
        step,
        type,
        from: index === 0 ? run.createdAt : isWaiting ? start : previous,
        to: isWaiting ? end : start,
        next,
      }
    })
  })
  return (
    <ol class="waterfall">
      {rows.map(({ step, type, from, to }) => (
        <li key={`${step.messageId} ${type}`}>
          <details>
            <summary>
              <span class="step-name">
                {step.stepName ?? 'next step'}
                <span class="quiet"> {step.stepType ?? ''}</span>
              </span>
              <span class="track">
                <span
                  class={`span is-${toneOf(step.state)}`}
                  style={{
                    left: `${(100 * (from - run.createdAt)) / span}%`,
                    width: `max(4px, ${(100 * Math.max(0, to - from)) / span}%)`,
                  }}
                />
              </span>
              <span class="step-took">{durationOf(to - from)}</span>
            </summary>
            <Facts
              facts={{
                State: step.state,
                Message: <a href={hashOf('messages', step.messageId)}>{step.messageId}</a>,
                Type: type === 'parallel' ? 'parallel' : undefined,
                Errors:
                  step.errors && step.errors.length > 0
                    ? step.errors.map(({ error, time }) => (
                        <div key={time}>
                          {dateOf(time)} {error}
                        </div>
                      ))
                    : undefined,
              }}
            />
            {step.out !== undefined && (
              <pre class="body" tabIndex={0}>
                {pretty(step.out)}
              </pre>
            )}
          </details>
        </li>
      ))}
    </ol>
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
        <strong>{eventId}</strong> <span class="quiet">{stepName}</span>, timeout{' '}
        {relative(deadline, now)}
      </p>
      <div class="line">
        <input
          aria-label={`Data of the event ${eventId}`}
          value={data}
          onInput={({ currentTarget }) => setData(currentTarget.value)}
        />
        <button type="button" class="is-primary" onClick={() => void notify()}>
          Notify
        </button>
      </div>
    </div>
  )
}
