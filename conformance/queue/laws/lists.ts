// A list with filters has exactly the elements that each of the filters selects, in the order of the
// whole list, on pages of any size. What a filter selects is read from the elements; what a date selects,
// from a list with this date alone, because it is open which time of an element counts.

import type { RuleId } from '#generated/rules.js'
import { dimension, namesIn, notPlain, type Value } from '../../core/law.js'
import { given, must, NotApplicable, under, type Matcher } from '../../core/judgement.js'
import { differs, lacks, refused } from '../../core/matchers.js'
import { once } from '../../core/once.js'
import { seconds } from '../../core/time.js'
import {
  messageIdOf,
  type Item,
  listing,
  type Listing,
  ENTRIES,
  EVENTS,
  page,
  RUNS,
  type Query,
} from '../fixtures/lists.js'
import { failedEach, completedRun } from '../fixtures/runs.js'
import { isAbsent } from '../../wire/exchange.js'
import { expects, inside, text } from '../fixtures/matchers.js'
import type { QueueWorld } from '../fixtures/world.js'
import { law } from './law.js'

/** A filter: its value for an element, and that value of each element that it selects. */
interface Filter extends Value {
  readonly of: (item: Item, labels: Labels) => unknown
  /** A value that selects no element of the history. */
  readonly absent?: string | number
  /** True if the values have letters of both cases. */
  readonly lettered?: true
  /** True if hardly any other elements have the values of the history. */
  readonly own?: true
  /** True if several elements have a value, so that another filter beside it still selects several. */
  readonly wide?: true
}

const lowerCase = (id: unknown) => String(id).toLowerCase()

/** The labels of runs, by run id. No list shows them. */
type Labels = ReadonlyMap<unknown, string>

const byName = (name: string) => (item: Item) => item[name]

/** The names of a date in the three lists. */
const dateOf = (item: Item) => item['workflowRunCreatedAt'] ?? item['time'] ?? item['createdAt']

const filters = {
  'no filter': { of: () => undefined, wide: true },
  workflowRunId: {
    of: byName('workflowRunId'),
    absent: 'svc-contract-absent',
    lettered: true,
    own: true,
  },
  workflowCreatedAt: {
    of: (item: Item) => item['workflowRunCreatedAt'] ?? item['workflowCreatedAt'],
    absent: 1,
    own: true,
  },
  responseStatus: { of: byName('responseStatus'), absent: 599 },
  callerIP: { of: byName('callerIP'), absent: '192.0.2.1' },
  failureCallbackState: {
    of: ({ failureCallbackInfo: info }: Item) => (info as Item | undefined)?.['state'],
  },
  label: {
    of: ({ workflowRunId }: Item, labels: Labels) => labels.get(workflowRunId),
    absent: 'svc-contract-absent',
    lettered: true,
    own: true,
    wide: true,
  },
  state: { of: (item: Item) => item['workflowState'] ?? item['state'], absent: 'RUN_CANCELED' },
  messageId: { of: messageIdOf, absent: 'msg_svc-contract-absent', own: true },
  fromDate: { of: dateOf, absent: Date.UTC(2100, 0), wide: true },
  toDate: { of: dateOf, absent: 1, wide: true },
} satisfies Record<string, Filter>

type Name = keyof typeof filters

interface List {
  readonly path: string
  readonly heading: 'dlq' | 'runs' | 'message-logs'
  readonly title: string
  /** The most elements of a page, which is also the default. */
  readonly most: number
  readonly filters: readonly Name[]
}

const common = ['no filter', 'workflowRunId', 'fromDate', 'toDate'] as const

const lists: readonly List[] = [
  {
    path: ENTRIES,
    heading: 'dlq',
    title: 'the DLQ list has what its filters select',
    most: 100,
    filters: [...common, 'responseStatus', 'callerIP', 'failureCallbackState', 'label'],
  },
  {
    path: RUNS,
    heading: 'runs',
    title: 'the run list has what its filters select',
    most: 10,
    filters: [...common, 'workflowCreatedAt', 'state', 'label'],
  },
  {
    path: EVENTS,
    heading: 'message-logs',
    title: 'the log has what its filters select',
    most: 1_000,
    filters: [...common, 'workflowCreatedAt', 'state', 'messageId'],
  },
]

const usualPages = 'on pages of the usual size'

const pages = dimension<Value & { readonly of: (length: number) => number | undefined }>('', {
  [usualPages]: { of: () => undefined },
  'on pages of a third of the elements': { of: (length) => Math.max(1, Math.ceil(length / 3)) },
})

/** The element whose values the filters have, of those with such values. */
const like = dimension<Value & { readonly at?: number }>('', {
  'like the middle element': { at: 0.5 },
  'like the first element': { at: 0 },
  'like the last element': { at: 1 },
  'like another element': { at: 0.3 },
  // The last filter selects nothing.
  'like no element': {},
  'in other letters': {},
})

const beside = dimension<Value & { readonly all?: true }>('', {
  alone: {},
  'beside all other filters': { all: true },
})

const within = dimension<Value & { readonly ofAll?: true }>('', {
  'of the URL': {},
  'of all URLs': { ofAll: true },
})

const smaller = notPlain(pages)

/** Returns the filters that lack a property. */
const without = (property: keyof Filter, names: readonly Name[]): readonly Name[] =>
  names.filter((name) => (filters[name] as Filter)[property] === undefined)

const ruleOf = (heading: string, name: Name): RuleId => {
  const own = name === 'state' && heading === 'message-logs' ? 'messageState' : name
  const words = own.replace(/IP$/, 'Ip').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `queue.${heading}.filter-${words}` as RuleId
}

export const listsByFilters = lists.flatMap(({ path, heading, title, most, filters: names }) => {
  const filter = dimension<Filter>(
    'the filter',
    Object.fromEntries(names.map((name) => [name, filters[name]])),
  )
  return law({
    id: 'exactly-the-selected',
    title,
    over: { first: filter, second: filter, beside, pages, like, within },
    triples: ['first', 'pages', 'like'],
    never: [
      // The order of the two filters does not matter.
      ...names.map((name, index) => ({ first: name, second: names.slice(1, index + 1) })),
      { first: 'no filter', second: names.slice(1) },
      { like: 'in other letters', second: names.slice(1) },
      { like: 'in other letters', first: without('lettered', names) },
      // A pair that selects nothing cannot show that one of its filters is ignored.
      { like: 'like no element', second: names.slice(1) },
      { like: 'like no element', first: without('absent', names) },
      { pages: smaller, second: without('wide', names) },
      {
        pages: smaller,
        like: namesIn(like).filter((name) => !/middle|another/.test(name)),
      },
      { pages: smaller, beside: 'beside all other filters' },
      { beside: 'beside all other filters', second: names.slice(1) },
      // New elements of others may shift pages.
      { within: 'of all URLs', pages: smaller },
      {
        within: 'of all URLs',
        first: without('own', names),
        second: without('own', names),
      },
    ],
    rules: [
      [{ pages: '*' }, `queue.${heading}.filter-cursor`] as const,
      ...names
        .slice(1)
        .flatMap((first) =>
          names
            .slice(1)
            .map(
              (second) =>
                [{ first, second }, ruleOf(heading, first), ruleOf(heading, second)] as const,
            ),
        ),
      ...(['second', 'first'] as const).flatMap((place) =>
        names.slice(1).map((each) => [{ [place]: each }, ruleOf(heading, each)] as const),
      ),
    ],
    namedRules: [`queue.${heading}.count`, `queue.${heading}.filter-workflow-url`],
    baseRule: `queue.${heading}.filter-cursor`,
    needs: ['runs'],
    async check(world, { beside, pages, like, within }, choice) {
      const history = await historyOf(world)
      const whole = await history.whole(world, path)
      const wanted = [choice['first'], choice['second']]
        .map((name) => name as Name)
        .filter((name) => name !== 'no filter')
      const valueOf = (name: Name, item: Item) => filters[name].of(item, history.labels)
      const having = whole.items.filter((item) =>
        wanted.every((name) => !isAbsent(valueOf(name, item))),
      )
      const isLike = (item: Item) => (name: Name, other: Item) => {
        const [own, its] = [valueOf(name, item), valueOf(name, other)]
        if (!isDate(name)) return own === its
        return name === 'fromDate' ? Number(its) >= Number(own) : Number(its) <= Number(own)
      }
      const selects = (item: Item, isMeant: (name: Name) => boolean = () => true) =>
        whole.items.filter((other) =>
          wanted.every((each) => isLike(item)(each, other) === isMeant(each)),
        ).length
      // Pages need several elements. On one page, each filter alone should leave out an element that all
      // others select.
      const isTelling = (item: Item) =>
        choice['pages'] === usualPages
          ? wanted.every((name) => selects(item, (each) => each !== name) > 0)
          : selects(item) > 1
      const telling = having.filter(isTelling)
      const examples = telling.length > 0 ? telling : having
      const { at = 0.5 } = like
      const example = examples[Math.round(at * (examples.length - 1))]
      if (example === undefined) throw new NotApplicable('no element has values for these filters')
      const last = wanted.at(-1)
      const queried = (name: Name) => {
        const value = valueOf(name, example)
        if (name !== last || like.at !== undefined) return value
        return choice['like'] === 'like no element'
          ? (filters[name] as Filter).absent
          : String(value).toUpperCase()
      }
      const named = beside.all ? names : wanted
      const query = Object.fromEntries(
        named.flatMap((name) => (isAbsent(queried(name)) ? [] : [[name, queried(name)]])),
      ) as Query
      const selected = await Promise.all(
        Object.entries(query).map(([name, value]) =>
          history.selected(world, path, name as Name, value),
        ),
      )
      const fits = whole.items.filter((item) => selected.every((keys) => keys.has(keyOf(item))))
      const count = pages.of(fits.length)
      const paged = await listing(world, path, {
        ...(within.ofAll ? {} : history.own),
        ...query,
        ...(count !== undefined && { count }),
      })
      // It is open if a list can be filtered by the state of a callback that failed.
      if (paged.failure !== undefined && 'failureCallbackState' in query)
        if (refused()(await page(world, path, query)) === undefined)
          throw new NotApplicable('the target refuses this state of a callback')
      const isOwn = ({ workflowUrl }: Item) => workflowUrl === history.own['workflowUrl']
      // The values of some filters show in the elements of other runs. A date may select any of them.
      const isSelected = (item: Item) =>
        Object.entries(query).every(
          ([name, value]) =>
            isDate(name) || [undefined, value].includes(valueOf(name as Name, item) as string),
        )
      const others = paged.items.filter((item) => !isOwn(item))
      // An element on the first page that a filter does not select shows that this one is ignored.
      const perFilter = Object.keys(query).map((name, n) =>
        under(ruleOf(heading, name as Name), ({ items }: Listing) => {
          const page = items.slice(0, most).filter(isOwn)
          const wrong = page.filter((item) => !selected[n]!.has(keyOf(item)))
          return wrong.length === 0 ? undefined : lacks(`only elements that ${name} selects`, wrong)
        }),
      )
      // On one page, elements of others are for the rule of the URL.
      const isPaged = count !== undefined && !within.ofAll
      const rest = isPaged ? others : others.filter((item) => !isSelected(item))
      must(
        { ...paged, items: [...paged.items.filter(isOwn), ...rest] },
        ...(isPaged ? [] : perFilter),
        inOrder(fits),
        under(`queue.${heading}.filter-workflow-url`, () =>
          within.ofAll || isPaged || others.length === 0
            ? undefined
            : lacks('no element of others', others),
        ),
        ended,
        under(`queue.${heading}.count`, hasPagesOf(count ?? most)),
      )
    },
  })
})

const isDate = (name: string) => name === 'fromDate' || name === 'toDate'

const keyOf = (item: Item): string => JSON.stringify(item)

/** Matches a list of exactly these elements. */
const inOrder =
  (wanted: readonly Item[]): Matcher<Listing> =>
  ({ items }) => {
    const [want, got] = [wanted.map(keyOf), items.map(keyOf)]
    return want.join() === got.join() ? undefined : differs('a list of', want, got)
  }

/** Matches a list that has ended. */
const ended: Matcher<Listing> = ({ isEndless }) =>
  isEndless ? lacks('a page without a cursor', 'a cursor on each page') : undefined

/** Matches a list of which no page has more elements than were asked for. */
const hasPagesOf = (most: number): Matcher<Listing> =>
  expects(
    `pages of at most ${most} elements`,
    ({ longest = 0 }) => longest,
    (longest) => longest <= most,
  )

/** Matches entries of which one half has another state of its callback than the other half. */
const ofTwoStates: Matcher<Listing> = ({ items }) => {
  const states = items.map((item) => filters.failureCallbackState.of(item))
  const ofFirst = states.filter((state) => state === states[0]).length
  return new Set(states).size === 2 && 2 * ofFirst === states.length
    ? undefined
    : lacks('two states of callbacks, each in one half', states)
}

/** The failed runs that all cases list, made once in a test run. */
interface History {
  readonly own: Query
  readonly labels: Labels
  /** Reads a whole list. */
  whole(world: QueueWorld, path: string): Promise<Listing>
  /** Returns the keys of the elements that a filter selects. */
  selected(
    world: QueueWorld,
    path: string,
    name: Name,
    value: string | number,
  ): Promise<ReadonlySet<string>>
}

const known = new WeakMap<QueueWorld['shared'], Map<string, Promise<History>>>()

function historyOf(world: QueueWorld): Promise<History> {
  const own = known.get(world.shared) ?? new Map<string, Promise<History>>()
  known.set(world.shared, own)
  return once(own, 'history', async () => madeBy(world))
}

/**
 * The end of the run id of each failed run, its label and its callback. Most values are shared by runs that
 * differ in the others, so that no filter hides that another one is ignored. Between two runs of one id is
 * another run.
 */
const entries = [
  { end: 'A', label: 0, callback: 0 },
  { end: 'd', label: 1, callback: 1 },
  { end: 'A', label: 0, callback: 1 },
  { end: 'e', label: 1, callback: 1 },
  { end: 'A', label: 0, callback: 0 },
  { end: 'b', label: 0, callback: 0 },
]

async function madeBy(world: QueueWorld): Promise<History> {
  const callbacks = [200, 500].map((status) => world.inbox(() => ({ status })))
  const wanted = entries.map(({ end, label, callback }, index) => ({
    runId: `${world.id}-${end}`,
    pause: index % 2 === 0 ? 0 : seconds(1),
    answer: { status: 500 + (index % 3) },
    settings: {
      Label: `${world.id}-Label-${label}`,
      'Failure-Callback': callbacks[callback]!.url,
      'Failure-Callback-Retries': '0',
    },
  }))
  const labels = new Map(wanted.map(({ runId, settings }) => [runId, settings.Label]))
  const isOver = inside('failureCallbackInfo', text('state'))
  const at = (query: string): QueueWorld => ({
    ...world,
    workflow: (steps, options) => world.lastingWorkflow(steps, { ...options, query }),
  })
  const [making, elsewhere] = [at('a=1&b=%2F'), at('a=1')]
  // Older and newer runs of another URL share ids and labels with those of the history.
  const [{ runId, settings }] = wanted as [(typeof wanted)[0]]
  const failElsewhere = () =>
    failedEach(elsewhere, [{ runId, settings: { Label: settings.Label } }])
  await failElsewhere()
  const { runs } = await failedEach(making, wanted, isOver)
  await failElsewhere()
  const { application } = runs[0]!
  application.mend()
  for (let index = 0; index < 4; index++) {
    const settings = { Label: `${world.id}-Label-${index % 2}` }
    const { runId } = await completedRun(making, { application, settings })
    labels.set(runId, settings.Label)
  }
  const own = { workflowUrl: application.url }
  for (const { delivery } of callbacks) await delivery(wanted.length / 2)
  // The states of callbacks change until then. If they never do, other cases show it.
  await world.eventually(async () => listing(world, ENTRIES, own), ofTwoStates)
  // The last events may be logged after the runs have ended.
  if (!world.time.virtual) await world.time.pass(seconds(1))
  const wholes = new Map<string, Promise<Listing>>()
  const selections = new Map<string, Promise<ReadonlySet<string>>>()
  const whole = (world: QueueWorld, path: string) =>
    once(wholes, path, async () => {
      const all: Matcher<Listing> = ({ items }) =>
        [...(path === ENTRIES ? wanted.map(({ runId }) => runId) : labels.keys())].every((id) =>
          items.some(({ workflowRunId }) => lowerCase(workflowRunId) === lowerCase(id)),
        )
          ? undefined
          : differs('the runs of the history', labels.size, items)
      return given(await listing(world, path, own, all), all)
    })
  return {
    own,
    labels,
    whole,
    selected: (world, path, name, value) =>
      once(selections, [path, name, value].join(), async () => {
        if (!isDate(name)) {
          const { items } = await whole(world, path)
          return new Set(
            items.filter((each) => filters[name].of(each, labels) === value).map(keyOf),
          )
        }
        const { items } = given(await listing(world, path, { ...own, [name]: value }))
        return new Set(items.map(keyOf))
      }),
  }
}
