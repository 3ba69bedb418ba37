// Wrong queue servers made of distortions and places.

import {
  attemptDistortions,
  distorted,
  inAttempts,
  inLists,
  inSettings,
  listDistortions,
  settingDistortions,
} from '../../mocks/faults/queue/distortions.js'
import { attemptsWhere, listsWhere, publishesWhere } from '../../mocks/faults/queue/where.js'
import type { Dimension } from '../core/law.js'
import * as dimensions from '../queue/dimensions.js'
import { judgeQueue } from './judge.js'
import type { Judged, Mutant, Mutants, Place } from './mutants.js'

type Where<Seen> = Readonly<Record<string, Readonly<Record<string, (seen: Seen) => boolean>>>>

/** The distortions that show only at some places, because the contract leaves the others open. */
const mayShow: readonly (readonly [RegExp, (place: Place) => boolean])[] = [
  // The content of callbacks.
  [
    /body|base64|json|line breaks|UTF-8|POST|Content-Type|text\/plain/i,
    ({ value }) => !/callback$/.test(value),
  ],
  // A time wins over a delay.
  [/ delay$/, ({ value }) => value !== 'a time'],
  // Only a rerun is documented to take a run id.
  [/workflow-runid$/, ({ dimension, value }) => dimension === 'rerun' && value !== 'by a publish'],
]

/** A kind of distortion, with its places. */
const kindOf = <Distortion extends { readonly breaks: RegExp }, Seen>(
  distortions: Readonly<Record<string, Distortion>>,
  where: Where<Seen>,
  replace: (
    distortion: Distortion,
    isMeant: (seen: Seen) => boolean,
    changed: Parameters<Parameters<typeof distorted>[0]>[0],
  ) => ReturnType<Parameters<typeof distorted>[0]>,
) => ({
  distortions: Object.keys(distortions),
  fits: (name: string, places: readonly Place[]) =>
    mayShow.every(([distortion, fits]) => !distortion.test(name) || places.every(fits)),
  places: Object.entries(where).flatMap(([dimension, values]) =>
    Object.keys(values).map((value) => ({ dimension, value })),
  ),
  breaks: (name: string) => distortions[name]!.breaks,
  fault: (name: string, places: readonly Place[]) =>
    distorted((changed) =>
      replace(
        distortions[name]!,
        (seen) => places.every(({ dimension, value }) => where[dimension]![value]!(seen)),
        changed,
      ),
    ),
})

const kinds = [
  kindOf(attemptDistortions, attemptsWhere, inAttempts),
  kindOf(settingDistortions, publishesWhere, inSettings),
  kindOf(listDistortions, listsWhere, inLists),
]

const kindWith = (distortion: string) =>
  kinds.find(({ distortions }) => distortions.includes(distortion))!

const tables = dimensions as unknown as Readonly<Record<string, Dimension>>

/** The rules of the values at whose place a server is wrong. */
const rulesOf = (places: readonly Place[]) =>
  places.flatMap(({ dimension, value }) => tables[dimension]?.values[value]?.rule ?? [])

/** Judges with the laws, then with the other scenarios. */
async function judge({ distortion, places }: Mutant): Promise<Judged> {
  const kind = kindWith(distortion)
  const fault = kind.fault(distortion, places)
  const judgeBy = async (isLaw: boolean) => {
    const { scenarios } = await judgeQueue({
      fault: { ...fault, interface: 'queue' },
      unwired: true,
      embedded: true,
      judges: ({ law }) => (law !== undefined) === isLaw,
    })
    const rulesThat = (verdict: string) => [
      ...new Set(scenarios.filter((each) => each.verdict === verdict).map(({ rule }) => rule)),
    ]
    return { violated: rulesThat('violated'), blocked: rulesThat('blocked') }
  }
  const byLaws = await judgeBy(true)
  const { violated, blocked } = byLaws.violated.length > 0 ? byLaws : await judgeBy(false)
  const isReached = fault.count.distorted > 0
  return {
    verdict:
      violated.length > 0
        ? 'violated'
        : !isReached
          ? 'unreached'
          : blocked.length > 0
            ? 'blocked'
            : 'green',
    rank:
      violated.findIndex(
        (rule) => kind.breaks(distortion).test(rule) || rulesOf(places).includes(rule),
      ) + 1,
    violated,
  }
}

export const queueMutants: Mutants = { kinds, judge }
