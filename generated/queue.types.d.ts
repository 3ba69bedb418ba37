// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

export interface paths {
    "/v2/publish/{destination}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a message
         * @description Accepts the body for delivery to the destination. A webhook's sender, which cannot set headers, puts the token and the settings into the query.
         */
        post: operations["publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/topics/{group-name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set a URL group's default headers
         * @description Sets headers that apply to every request published to the group.
         */
        patch: operations["setGroupDefaultHeaders"];
        trace?: never;
    };
    "/v2/workflows/dlq": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the DLQ */
        get: operations["listDlq"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workflows/dlq/{dlqId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a DLQ entry.
                 * @example 1700000300000-7
                 */
                dlqId: components["parameters"]["dlqId"];
            };
            cookie?: never;
        };
        /** Get a DLQ entry */
        get: operations["getDlqEntry"];
        put?: never;
        post?: never;
        /** Delete a DLQ entry */
        delete: operations["deleteDlqEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workflows/dlq/restart/{dlqId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart a failed run
         * @description Runs it again from the beginning, with its own configuration and payload.
         */
        post: operations["restart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workflows/dlq/resume/{dlqId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a failed run
         * @description Continues where it failed, and keeps what its successful steps returned.
         */
        post: operations["resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workflows/dlq/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart many failed runs
         * @description Takes at most 50 runs in one request. The selection is described in both places where it may travel, the query and the body.
         */
        post: operations["bulkRestart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workflows/dlq/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume many failed runs
         * @description Takes at most 50 runs in one request. The selection is described in both places where it may travel, the query and the body.
         */
        post: operations["bulkResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workflows/dlq/callback/{dlqId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a failure callback again */
        post: operations["retriggerFailureCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workflows/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List workflow runs */
        get: operations["listWorkflowRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workflows/messageLogs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List message logs
         * @description Everything logged for runs, raw and flat.
         */
        get: operations["listMessageLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/notify/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notify waiting workflows
         * @description Resumes every run that waits for the event, and hands it the body.
         */
        post: operations["notify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/flowControl/{flowControlKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the wait list size of a flow control key */
        get: operations["getFlowControl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Why a request was refused. Its shape is open. */
        ErrorBody: unknown;
        /**
         * @description An HTTP method.
         * @default POST
         */
        Method: string;
        /** @description A number and `s`, `m` or `h`. */
        Timeout: string;
        /** @description A number and `s`, `m`, `h` or `d`. */
        Delay: string;
        /**
         * @description `true` or `false`, as text.
         * @enum {string}
         */
        BooleanText: "true" | "false";
        /** @description A URL with http or https. */
        CallbackUrl: string;
        /** @description From header name to its value or values. */
        DefaultHeaders: {
            [key: string]: string | string[];
        };
        /** @description A moment in Unix milliseconds. */
        UnixMilliseconds: number;
        /** @description Where the next page begins. Absent, null or empty at the end. */
        Cursor: string | null;
        /** @description From header name to its values. */
        HeaderMap: {
            [key: string]: string[];
        };
        /** @description A header map, or null where there is none. */
        OptionalHeaderMap: components["schemas"]["HeaderMap"] | null;
        /**
         * @description A state of a workflow run.
         * @enum {string}
         */
        RunState: "RUN_STARTED" | "RUN_SUCCESS" | "RUN_FAILED" | "RUN_CANCELED";
        /** @description One result for a URL or an API; one for each endpoint of a URL group. */
        PublishResponse: components["schemas"]["PublishResult"] | components["schemas"]["GroupPublishResult"][];
        /** @description A message that was accepted, or recognized as a duplicate. */
        PublishResult: {
            /** @description The unique id of the message. */
            messageId: string;
            /** @description The destination. */
            url: string;
            /** @description True when the message is a duplicate, which is not sent. */
            deduplicated?: boolean | null;
        };
        /** @description For one endpoint of a group. Which further fields it has is open. */
        GroupPublishResult: {
            /** @description The unique id of the message to this endpoint. */
            messageId: string;
            /** @description The endpoint. */
            url?: string | null;
            /** @description True when the message is a duplicate, which is not sent. */
            deduplicated?: boolean | null;
        };
        /** @description A page of DLQ entries. */
        DlqPage: {
            cursor?: components["schemas"]["Cursor"];
            /** @description DLQ entries; their order is open. */
            messages: components["schemas"]["DlqMessage"][];
        };
        /** @description A failed workflow run in the dead letter queue. */
        DlqMessage: {
            /** @description The message that failed. */
            messageId: string;
            /** @description The id of the entry in DLQ paths. */
            dlqId: string;
            /** @description The workflow's endpoint. */
            url: string;
            /** @description The HTTP method of the request. */
            method: string;
            /** @description The initial request's headers, settings included. */
            header: components["schemas"]["HeaderMap"];
            /** @description The payload, when it is UTF-8. */
            body?: string | null;
            /** @description The payload, when it is not UTF-8. */
            bodyBase64?: string | null;
            /** @description Retries that the message had. */
            maxRetries: number;
            /** @description Earliest processing time (Unix milliseconds). */
            notBefore: components["schemas"]["UnixMilliseconds"];
            /** @description When the run, the message or the entry was created, which is open (Unix milliseconds). */
            createdAt: components["schemas"]["UnixMilliseconds"];
            /** @description The failure callback URL, if set. */
            failureCallback?: string | null;
            /** @description Headers of the failure callback request. */
            failureCallbackHeader?: components["schemas"]["OptionalHeaderMap"];
            /** @description The publisher's address. */
            callerIP: string;
            /** @description The run that failed. */
            workflowRunId: string;
            /** @description When that run was created (Unix milliseconds). */
            workflowCreatedAt: components["schemas"]["UnixMilliseconds"];
            /** @description The workflow of that run. */
            workflowUrl: string;
            /** @description The flow control key, if set. */
            flowControlKey?: string | null;
            /** @description Messages of the key in a period, if set. */
            rate?: number | null;
            /** @description Messages of the key at once, if set. */
            parallelism?: number | null;
            /** @description The period of the rate, if set. */
            period?: number | null;
            /** @description The status that the last failed attempt got. */
            responseStatus?: number | null;
            /** @description The headers that the last failed attempt got. */
            responseHeader?: components["schemas"]["OptionalHeaderMap"];
            /** @description The body that the last failed attempt got, when it is UTF-8. */
            responseBody?: string | null;
            /** @description The body that the last failed attempt got, when it is not UTF-8. */
            responseBodyBase64?: string | null;
            /** @description The result of the failure callback. */
            failureCallbackInfo?: components["schemas"]["FailureCallbackInfo"] | null;
        };
        /** @description What came of the failure callback. */
        FailureCallbackInfo: {
            /** @description How the failure callback ended. Further states are open. */
            state?: "CALLBACK_SUCCESS" | (string & {});
            /** @description The HTTP status of its response. */
            responseStatus?: number | null;
            /** @description The body of its response. */
            responseBody?: string | null;
            /** @description The headers of its response. */
            responseHeaders?: components["schemas"]["OptionalHeaderMap"];
        };
        /** @description A run id may be shared; together with the creation time it names one run. */
        RunReference: {
            /** @description The id of the run. */
            workflowRunId: string;
            /** @description When it was created (Unix milliseconds). */
            workflowCreatedAt: components["schemas"]["UnixMilliseconds"];
        };
        /** @description The new runs of a bulk restart or resume, at most 50. */
        BulkResult: {
            cursor?: components["schemas"]["Cursor"];
            /** @description The new runs; their order is open. */
            workflowRuns: components["schemas"]["RunReference"][];
        };
        /** @description Which failed runs to take. How several parameters combine is open. */
        BulkSelection: {
            /** @description The entries with these ids. */
            dlqIds?: string[];
            /** @description Runs that failed then or later. */
            fromDate?: components["schemas"]["UnixMilliseconds"];
            /** @description Runs that failed then or earlier. */
            toDate?: components["schemas"]["UnixMilliseconds"];
            /** @description Runs of exactly this workflow. */
            workflowUrl?: string;
            /** @description A whole id or the beginning of one. */
            workflowRunId?: string;
            /** @description Runs created then (Unix milliseconds). */
            workflowCreatedAt?: components["schemas"]["UnixMilliseconds"];
            /** @description What the previous request returned under this name. */
            cursor?: string;
        };
        /** @description A page of workflow runs. */
        WorkflowRunPage: {
            cursor?: components["schemas"]["Cursor"];
            /** @description Workflow runs; their order is open. */
            runs: components["schemas"]["WorkflowRun"][];
        };
        /** @description A workflow run with its steps. Runs may share an id. */
        WorkflowRun: {
            /** @description The id of the run; several runs may share it. */
            workflowRunId: string;
            /** @description The workflow. */
            workflowUrl: string;
            /** @description The state of the run. */
            workflowState: components["schemas"]["RunState"];
            /** @description When the run was created (Unix milliseconds). */
            workflowRunCreatedAt: components["schemas"]["UnixMilliseconds"];
            /** @description When the run completed (Unix milliseconds); absent or null before. */
            workflowRunCompletedAt?: number | null;
            /** @description Its steps in groups. */
            steps: components["schemas"]["StepGroup"][];
        };
        /** @description Steps that run one after the other, or side by side. */
        StepGroup: {
            /**
             * @description How the steps of the group run.
             * @enum {string}
             */
            type: "sequential" | "parallel";
            /** @description The steps of the group. */
            steps: components["schemas"]["Step"][];
        };
        /** @description A step of a workflow run, tied to one message. */
        Step: {
            /** @description Absent, or null, on the initial step. */
            stepId?: number | null;
            /** @description The name of the step. */
            stepName: string;
            /** @description The kind of step. The full list of values is open. */
            stepType: "Initial" | "Run" | (string & {});
            /** @description How the step is called. The full list of values is open. */
            callType: "step" | (string & {});
            /** @description The message that carries the step. */
            messageId: string;
            /** @description What the step returned. */
            out?: string | null;
            /** @description How many steps run side by side. */
            concurrent: number;
            /** @description The state of the step. The full list of values is open. */
            state: "STEP_SUCCESS" | (string & {});
            /** @description When the step was created (Unix milliseconds). */
            createdAt: components["schemas"]["UnixMilliseconds"];
        };
        /** @description A page of log events. */
        MessageLogPage: {
            cursor?: components["schemas"]["Cursor"];
            /** @description Log events; their order is open. */
            events: components["schemas"]["MessageLogEvent"][];
        };
        /** @description An event in the life of a message or of a run. */
        MessageLogEvent: {
            /** @description When it happened (Unix milliseconds). */
            time: components["schemas"]["UnixMilliseconds"];
            /** @description A message's state, or a run's. Further message states are open. */
            state: "CREATED" | "DELIVERED" | "RUN_STARTED" | "RUN_SUCCESS" | "RUN_FAILED" | "RUN_CANCELED" | "WAITER_ADDED" | "INVOKED" | (string & {});
            /** @description The run. */
            workflowRunId: string;
            /** @description The workflow of the run. */
            workflowUrl: string;
            /** @description When the run was created (Unix milliseconds). */
            workflowCreatedAt: components["schemas"]["UnixMilliseconds"];
            /** @description The step, on message-level events only. */
            stepInfo?: components["schemas"]["StepInfo"] | null;
            /** @description On a message's events alone. */
            nextDeliveryTime?: number | null;
        };
        /** @description The step of a message's event; a run's event has none. */
        StepInfo: {
            /** @description The name of the step. */
            stepName: string;
            /** @description The kind of step. */
            stepType: string;
            /** @description How the step is called. */
            callType: string;
            /** @description The message that carries the step. */
            messageId: string;
            /** @description How many steps run side by side. */
            concurrent: number;
            /** @description When the step was created (Unix milliseconds). */
            createdAt: components["schemas"]["UnixMilliseconds"];
        };
        /** @description One element for each notified waiter; empty when no workflow waits. */
        NotifyResults: components["schemas"]["NotifyResult"][];
        /** @description A waiter that was notified, and its run. */
        NotifyResult: {
            /** @description The waiter that was notified. */
            waiter: components["schemas"]["Waiter"];
            /** @description A message id; of which message is open. */
            messageId: string;
            /** @description The run that waited. */
            workflowRunId: string;
            /** @description When that run was created (Unix milliseconds). */
            workflowCreatedAt: components["schemas"]["UnixMilliseconds"];
        };
        /** @description A workflow run that waits for an event. */
        Waiter: {
            /** @description The workflow's endpoint. */
            url: string;
            /** @description Names the run (`Svc-Workflow-Runid`) and its URL (`Svc-Workflow-Url`). */
            headers: components["schemas"]["HeaderMap"];
            /** @description When the wait ends. Its unit is open; Unix seconds were seen. */
            deadline: number;
        };
        /** @description A flow control key and its wait list. */
        FlowControl: {
            /** @description The key. */
            flowControlKey: string;
            /** @description Messages that wait because of the key's parallelism. */
            waitListSize: number;
        };
    };
    responses: {
        /** @description Accepted, or recognized as a duplicate. A URL group is answered with an array. */
        Published: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PublishResponse"];
            };
        };
        /** @description The default headers are set. */
        GroupChanged: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The entry. */
        DlqMessage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "messageId": "msg_3",
                 *       "dlqId": "1700000300000-7",
                 *       "url": "https://app.test/workflow",
                 *       "method": "POST",
                 *       "header": {
                 *         "Content-Type": [
                 *           "application/json"
                 *         ],
                 *         "Svc-Retries": [
                 *           "2"
                 *         ]
                 *       },
                 *       "body": "{\"order\":42}",
                 *       "maxRetries": 2,
                 *       "notBefore": 1700000000000,
                 *       "createdAt": 1700000000000,
                 *       "failureCallback": "https://app.test/failed",
                 *       "failureCallbackHeader": {
                 *         "X-Source": [
                 *           "orders"
                 *         ]
                 *       },
                 *       "callerIP": "127.0.0.1",
                 *       "workflowRunId": "wfr_order-42",
                 *       "workflowCreatedAt": 1700000000000,
                 *       "workflowUrl": "https://app.test/workflow",
                 *       "flowControlKey": "payments",
                 *       "rate": 10,
                 *       "parallelism": 2,
                 *       "period": 60,
                 *       "responseStatus": 500,
                 *       "responseHeader": {
                 *         "Content-Type": [
                 *           "text/plain"
                 *         ]
                 *       },
                 *       "responseBody": "out of stock",
                 *       "failureCallbackInfo": {
                 *         "state": "CALLBACK_SUCCESS",
                 *         "responseStatus": 200,
                 *         "responseBody": "noted",
                 *         "responseHeaders": {
                 *           "Content-Type": [
                 *             "text/plain"
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DlqMessage"];
            };
        };
        /** @description A page of entries. */
        DlqMessages: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "cursor": "1700000300000-7",
                 *       "messages": [
                 *         {
                 *           "messageId": "msg_3",
                 *           "dlqId": "1700000300000-7",
                 *           "url": "https://app.test/workflow",
                 *           "method": "POST",
                 *           "header": {
                 *             "Content-Type": [
                 *               "application/json"
                 *             ],
                 *             "Svc-Retries": [
                 *               "2"
                 *             ]
                 *           },
                 *           "body": "{\"order\":42}",
                 *           "maxRetries": 2,
                 *           "notBefore": 1700000000000,
                 *           "createdAt": 1700000000000,
                 *           "failureCallback": "https://app.test/failed",
                 *           "failureCallbackHeader": {
                 *             "X-Source": [
                 *               "orders"
                 *             ]
                 *           },
                 *           "callerIP": "127.0.0.1",
                 *           "workflowRunId": "wfr_order-42",
                 *           "workflowCreatedAt": 1700000000000,
                 *           "workflowUrl": "https://app.test/workflow",
                 *           "flowControlKey": "payments",
                 *           "rate": 10,
                 *           "parallelism": 2,
                 *           "period": 60,
                 *           "responseStatus": 500,
                 *           "responseHeader": {
                 *             "Content-Type": [
                 *               "text/plain"
                 *             ]
                 *           },
                 *           "responseBody": "out of stock",
                 *           "failureCallbackInfo": {
                 *             "state": "CALLBACK_SUCCESS",
                 *             "responseStatus": 200,
                 *             "responseBody": "noted",
                 *             "responseHeaders": {
                 *               "Content-Type": [
                 *                 "text/plain"
                 *               ]
                 *             }
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DlqPage"];
            };
        };
        /** @description The entry is removed; there is no body. */
        DlqEntryDeleted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description There is no such entry. The shape of the body is open. */
        NoSuchDlqEntry: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "no such DLQ entry"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The new run. */
        Restarted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "workflowRunId": "wfr_order-42-again",
                 *       "workflowCreatedAt": 1700000600000
                 *     }
                 */
                "application/json": components["schemas"]["RunReference"];
            };
        };
        /** @description The new run. */
        Resumed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "workflowRunId": "wfr_order-42-again",
                 *       "workflowCreatedAt": 1700000600000
                 *     }
                 */
                "application/json": components["schemas"]["RunReference"];
            };
        };
        /** @description The new runs, and a cursor when more remain. */
        BulkProcessed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "cursor": "1700000300000-7",
                 *       "workflowRuns": [
                 *         {
                 *           "workflowRunId": "wfr_k2j9",
                 *           "workflowCreatedAt": 1700000600000
                 *         },
                 *         {
                 *           "workflowRunId": "wfr_p7x4",
                 *           "workflowCreatedAt": 1700000600001
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkResult"];
            };
        };
        /** @description The run whose failure callback is sent again. */
        FailureCallbackRetriggered: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "workflowRunId": "wfr_order-42",
                 *       "workflowCreatedAt": 1700000000000
                 *     }
                 */
                "application/json": components["schemas"]["RunReference"];
            };
        };
        /** @description A page of runs. */
        WorkflowRuns: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "cursor": "1700000000000-12",
                 *       "runs": [
                 *         {
                 *           "workflowRunId": "wfr_order-42",
                 *           "workflowUrl": "https://app.test/workflow",
                 *           "workflowState": "RUN_SUCCESS",
                 *           "workflowRunCreatedAt": 1700000000000,
                 *           "workflowRunCompletedAt": 1700000005000,
                 *           "steps": [
                 *             {
                 *               "type": "sequential",
                 *               "steps": [
                 *                 {
                 *                   "stepName": "init",
                 *                   "stepType": "Initial",
                 *                   "callType": "step",
                 *                   "messageId": "msg_1",
                 *                   "out": "{\"order\":42}",
                 *                   "concurrent": 1,
                 *                   "state": "STEP_SUCCESS",
                 *                   "createdAt": 1700000000000
                 *                 }
                 *               ]
                 *             },
                 *             {
                 *               "type": "sequential",
                 *               "steps": [
                 *                 {
                 *                   "stepId": 1,
                 *                   "stepName": "charge",
                 *                   "stepType": "Run",
                 *                   "callType": "step",
                 *                   "messageId": "msg_2",
                 *                   "out": "\"charged\"",
                 *                   "concurrent": 1,
                 *                   "state": "STEP_SUCCESS",
                 *                   "createdAt": 1700000001000
                 *                 }
                 *               ]
                 *             }
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowRunPage"];
            };
        };
        /** @description A page of events. */
        MessageLogs: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "cursor": "1700000000000-12",
                 *       "events": [
                 *         {
                 *           "time": 1700000001000,
                 *           "state": "CREATED",
                 *           "workflowRunId": "wfr_order-42",
                 *           "workflowUrl": "https://app.test/workflow",
                 *           "workflowCreatedAt": 1700000000000,
                 *           "stepInfo": {
                 *             "stepName": "charge",
                 *             "stepType": "Run",
                 *             "callType": "step",
                 *             "messageId": "msg_2",
                 *             "concurrent": 1,
                 *             "createdAt": 1700000001000
                 *           },
                 *           "nextDeliveryTime": 1700000001000
                 *         },
                 *         {
                 *           "time": 1700000000000,
                 *           "state": "RUN_STARTED",
                 *           "workflowRunId": "wfr_order-42",
                 *           "workflowUrl": "https://app.test/workflow",
                 *           "workflowCreatedAt": 1700000000000
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MessageLogPage"];
            };
        };
        /** @description One element for each waiter; empty when nobody waits. */
        Notified: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "waiter": {
                 *           "url": "https://app.test/workflow",
                 *           "headers": {
                 *             "Svc-Workflow-Runid": [
                 *               "wfr_order-42"
                 *             ],
                 *             "Svc-Workflow-Url": [
                 *               "https://app.test/workflow"
                 *             ]
                 *           },
                 *           "deadline": 1700086400
                 *         },
                 *         "messageId": "msg_4",
                 *         "workflowRunId": "wfr_order-42",
                 *         "workflowCreatedAt": 1700000000000
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["NotifyResults"];
            };
        };
        /** @description The key and how many messages it holds back. */
        FlowControl: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "flowControlKey": "payments",
                 *       "waitListSize": 3
                 *     }
                 */
                "application/json": components["schemas"]["FlowControl"];
            };
        };
        /** @description Any other answer. Neither its status nor the shape of its body is fixed. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Svc-Retries: expected a whole number, got \"many\""
                 *     }
                 */
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: {
        /** @description A URL with its scheme, the name or id of a URL group, or an API name. It takes the rest of the path, slashes included. */
        destination: string;
        /**
         * @description The name of a URL group.
         * @example order-listeners
         */
        "group-name": string;
        /**
         * @description The id of a DLQ entry.
         * @example 1700000300000-7
         */
        dlqId: string;
        /**
         * @description The id of the event that workflows wait for.
         * @example order-42-paid
         */
        eventId: string;
        /**
         * @description The key that messages were published with.
         * @example payments
         */
        flowControlKey: string;
        /**
         * @description The method of the delivery.
         * @example PUT
         */
        "Svc-Method": components["schemas"]["Method"];
        /**
         * @description How long an attempt may take. It can only shorten what the plan allows.
         * @example 30s
         */
        "Svc-Timeout": components["schemas"]["Timeout"];
        /**
         * @description Retries after a failed delivery; 3 on the free tier and 5 on the paid one when absent.
         * @example 2
         */
        "Svc-Retries": number;
        /**
         * @description Milliseconds before a retry, as an expression in `retried` with `pow`, `sqrt`, `abs`, `exp`, `floor`, `ceil`, `round`, `min` and `max`.
         * @example min(60000, 1000 * pow(2, retried))
         */
        "Svc-Retry-Delay": string;
        /**
         * @description Whether all headers of the request go to the destination, without a prefix.
         * @example true
         */
        "Svc-Header-Forward": components["schemas"]["BooleanText"];
        /**
         * @description Called after each attempt; required when the destination is `api/llm`.
         * @example https://app.test/callback
         */
        "Svc-Callback": components["schemas"]["CallbackUrl"];
        /**
         * @description Called when all retries are exhausted.
         * @example https://app.test/failed
         */
        "Svc-Failure-Callback": components["schemas"]["CallbackUrl"];
        /**
         * @description How long to wait before the first attempt.
         * @example 3h
         */
        "Svc-Delay": components["schemas"]["Delay"];
        /**
         * @description The Unix time in seconds before which nothing is sent. It wins over a delay.
         * @example 1700003600
         */
        "Svc-Not-Before": number;
        /**
         * @description Of the messages with one id, a single one is published.
         * @example order-42
         */
        "Svc-Deduplication-Id": string;
        /**
         * @description Whether destination, body and headers together serve as the id.
         * @example true
         */
        "Svc-Content-Based-Deduplication": boolean;
        /**
         * @description The flow control key of the message. Sent by existing clients; open for publish.
         * @example payments
         */
        publishFlowControlKey: string;
        /**
         * @description The limits of the key. Sent by existing clients; open for publish.
         * @example parallelism=2
         */
        publishFlowControlValue: string;
        /**
         * @description The label of the run, which lists filter by. Sent by existing clients.
         * @example billing
         */
        "Svc-Label": string;
        /**
         * @description As `Svc-Method`.
         * @example PUT
         */
        "svc-method": components["schemas"]["Method"];
        /**
         * @description As `Svc-Timeout`.
         * @example 30s
         */
        "svc-timeout": components["schemas"]["Timeout"];
        /**
         * @description As `Svc-Retries`.
         * @example 2
         */
        "svc-retries": number;
        /**
         * @description As `Svc-Retry-Delay`.
         * @example min(60000, 1000 * pow(2, retried))
         */
        "svc-retry-delay": string;
        /**
         * @description As `Svc-Header-Forward`.
         * @example true
         */
        "svc-header-forward": components["schemas"]["BooleanText"];
        /**
         * @description As `Svc-Callback`.
         * @example https://app.test/callback
         */
        "svc-callback": components["schemas"]["CallbackUrl"];
        /**
         * @description As `Svc-Failure-Callback`.
         * @example https://app.test/failed
         */
        "svc-failure-callback": components["schemas"]["CallbackUrl"];
        /**
         * @description As `Svc-Delay`.
         * @example 3h
         */
        "svc-delay": components["schemas"]["Delay"];
        /**
         * @description As `Svc-Not-Before`.
         * @example 1700003600
         */
        "svc-not-before": number;
        /**
         * @description As `Svc-Deduplication-Id`.
         * @example order-42
         */
        "svc-deduplication-id": string;
        /**
         * @description As `Svc-Content-Based-Deduplication`.
         * @example true
         */
        "svc-content-based-deduplication": boolean;
        /**
         * @description The flow control key of the new run.
         * @example payments
         */
        "Svc-Flow-Control-Key": string;
        /**
         * @description The limits of the new run's key, as `name=value`.
         * @example parallelism=2
         */
        "Svc-Flow-Control-Value": string;
        /**
         * @description The retries of the new run.
         * @example 2
         */
        retriesOverride: number;
        /**
         * @description The id of the new run, random when absent.
         * @example wfr_order-42-again
         */
        "Svc-Workflow-RunId": string;
        /**
         * @description What the previous page returned under this name.
         * @example 1700000000000-12
         */
        cursor: string;
        /**
         * @description Only what belongs to runs with this id.
         * @example wfr_order-42
         */
        workflowRunId: string;
        /**
         * @description Only what belongs to runs of this workflow.
         * @example https://app.test/workflow
         */
        workflowUrl: string;
        /**
         * @description With a run id, the one run that was created then (Unix milliseconds).
         * @example 1700000000000
         */
        workflowCreatedAt: number;
        /**
         * @description Nothing earlier (Unix milliseconds, inclusive).
         * @example 1700000000000
         */
        fromDate: number;
        /**
         * @description Nothing later (Unix milliseconds, inclusive).
         * @example 1700086400000
         */
        toDate: number;
        /**
         * @description Only entries whose last attempt was answered with this status.
         * @example 500
         */
        responseStatus: number;
        /**
         * @description Only entries of this publisher.
         * @example 127.0.0.1
         */
        callerIP: string;
        /**
         * @description Only entries whose failure callback is in this state.
         * @example CALLBACK_SUCCESS
         */
        failureCallbackState: string;
        /**
         * @description Only what belongs to runs with this label.
         * @example billing
         */
        label: string;
        /**
         * @description Only events of this message.
         * @example msg_3
         */
        messageId: string;
        /**
         * @description Only runs in this state.
         * @example RUN_FAILED
         */
        runState: components["schemas"]["RunState"];
        /**
         * @description Only events of this state, a message's or a run's.
         * @example DELIVERED
         */
        logState: string;
        /**
         * @description Entries in a page.
         * @example 20
         */
        dlqCount: number;
        /**
         * @description Runs in a page.
         * @example 5
         */
        runCount: number;
        /**
         * @description Events in a page.
         * @example 200
         */
        logCount: number;
        /**
         * @description These entries.
         * @example [
         *       "1700000300000-7",
         *       "1700000300000-8"
         *     ]
         */
        bulkDlqIds: string[];
        /**
         * @description Runs that failed then or later (Unix milliseconds).
         * @example 1700000000000
         */
        bulkFromDate: number;
        /**
         * @description Runs that failed then or earlier (Unix milliseconds).
         * @example 1700086400000
         */
        bulkToDate: number;
        /**
         * @description Runs of exactly this workflow.
         * @example https://app.test/workflow
         */
        bulkWorkflowUrl: string;
        /**
         * @description Runs whose id is or begins with this.
         * @example wfr_order-
         */
        bulkWorkflowRunId: string;
        /**
         * @description Runs created then (Unix milliseconds).
         * @example 1700000000000
         */
        bulkWorkflowCreatedAt: number;
    };
    requestBodies: {
        /** @description The payload, delivered as it is; its Content-Type should say what it is. */
        Message: {
            content: {
                /**
                 * @example {
                 *       "order": 42
                 *     }
                 */
                "*/*": unknown;
            };
        };
        /** @description The default headers to set. */
        GroupDefaultHeaders: {
            content: {
                /**
                 * @example {
                 *       "headers": {
                 *         "Svc-Header-Forward": "true",
                 *         "Svc-Retries": "2",
                 *         "Svc-Forward-X-Source": [
                 *           "group",
                 *           "default"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    headers: components["schemas"]["DefaultHeaders"];
                };
            };
        };
        /** @description The selection, as in the query. */
        BulkSelection: {
            content: {
                /**
                 * @example {
                 *       "dlqIds": [
                 *         "1700000300000-7",
                 *         "1700000300000-8"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkSelection"];
            };
        };
        /** @description Text for the workflows that wait. */
        EventData: {
            content: {
                /** @example paid in full */
                "text/plain": string;
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    publish: {
        parameters: {
            query?: {
                /** @description Header sent to the destination without the prefix. */
                [name: `svc-forward-${string}`]: string | number | undefined;
                /** @description Setting of the callback request, such as Timeout, Retries or Delay. */
                [name: `svc-callback-${string}`]: string | number | undefined;
                /** @description Header sent to the callback without the prefix. */
                [name: `svc-callback-forward-${string}`]: string | number | undefined;
                /** @description Setting of the failure callback request. */
                [name: `svc-failure-callback-${string}`]: string | number | undefined;
                /** @description Header sent to the failure callback without the prefix. */
                [name: `svc-failure-callback-forward-${string}`]: string | number | undefined;
                /**
                 * @description As `Svc-Method`.
                 * @example PUT
                 */
                "svc-method"?: components["parameters"]["svc-method"];
                /**
                 * @description As `Svc-Timeout`.
                 * @example 30s
                 */
                "svc-timeout"?: components["parameters"]["svc-timeout"];
                /**
                 * @description As `Svc-Retries`.
                 * @example 2
                 */
                "svc-retries"?: components["parameters"]["svc-retries"];
                /**
                 * @description As `Svc-Retry-Delay`.
                 * @example min(60000, 1000 * pow(2, retried))
                 */
                "svc-retry-delay"?: components["parameters"]["svc-retry-delay"];
                /**
                 * @description As `Svc-Header-Forward`.
                 * @example true
                 */
                "svc-header-forward"?: components["parameters"]["svc-header-forward"];
                /**
                 * @description As `Svc-Callback`.
                 * @example https://app.test/callback
                 */
                "svc-callback"?: components["parameters"]["svc-callback"];
                /**
                 * @description As `Svc-Failure-Callback`.
                 * @example https://app.test/failed
                 */
                "svc-failure-callback"?: components["parameters"]["svc-failure-callback"];
                /**
                 * @description As `Svc-Delay`.
                 * @example 3h
                 */
                "svc-delay"?: components["parameters"]["svc-delay"];
                /**
                 * @description As `Svc-Not-Before`.
                 * @example 1700003600
                 */
                "svc-not-before"?: components["parameters"]["svc-not-before"];
                /**
                 * @description As `Svc-Deduplication-Id`.
                 * @example order-42
                 */
                "svc-deduplication-id"?: components["parameters"]["svc-deduplication-id"];
                /**
                 * @description As `Svc-Content-Based-Deduplication`.
                 * @example true
                 */
                "svc-content-based-deduplication"?: components["parameters"]["svc-content-based-deduplication"];
            };
            header?: {
                /** @description Header sent to the destination without the prefix. */
                [name: `Svc-Forward-${string}`]: string | number | undefined;
                /** @description Setting of the callback request, such as Timeout, Retries or Delay. */
                [name: `Svc-Callback-${string}`]: string | number | undefined;
                /** @description Header sent to the callback without the prefix. */
                [name: `Svc-Callback-Forward-${string}`]: string | number | undefined;
                /** @description Setting of the failure callback request. */
                [name: `Svc-Failure-Callback-${string}`]: string | number | undefined;
                /** @description Header sent to the failure callback without the prefix. */
                [name: `Svc-Failure-Callback-Forward-${string}`]: string | number | undefined;
                /**
                 * @description The method of the delivery.
                 * @example PUT
                 */
                "Svc-Method"?: components["parameters"]["Svc-Method"];
                /**
                 * @description How long an attempt may take. It can only shorten what the plan allows.
                 * @example 30s
                 */
                "Svc-Timeout"?: components["parameters"]["Svc-Timeout"];
                /**
                 * @description Retries after a failed delivery; 3 on the free tier and 5 on the paid one when absent.
                 * @example 2
                 */
                "Svc-Retries"?: components["parameters"]["Svc-Retries"];
                /**
                 * @description Milliseconds before a retry, as an expression in `retried` with `pow`, `sqrt`, `abs`, `exp`, `floor`, `ceil`, `round`, `min` and `max`.
                 * @example min(60000, 1000 * pow(2, retried))
                 */
                "Svc-Retry-Delay"?: components["parameters"]["Svc-Retry-Delay"];
                /**
                 * @description Whether all headers of the request go to the destination, without a prefix.
                 * @example true
                 */
                "Svc-Header-Forward"?: components["parameters"]["Svc-Header-Forward"];
                /**
                 * @description Called after each attempt; required when the destination is `api/llm`.
                 * @example https://app.test/callback
                 */
                "Svc-Callback"?: components["parameters"]["Svc-Callback"];
                /**
                 * @description Called when all retries are exhausted.
                 * @example https://app.test/failed
                 */
                "Svc-Failure-Callback"?: components["parameters"]["Svc-Failure-Callback"];
                /**
                 * @description How long to wait before the first attempt.
                 * @example 3h
                 */
                "Svc-Delay"?: components["parameters"]["Svc-Delay"];
                /**
                 * @description The Unix time in seconds before which nothing is sent. It wins over a delay.
                 * @example 1700003600
                 */
                "Svc-Not-Before"?: components["parameters"]["Svc-Not-Before"];
                /**
                 * @description Of the messages with one id, a single one is published.
                 * @example order-42
                 */
                "Svc-Deduplication-Id"?: components["parameters"]["Svc-Deduplication-Id"];
                /**
                 * @description Whether destination, body and headers together serve as the id.
                 * @example true
                 */
                "Svc-Content-Based-Deduplication"?: components["parameters"]["Svc-Content-Based-Deduplication"];
                /**
                 * @description The flow control key of the message. Sent by existing clients; open for publish.
                 * @example payments
                 */
                "Svc-Flow-Control-Key"?: components["parameters"]["publishFlowControlKey"];
                /**
                 * @description The limits of the key. Sent by existing clients; open for publish.
                 * @example parallelism=2
                 */
                "Svc-Flow-Control-Value"?: components["parameters"]["publishFlowControlValue"];
                /**
                 * @description The label of the run, which lists filter by. Sent by existing clients.
                 * @example billing
                 */
                "Svc-Label"?: components["parameters"]["Svc-Label"];
            };
            path: {
                /** @description A URL with its scheme, the name or id of a URL group, or an API name. It takes the rest of the path, slashes included. */
                destination: components["parameters"]["destination"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Message"];
        responses: {
            "2XX": components["responses"]["Published"];
            default: components["responses"]["Refused"];
        };
    };
    setGroupDefaultHeaders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of a URL group.
                 * @example order-listeners
                 */
                "group-name": components["parameters"]["group-name"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["GroupDefaultHeaders"];
        responses: {
            "2XX": components["responses"]["GroupChanged"];
            default: components["responses"]["Refused"];
        };
    };
    listDlq: {
        parameters: {
            query?: {
                /**
                 * @description What the previous page returned under this name.
                 * @example 1700000000000-12
                 */
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description Only what belongs to runs with this id.
                 * @example wfr_order-42
                 */
                workflowRunId?: components["parameters"]["workflowRunId"];
                /**
                 * @description Only what belongs to runs of this workflow.
                 * @example https://app.test/workflow
                 */
                workflowUrl?: components["parameters"]["workflowUrl"];
                /**
                 * @description Nothing earlier (Unix milliseconds, inclusive).
                 * @example 1700000000000
                 */
                fromDate?: components["parameters"]["fromDate"];
                /**
                 * @description Nothing later (Unix milliseconds, inclusive).
                 * @example 1700086400000
                 */
                toDate?: components["parameters"]["toDate"];
                /**
                 * @description Only entries whose last attempt was answered with this status.
                 * @example 500
                 */
                responseStatus?: components["parameters"]["responseStatus"];
                /**
                 * @description Only entries of this publisher.
                 * @example 127.0.0.1
                 */
                callerIP?: components["parameters"]["callerIP"];
                /**
                 * @description Only entries whose failure callback is in this state.
                 * @example CALLBACK_SUCCESS
                 */
                failureCallbackState?: components["parameters"]["failureCallbackState"];
                /**
                 * @description Entries in a page.
                 * @example 20
                 */
                count?: components["parameters"]["dlqCount"];
                /**
                 * @description Only what belongs to runs with this label.
                 * @example billing
                 */
                label?: components["parameters"]["label"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "2XX": components["responses"]["DlqMessages"];
            default: components["responses"]["Refused"];
        };
    };
    getDlqEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a DLQ entry.
                 * @example 1700000300000-7
                 */
                dlqId: components["parameters"]["dlqId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            404: components["responses"]["NoSuchDlqEntry"];
            "2XX": components["responses"]["DlqMessage"];
            default: components["responses"]["Refused"];
        };
    };
    deleteDlqEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a DLQ entry.
                 * @example 1700000300000-7
                 */
                dlqId: components["parameters"]["dlqId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DlqEntryDeleted"];
            404: components["responses"]["NoSuchDlqEntry"];
            default: components["responses"]["Refused"];
        };
    };
    restart: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The flow control key of the new run.
                 * @example payments
                 */
                "Svc-Flow-Control-Key"?: components["parameters"]["Svc-Flow-Control-Key"];
                /**
                 * @description The limits of the new run's key, as `name=value`.
                 * @example parallelism=2
                 */
                "Svc-Flow-Control-Value"?: components["parameters"]["Svc-Flow-Control-Value"];
                /**
                 * @description The retries of the new run.
                 * @example 2
                 */
                "Svc-Retries"?: components["parameters"]["retriesOverride"];
                /**
                 * @description The id of the new run, random when absent.
                 * @example wfr_order-42-again
                 */
                "Svc-Workflow-RunId"?: components["parameters"]["Svc-Workflow-RunId"];
            };
            path: {
                /**
                 * @description The id of a DLQ entry.
                 * @example 1700000300000-7
                 */
                dlqId: components["parameters"]["dlqId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "2XX": components["responses"]["Restarted"];
            default: components["responses"]["Refused"];
        };
    };
    resume: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The flow control key of the new run.
                 * @example payments
                 */
                "Svc-Flow-Control-Key"?: components["parameters"]["Svc-Flow-Control-Key"];
                /**
                 * @description The limits of the new run's key, as `name=value`.
                 * @example parallelism=2
                 */
                "Svc-Flow-Control-Value"?: components["parameters"]["Svc-Flow-Control-Value"];
                /**
                 * @description The retries of the new run.
                 * @example 2
                 */
                "Svc-Retries"?: components["parameters"]["retriesOverride"];
                /**
                 * @description The id of the new run, random when absent.
                 * @example wfr_order-42-again
                 */
                "Svc-Workflow-RunId"?: components["parameters"]["Svc-Workflow-RunId"];
            };
            path: {
                /**
                 * @description The id of a DLQ entry.
                 * @example 1700000300000-7
                 */
                dlqId: components["parameters"]["dlqId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "2XX": components["responses"]["Resumed"];
            default: components["responses"]["Refused"];
        };
    };
    bulkRestart: {
        parameters: {
            query?: {
                /**
                 * @description These entries.
                 * @example [
                 *       "1700000300000-7",
                 *       "1700000300000-8"
                 *     ]
                 */
                dlqIds?: components["parameters"]["bulkDlqIds"];
                /**
                 * @description Runs that failed then or later (Unix milliseconds).
                 * @example 1700000000000
                 */
                fromDate?: components["parameters"]["bulkFromDate"];
                /**
                 * @description Runs that failed then or earlier (Unix milliseconds).
                 * @example 1700086400000
                 */
                toDate?: components["parameters"]["bulkToDate"];
                /**
                 * @description Runs of exactly this workflow.
                 * @example https://app.test/workflow
                 */
                workflowUrl?: components["parameters"]["bulkWorkflowUrl"];
                /**
                 * @description Runs whose id is or begins with this.
                 * @example wfr_order-
                 */
                workflowRunId?: components["parameters"]["bulkWorkflowRunId"];
                /**
                 * @description Runs created then (Unix milliseconds).
                 * @example 1700000000000
                 */
                workflowCreatedAt?: components["parameters"]["bulkWorkflowCreatedAt"];
                /**
                 * @description What the previous page returned under this name.
                 * @example 1700000000000-12
                 */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /**
                 * @description The flow control key of the new run.
                 * @example payments
                 */
                "Svc-Flow-Control-Key"?: components["parameters"]["Svc-Flow-Control-Key"];
                /**
                 * @description The limits of the new run's key, as `name=value`.
                 * @example parallelism=2
                 */
                "Svc-Flow-Control-Value"?: components["parameters"]["Svc-Flow-Control-Value"];
                /**
                 * @description The retries of the new run.
                 * @example 2
                 */
                "Svc-Retries"?: components["parameters"]["retriesOverride"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["BulkSelection"];
        responses: {
            "2XX": components["responses"]["BulkProcessed"];
            default: components["responses"]["Refused"];
        };
    };
    bulkResume: {
        parameters: {
            query?: {
                /**
                 * @description These entries.
                 * @example [
                 *       "1700000300000-7",
                 *       "1700000300000-8"
                 *     ]
                 */
                dlqIds?: components["parameters"]["bulkDlqIds"];
                /**
                 * @description Runs that failed then or later (Unix milliseconds).
                 * @example 1700000000000
                 */
                fromDate?: components["parameters"]["bulkFromDate"];
                /**
                 * @description Runs that failed then or earlier (Unix milliseconds).
                 * @example 1700086400000
                 */
                toDate?: components["parameters"]["bulkToDate"];
                /**
                 * @description Runs of exactly this workflow.
                 * @example https://app.test/workflow
                 */
                workflowUrl?: components["parameters"]["bulkWorkflowUrl"];
                /**
                 * @description Runs whose id is or begins with this.
                 * @example wfr_order-
                 */
                workflowRunId?: components["parameters"]["bulkWorkflowRunId"];
                /**
                 * @description Runs created then (Unix milliseconds).
                 * @example 1700000000000
                 */
                workflowCreatedAt?: components["parameters"]["bulkWorkflowCreatedAt"];
                /**
                 * @description What the previous page returned under this name.
                 * @example 1700000000000-12
                 */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /**
                 * @description The flow control key of the new run.
                 * @example payments
                 */
                "Svc-Flow-Control-Key"?: components["parameters"]["Svc-Flow-Control-Key"];
                /**
                 * @description The limits of the new run's key, as `name=value`.
                 * @example parallelism=2
                 */
                "Svc-Flow-Control-Value"?: components["parameters"]["Svc-Flow-Control-Value"];
                /**
                 * @description The retries of the new run.
                 * @example 2
                 */
                "Svc-Retries"?: components["parameters"]["retriesOverride"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["BulkSelection"];
        responses: {
            "2XX": components["responses"]["BulkProcessed"];
            default: components["responses"]["Refused"];
        };
    };
    retriggerFailureCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a DLQ entry.
                 * @example 1700000300000-7
                 */
                dlqId: components["parameters"]["dlqId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "2XX": components["responses"]["FailureCallbackRetriggered"];
            default: components["responses"]["Refused"];
        };
    };
    listWorkflowRuns: {
        parameters: {
            query?: {
                /**
                 * @description What the previous page returned under this name.
                 * @example 1700000000000-12
                 */
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description Only what belongs to runs with this id.
                 * @example wfr_order-42
                 */
                workflowRunId?: components["parameters"]["workflowRunId"];
                /**
                 * @description Only what belongs to runs of this workflow.
                 * @example https://app.test/workflow
                 */
                workflowUrl?: components["parameters"]["workflowUrl"];
                /**
                 * @description With a run id, the one run that was created then (Unix milliseconds).
                 * @example 1700000000000
                 */
                workflowCreatedAt?: components["parameters"]["workflowCreatedAt"];
                /**
                 * @description Only runs in this state.
                 * @example RUN_FAILED
                 */
                state?: components["parameters"]["runState"];
                /**
                 * @description Nothing earlier (Unix milliseconds, inclusive).
                 * @example 1700000000000
                 */
                fromDate?: components["parameters"]["fromDate"];
                /**
                 * @description Nothing later (Unix milliseconds, inclusive).
                 * @example 1700086400000
                 */
                toDate?: components["parameters"]["toDate"];
                /**
                 * @description Runs in a page.
                 * @example 5
                 */
                count?: components["parameters"]["runCount"];
                /**
                 * @description Only what belongs to runs with this label.
                 * @example billing
                 */
                label?: components["parameters"]["label"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "2XX": components["responses"]["WorkflowRuns"];
            default: components["responses"]["Refused"];
        };
    };
    listMessageLogs: {
        parameters: {
            query?: {
                /**
                 * @description What the previous page returned under this name.
                 * @example 1700000000000-12
                 */
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description Only what belongs to runs with this id.
                 * @example wfr_order-42
                 */
                workflowRunId?: components["parameters"]["workflowRunId"];
                /**
                 * @description Only what belongs to runs of this workflow.
                 * @example https://app.test/workflow
                 */
                workflowUrl?: components["parameters"]["workflowUrl"];
                /**
                 * @description With a run id, the one run that was created then (Unix milliseconds).
                 * @example 1700000000000
                 */
                workflowCreatedAt?: components["parameters"]["workflowCreatedAt"];
                /**
                 * @description Only events of this state, a message's or a run's.
                 * @example DELIVERED
                 */
                state?: components["parameters"]["logState"];
                /**
                 * @description Only events of this message.
                 * @example msg_3
                 */
                messageId?: components["parameters"]["messageId"];
                /**
                 * @description Nothing earlier (Unix milliseconds, inclusive).
                 * @example 1700000000000
                 */
                fromDate?: components["parameters"]["fromDate"];
                /**
                 * @description Nothing later (Unix milliseconds, inclusive).
                 * @example 1700086400000
                 */
                toDate?: components["parameters"]["toDate"];
                /**
                 * @description Events in a page.
                 * @example 200
                 */
                count?: components["parameters"]["logCount"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "2XX": components["responses"]["MessageLogs"];
            default: components["responses"]["Refused"];
        };
    };
    notify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the event that workflows wait for.
                 * @example order-42-paid
                 */
                eventId: components["parameters"]["eventId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["EventData"];
        responses: {
            "2XX": components["responses"]["Notified"];
            default: components["responses"]["Refused"];
        };
    };
    getFlowControl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The key that messages were published with.
                 * @example payments
                 */
                flowControlKey: components["parameters"]["flowControlKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "2XX": components["responses"]["FlowControl"];
            default: components["responses"]["Refused"];
        };
    };
}
