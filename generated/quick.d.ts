// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

/** Ids of scenarios that together catch every fault, with few requests. */
export declare const quickScenarios: ReadonlySet<string>
