// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

import type { Validate } from './kv.schemas.js'
import type { RuleId } from './rules.js'

/** Validates a value by spec/report.schema.json. */
export declare const validateReport: Validate

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly count: number;
        /** @description A pattern of scenario ids, and the reason why their failure is accepted. */
        readonly expectation: {
            readonly pattern: string;
            /** @description The last day in UTC on which the failure is accepted, such as 2027-01-31. */
            readonly until?: string;
            readonly reason: string;
        };
        readonly operation: {
            /** @enum {unknown} */
            readonly interface: "kv" | "queue";
            readonly operationId: string;
            readonly method: string;
            readonly path: string;
            readonly answers: readonly {
                readonly status: number;
                readonly exchanges: components["schemas"]["count"];
                readonly broken: components["schemas"]["count"];
            }[];
            /** @description The documented statuses without a response, such as `401` or `2XX`, except `default`. */
            readonly unseen: readonly string[];
        };
        readonly scenario: {
            readonly id: string;
            readonly title: string;
            /** @enum {unknown} */
            readonly interface: "kv" | "queue";
            readonly rule: components["schemas"]["ruleId"];
            /** @enum {unknown} */
            readonly level: "must" | "open";
            /** @enum {unknown} */
            readonly verdict: "passed" | "violated" | "blocked" | "not-applicable" | "observed" | "harness-error";
            /** @description The reason why the scenario is blocked or not applicable, or why its failure is expected. */
            readonly reason?: string;
            /**
             * @description True if the failure is in a list of known failures.
             * @constant
             */
            readonly expected?: true;
            readonly durationMs: number;
            readonly findings: readonly components["schemas"]["finding"][];
            /** @description What the target lacks for parts of the scenario, which were left out. */
            readonly leftOut?: readonly string[];
            readonly observations?: {
                readonly [key: string]: unknown;
            };
            readonly exchanges: readonly components["schemas"]["exchange"][];
            /** @description Shell commands that repeat the failure. They read tokens from the environment. */
            readonly repro?: string;
        };
        readonly finding: {
            readonly message: string;
            /** @description The rule that the problem violates, if it is not the rule of the scenario. */
            readonly rule?: components["schemas"]["ruleId"];
            /** @enum {unknown} */
            readonly kind?: "missing-delivery" | "status" | "control" | "slow";
            readonly expected?: unknown;
            readonly actual?: unknown;
            /** @description The index in the scenario's exchanges of the exchange that has the problem. */
            readonly exchange?: number;
        };
        readonly exchange: {
            readonly request: {
                readonly method: string;
                readonly target: string;
                readonly headers: components["schemas"]["headers"];
                /** @description The body if it is valid UTF-8. */
                readonly body?: string;
                /** @description Any other body. */
                readonly bodyBase64?: string;
                readonly cut?: components["schemas"]["cut"];
            };
            /** @description The response. If there is none, `failure` contains the reason. */
            readonly response?: {
                readonly status: number;
                readonly headers: components["schemas"]["headers"];
                /** @description The body if it is valid UTF-8. */
                readonly body?: string;
                /** @description Any other body. */
                readonly bodyBase64?: string;
                readonly cut?: components["schemas"]["cut"];
            };
            readonly failure?: string;
            /**
             * @description True if this suite closed the stream. The body contains the bytes received before that.
             * @constant
             */
            readonly closed?: true;
            readonly durationMs: number;
        };
        /** @description The whole body, if only its beginning is in the report. */
        readonly cut: {
            readonly bytes: components["schemas"]["count"];
            readonly sha256: string;
        };
        /** @description Name and value of each line, in the order they crossed the wire. */
        readonly headers: readonly (readonly [string, string])[];
        readonly rule: {
            readonly id: components["schemas"]["ruleId"];
            /** @enum {unknown} */
            readonly level: "must" | "open";
            readonly quote: string;
            /** @enum {unknown} */
            readonly verdict: "conforming" | "violated" | "blocked" | "not-applicable" | "observed" | "harness-error" | "not-judged";
            readonly scenarios: readonly string[];
        };
        /** @description The id of a rule of the contract. */
        readonly ruleId: RuleId;
        /** The report of a conformance run, format 1 */
        readonly report: {
            /** @constant */
            readonly format: 1;
            readonly tool: {
                readonly name: string;
                readonly version: string;
            };
            /** @description The sha256 of each document, in hex. */
            readonly contract: {
                readonly kv: string;
                readonly queue: string;
            };
            readonly target: {
                readonly kvUrl?: string;
                readonly queueUrl?: string;
                readonly dialect: string;
                readonly provider: string;
                /** @enum {unknown} */
                readonly time: "virtual" | "real";
                /**
                 * @description True if the target is a mock that was started for this run.
                 * @constant
                 */
                readonly embedded?: true;
                /** @description The URLs of the other targets. Only in a merged report whose shards had several targets. */
                readonly others?: readonly {
                    readonly kvUrl?: string;
                    readonly queueUrl?: string;
                }[];
            };
            /** @description The shards that the report contains. Missing if the report contains all shards. */
            readonly shards?: {
                readonly of: number;
                readonly judged: readonly number[];
                /** @description The description of the selected scenarios, equal for all shards. */
                readonly selection?: string;
            };
            /** @description The shards that were not among the merged reports. Only in a merged report. */
            readonly missingShards?: readonly number[];
            /** @description The lists of known failures, if there are any. */
            readonly expectations?: {
                /** @description Scenarios that must fail. The run fails if one of them passes. */
                readonly failing: readonly components["schemas"]["expectation"][];
                /** @description Scenarios that may fail or pass. */
                readonly flaky: readonly components["schemas"]["expectation"][];
            };
            /** @description Sentences about entries of the lists that match no scenario, or whose scenario passes. */
            readonly stale?: readonly string[];
            /** @description The reason why the run ended before its first scenario, such as a target that does not answer. */
            readonly unjudged?: string;
            /** @description The further cases of laws that were drawn at random (--thorough and --seed). */
            readonly draw?: {
                readonly thorough: number;
                readonly seed: number;
            };
            /**
             * @description True if the run was interrupted.
             * @constant
             */
            readonly interrupted?: true;
            /**
             * @description True if the run stopped at its first unexpected failure, so that scenarios are missing.
             * @constant
             */
            readonly bailed?: true;
            /** @description The URLs that refused connections or stopped responding during the run. */
            readonly gone?: readonly string[];
            /** @description The reasons why scenarios could not run to the end although connections were accepted: a target that no longer responds, a proxy whose service is down, a limit of requests that was reached, or a control route of the mock that failed. */
            readonly outages?: readonly {
                /** @enum {unknown} */
                readonly kind: "silent" | "away" | "limited" | "unreadable" | "control";
                /** @description The URL of a target that no longer responds, or whose proxy alone responds. */
                readonly url?: string;
                /** @description The first scenario with this problem. */
                readonly scenario: string;
                /** @description What happened, and what to do. */
                readonly problem: string;
            }[];
            /** @description What the survey found that the target lacks, with the number of scenarios that were left out for it, and of those that were judged without a part. */
            readonly lacks?: readonly {
                /** @enum {unknown} */
                readonly interface: "kv" | "queue";
                readonly name: string;
                /** @description The rules that demand it. */
                readonly rules: readonly string[];
                readonly scenarios: number;
                readonly parts: number;
            }[];
            /** @description The scenarios after which the target no longer served. */
            readonly harmed?: readonly {
                readonly scenario: string;
                /** @description What was sent, and what the target answered afterwards. */
                readonly problem: string;
                /** @description True if the target served again. */
                readonly back: boolean;
                /** @description The number of scenarios that did not run because the target did not serve again. */
                readonly notRun: number;
            }[];
            /** @description The requests that were under way when the target went down. One of them may have stopped it. */
            readonly cutOff?: readonly {
                readonly scenario: string;
                readonly method: string;
                readonly target: string;
                readonly body?: string;
            }[];
            /** @description The requests that were sent a second time on a new connection, because the target closed a used connection before it responded. Missing if there are none. */
            readonly sentAgain?: {
                readonly requests: components["schemas"]["count"];
                /** @description The number of all requests that were first sent on a used connection. */
                readonly of: components["schemas"]["count"];
            };
            /** @description The URL of the sink, if scenarios waited for deliveries and none arrived. */
            readonly undelivered?: string;
            /** @description The traffic through a proxy, counted by the operations of the contract. Only in the report of a proxy. */
            readonly coverage?: {
                /** @description The number of requests, with or without a response. */
                readonly exchanges: components["schemas"]["count"];
                /** @description The number of responses of documented operations with a documented status. */
                readonly documented: components["schemas"]["count"];
                /** @description The number of responses that violated the contract. */
                readonly broken: components["schemas"]["count"];
                /** @description The number of documented responses that the target did not send to their end. */
                readonly incomplete?: components["schemas"]["count"];
                readonly operations: readonly components["schemas"]["operation"][];
                /** @description The rules that the contract assigns to responses, with the number of responses for each rule. */
                readonly rules: readonly {
                    readonly id: components["schemas"]["ruleId"];
                    readonly exchanges: components["schemas"]["count"];
                }[];
                /** @description Responses with an undocumented operation, status or media type. */
                readonly undocumented: readonly {
                    /** @enum {unknown} */
                    readonly interface: "kv" | "queue";
                    readonly method: string;
                    /** @description The path of the operation, or the path of the request without its query. */
                    readonly path: string;
                    readonly status: number;
                    readonly mediaType: string;
                    readonly exchanges: components["schemas"]["count"];
                }[];
                /** @description The number of documented responses that were not validated and of requests without a response, by reason. */
                readonly unjudged: readonly {
                    readonly reason: string;
                    readonly exchanges: components["schemas"]["count"];
                    /** @description True if the target is not the cause, for example if the client left at once. */
                    readonly excused?: boolean;
                }[];
            };
            /** @description ISO 8601. */
            readonly startedAt: string;
            readonly durationMs: number;
            readonly summary: {
                readonly passed: components["schemas"]["count"];
                /** @description The number of violations that are not known failures. `blocked` excludes known failures too. */
                readonly violated: components["schemas"]["count"];
                /** @description The number of known failures, violated or blocked. */
                readonly expectedViolations: components["schemas"]["count"];
                readonly blocked: components["schemas"]["count"];
                readonly notApplicable: components["schemas"]["count"];
                readonly observed: components["schemas"]["count"];
                readonly harnessErrors: components["schemas"]["count"];
            };
            readonly scenarios: readonly components["schemas"]["scenario"][];
            readonly rules: readonly components["schemas"]["rule"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
