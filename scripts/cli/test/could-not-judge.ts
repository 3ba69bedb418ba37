// Why a run ended without a word about its target.

/** Thrown by whatever finds out; its message says why, and what to do. */
export class CouldNotJudge extends Error {
  override readonly name = 'CouldNotJudge'
}
