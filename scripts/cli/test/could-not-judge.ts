// The error of a run without a verdict, for modules that need no reports.

/** The error of a run that cannot check its target. The message explains why and what to do. */
export class CouldNotJudge extends Error {
  override readonly name = 'CouldNotJudge'
}
