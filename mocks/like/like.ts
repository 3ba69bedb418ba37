/** The observations of a report: values by their names, by the id of their scenario. */
export type Observations = Readonly<Record<string, Readonly<Record<string, unknown>>>>
