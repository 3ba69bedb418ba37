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
         * @description Accepts the body for delivery to the destination. A webhook sender that cannot set headers puts the token and the settings into the query.
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
         * @description Runs it again from the beginning, with the original configuration and payload.
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
         * @description Continues at the failed step and keeps the results of successful steps.
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
         * @description Processes at most 50 runs per request. The contract does not define whether the selection is in the query or in the body, so this document describes both.
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
         * @description Processes at most 50 runs per request. The contract does not define whether the selection is in the query or in the body, so this document describes both.
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
         * @description Returns all log events of runs as a flat list.
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
         * @description Resumes every run that waits for the event and passes the body to it.
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
        /** @description The error of a rejected request. The contract does not define its shape. */
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
        /** @description An http or https URL. */
        CallbackUrl: string;
        /** @description A map from header names to a value or a list of values. */
        DefaultHeaders: {
            [key: string]: string | string[];
        };
        /** @description A time in Unix milliseconds. */
        UnixMilliseconds: number;
        /** @description The position of the next page. Absent, null or empty on the last page. */
        Cursor: string | null;
        /** @description A map from header names to lists of values. */
        HeaderMap: {
            [key: string]: string[];
        };
        /** @description A header map, or null. */
        OptionalHeaderMap: components["schemas"]["HeaderMap"] | null;
        /**
         * @description A state of a workflow run.
         * @enum {string}
         */
        RunState: "RUN_STARTED" | "RUN_SUCCESS" | "RUN_FAILED" | "RUN_CANCELED";
        /** @description One result for a URL or an API, or one result per endpoint of a URL group. */
        PublishResponse: components["schemas"]["PublishResult"] | components["schemas"]["GroupPublishResult"][];
        /** @description An accepted message or a duplicate. */
        PublishResult: {
            /** @description The unique id of the message. */
            messageId: string;
            /** @description The destination. */
            url: string;
            /** @description True if the message is a duplicate and was not sent. */
            deduplicated?: boolean | null;
        };
        /** @description The result for one endpoint of a URL group. The contract does not define other fields. */
        GroupPublishResult: {
            /** @description The unique id of the message for this endpoint. */
            messageId: string;
            /** @description The URL of the endpoint. */
            url?: string | null;
            /** @description True if the message is a duplicate and was not sent. */
            deduplicated?: boolean | null;
        };
        /** @description One page of DLQ entries. */
        DlqPage: {
            cursor?: components["schemas"]["Cursor"];
            /** @description The DLQ entries. The contract does not define their order. */
            messages: components["schemas"]["DlqMessage"][];
        };
        /** @description A failed workflow run in the dead letter queue. */
        DlqMessage: {
            /** @description The id of the failed message. */
            messageId: string;
            /** @description The id of the entry in DLQ paths. */
            dlqId: string;
            /** @description The endpoint URL of the workflow. */
            url: string;
            /** @description The HTTP method of the request. */
            method: string;
            /** @description The headers of the initial request, including settings. */
            header: components["schemas"]["HeaderMap"];
            /** @description The payload, if it is UTF-8. */
            body?: string | null;
            /** @description The payload in base64, if it is not UTF-8. */
            bodyBase64?: string | null;
            /** @description The maximum number of retries of the message. */
            maxRetries: number;
            /** @description The earliest processing time (Unix milliseconds). */
            notBefore: components["schemas"]["UnixMilliseconds"];
            /** @description The creation time of the run, the message or the entry (Unix milliseconds). The contract does not define which of them. */
            createdAt: components["schemas"]["UnixMilliseconds"];
            /** @description The failure callback URL, if set. */
            failureCallback?: string | null;
            /** @description The headers of the failure callback request. */
            failureCallbackHeader?: components["schemas"]["OptionalHeaderMap"];
            /** @description The IP address of the publisher. */
            callerIP: string;
            /** @description The id of the failed run. */
            workflowRunId: string;
            /** @description The creation time of this run (Unix milliseconds). */
            workflowCreatedAt: components["schemas"]["UnixMilliseconds"];
            /** @description The workflow URL of this run. */
            workflowUrl: string;
            /** @description The flow control key, if set. */
            flowControlKey?: string | null;
            /** @description The maximum number of messages of the key per period, if set. */
            rate?: number | null;
            /** @description The maximum number of parallel messages of the key, if set. */
            parallelism?: number | null;
            /** @description The period of the rate, if set. */
            period?: number | null;
            /** @description The HTTP status of the last failed attempt. */
            responseStatus?: number | null;
            /** @description The response headers of the last failed attempt. */
            responseHeader?: components["schemas"]["OptionalHeaderMap"];
            /** @description The response body of the last failed attempt, if it is UTF-8. */
            responseBody?: string | null;
            /** @description The response body of the last failed attempt in base64, if it is not UTF-8. */
            responseBodyBase64?: string | null;
            /** @description The result of the failure callback. */
            failureCallbackInfo?: components["schemas"]["FailureCallbackInfo"] | null;
        };
        /** @description The state and the response of the failure callback. */
        FailureCallbackInfo: {
            /** @description The state of the failure callback. The contract does not define other states. */
            state?: "CALLBACK_SUCCESS" | (string & {});
            /** @description The HTTP status of the response. */
            responseStatus?: number | null;
            /** @description The body of the response. */
            responseBody?: string | null;
            /** @description The headers of the response. */
            responseHeaders?: components["schemas"]["OptionalHeaderMap"];
        };
        /** @description A run id and a creation time. Several runs can share an id, so both together identify one run. */
        RunReference: {
            /** @description The id of the run. */
            workflowRunId: string;
            /** @description The creation time of the run (Unix milliseconds). */
            workflowCreatedAt: components["schemas"]["UnixMilliseconds"];
        };
        /** @description The new runs of a bulk restart or resume, at most 50. */
        BulkResult: {
            cursor?: components["schemas"]["Cursor"];
            /** @description The new runs. The contract does not define their order. */
            workflowRuns: components["schemas"]["RunReference"][];
        };
        /** @description The selection of failed runs. The contract does not define the combination of several parameters. */
        BulkSelection: {
            /** @description Selects the entries with these ids. */
            dlqIds?: string[];
            /** @description Selects runs that failed at this time or later. */
            fromDate?: components["schemas"]["UnixMilliseconds"];
            /** @description Selects runs that failed at this time or earlier. */
            toDate?: components["schemas"]["UnixMilliseconds"];
            /** @description Selects runs with exactly this workflow URL. */
            workflowUrl?: string;
            /** @description Selects runs by their id or a prefix of it. */
            workflowRunId?: string;
            /** @description Selects runs with this creation time (Unix milliseconds). */
            workflowCreatedAt?: components["schemas"]["UnixMilliseconds"];
            /** @description The `cursor` of the previous response. */
            cursor?: string;
        };
        /** @description One page of workflow runs. */
        WorkflowRunPage: {
            cursor?: components["schemas"]["Cursor"];
            /** @description The workflow runs. The contract does not define their order. */
            runs: components["schemas"]["WorkflowRun"][];
        };
        /** @description A workflow run with its steps. Several runs can share an id. */
        WorkflowRun: {
            /** @description The id of the run. Several runs can share it. */
            workflowRunId: string;
            /** @description The workflow URL. */
            workflowUrl: string;
            /** @description The state of the run. */
            workflowState: components["schemas"]["RunState"];
            /** @description The creation time of the run (Unix milliseconds). */
            workflowRunCreatedAt: components["schemas"]["UnixMilliseconds"];
            /** @description The completion time of the run (Unix milliseconds). Absent or null before completion. */
            workflowRunCompletedAt?: number | null;
            /** @description The steps of the run in groups. */
            steps: components["schemas"]["StepGroup"][];
        };
        /** @description A group of sequential or parallel steps. */
        StepGroup: {
            /**
             * @description The execution order of the steps.
             * @enum {string}
             */
            type: "sequential" | "parallel";
            /** @description The steps of the group. */
            steps: components["schemas"]["Step"][];
        };
        /** @description A step of a workflow run, tied to one message. */
        Step: {
            /** @description The id of the step. Absent or null on the initial step. */
            stepId?: number | null;
            /** @description The name of the step. */
            stepName: string;
            /** @description The type of the step. The contract does not define the full list of values. */
            stepType: "Initial" | "Run" | (string & {});
            /** @description The call type of the step. The contract does not define the full list of values. */
            callType: "step" | (string & {});
            /** @description The id of the message of the step. */
            messageId: string;
            /** @description The output of the step. */
            out?: string | null;
            /** @description The number of parallel steps. */
            concurrent: number;
            /** @description The state of the step. The contract does not define the full list of values. */
            state: "STEP_SUCCESS" | (string & {});
            /** @description The creation time of the step (Unix milliseconds). */
            createdAt: components["schemas"]["UnixMilliseconds"];
        };
        /** @description One page of log events. */
        MessageLogPage: {
            cursor?: components["schemas"]["Cursor"];
            /** @description The log events. The contract does not define their order. */
            events: components["schemas"]["MessageLogEvent"][];
        };
        /** @description A log event of a message or of a run. */
        MessageLogEvent: {
            /** @description The time of the event (Unix milliseconds). */
            time: components["schemas"]["UnixMilliseconds"];
            /** @description A message state or a run state. The contract does not define other message states. */
            state: "CREATED" | "DELIVERED" | "RUN_STARTED" | "RUN_SUCCESS" | "RUN_FAILED" | "RUN_CANCELED" | "WAITER_ADDED" | "INVOKED" | (string & {});
            /** @description The id of the run. */
            workflowRunId: string;
            /** @description The workflow URL of the run. */
            workflowUrl: string;
            /** @description The creation time of the run (Unix milliseconds). */
            workflowCreatedAt: components["schemas"]["UnixMilliseconds"];
            /** @description The step, on message-level events only. */
            stepInfo?: components["schemas"]["StepInfo"] | null;
            /** @description The time of the next delivery (Unix milliseconds), on message-level events only. */
            nextDeliveryTime?: number | null;
        };
        /** @description The step of a message-level event. Run-level events have no step. */
        StepInfo: {
            /** @description The name of the step. */
            stepName: string;
            /** @description The type of the step. */
            stepType: string;
            /** @description The call type of the step. */
            callType: string;
            /** @description The id of the message of the step. */
            messageId: string;
            /** @description The number of parallel steps. */
            concurrent: number;
            /** @description The creation time of the step (Unix milliseconds). */
            createdAt: components["schemas"]["UnixMilliseconds"];
        };
        /** @description One element per notified waiter. The array is empty if no workflow waits. */
        NotifyResults: components["schemas"]["NotifyResult"][];
        /** @description A notified waiter and its run. */
        NotifyResult: {
            /** @description The notified waiter. */
            waiter: components["schemas"]["Waiter"];
            /** @description A message id. The contract does not define which message it belongs to. */
            messageId: string;
            /** @description The id of the waiting run. */
            workflowRunId: string;
            /** @description The creation time of this run (Unix milliseconds). */
            workflowCreatedAt: components["schemas"]["UnixMilliseconds"];
        };
        /** @description A workflow run that waits for an event. */
        Waiter: {
            /** @description The endpoint URL of the workflow. */
            url: string;
            /** @description Headers with the run id (`Svc-Workflow-Runid`) and the workflow URL (`Svc-Workflow-Url`). */
            headers: components["schemas"]["HeaderMap"];
            /** @description The end of the wait. The contract does not define the unit; the observed values are Unix seconds. */
            deadline: number;
        };
        /** @description A flow control key and its wait list. */
        FlowControl: {
            /** @description The flow control key. */
            flowControlKey: string;
            /** @description The number of messages that wait because of the parallelism of the key. */
            waitListSize: number;
        };
    };
    responses: {
        /** @description The message was accepted or is a duplicate. For a URL group, the response is an array. */
        Published: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PublishResponse"];
            };
        };
        /** @description The default headers were set. */
        GroupChanged: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The DLQ entry. */
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
        /** @description One page of DLQ entries. */
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
        /** @description The entry was removed. There is no body. */
        DlqEntryDeleted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The entry does not exist. The contract does not define the body. */
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
        /** @description The new runs, and a cursor if more runs match. */
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
        /** @description The failed run of the failure callback. */
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
        /** @description One page of workflow runs. */
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
        /** @description One page of log events. */
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
        /** @description One element per notified waiter. The array is empty if no workflow waits. */
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
        /** @description The key and the size of its wait list. */
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
        /** @description Any other response. The contract defines neither its status nor its body. */
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
        /** @description A URL with its scheme, the name or id of a URL group, or an API name. It is the rest of the path, including slashes. */
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
         * @description The flow control key of messages.
         * @example payments
         */
        flowControlKey: string;
        /**
         * @description The HTTP method of the delivery. The default is POST.
         * @example PUT
         */
        "Svc-Method": components["schemas"]["Method"];
        /**
         * @description The timeout of one attempt. It can only shorten the default of the plan.
         * @example 30s
         */
        "Svc-Timeout": components["schemas"]["Timeout"];
        /**
         * @description The number of retries after a failed delivery. The default is 3 on the free tier and 5 on the paid tier.
         * @example 2
         */
        "Svc-Retries": number;
        /**
         * @description An expression for the milliseconds before a retry, with the variable `retried` and the functions `pow`, `sqrt`, `abs`, `exp`, `floor`, `ceil`, `round`, `min` and `max`.
         * @example min(60000, 1000 * pow(2, retried))
         */
        "Svc-Retry-Delay": string;
        /**
         * @description True if all headers of the request are forwarded to the destination, without a prefix.
         * @example true
         */
        "Svc-Header-Forward": components["schemas"]["BooleanText"];
        /**
         * @description The URL to call after each attempt. Required for the destination `api/llm`.
         * @example https://app.test/callback
         */
        "Svc-Callback": components["schemas"]["CallbackUrl"];
        /**
         * @description The URL to call after the last failed attempt.
         * @example https://app.test/failed
         */
        "Svc-Failure-Callback": components["schemas"]["CallbackUrl"];
        /**
         * @description The delay before the first attempt.
         * @example 3h
         */
        "Svc-Delay": components["schemas"]["Delay"];
        /**
         * @description The earliest time of the first attempt, in Unix seconds. It overrides a delay.
         * @example 1700003600
         */
        "Svc-Not-Before": number;
        /**
         * @description The service publishes only one message with this id.
         * @example order-42
         */
        "Svc-Deduplication-Id": string;
        /**
         * @description True to deduplicate by destination, body and headers.
         * @example true
         */
        "Svc-Content-Based-Deduplication": boolean;
        /**
         * @description The flow control key of the message. The contract does not define it for publish.
         * @example payments
         */
        publishFlowControlKey: string;
        /**
         * @description The limits of the key. The contract does not define them for publish.
         * @example parallelism=2
         */
        publishFlowControlValue: string;
        /**
         * @description The label of the run, for filters of lists. Existing clients send it.
         * @example billing
         */
        "Svc-Label": string;
        /**
         * @description Same as `Svc-Method`.
         * @example PUT
         */
        "svc-method": components["schemas"]["Method"];
        /**
         * @description Same as `Svc-Timeout`.
         * @example 30s
         */
        "svc-timeout": components["schemas"]["Timeout"];
        /**
         * @description Same as `Svc-Retries`.
         * @example 2
         */
        "svc-retries": number;
        /**
         * @description Same as `Svc-Retry-Delay`.
         * @example min(60000, 1000 * pow(2, retried))
         */
        "svc-retry-delay": string;
        /**
         * @description Same as `Svc-Header-Forward`.
         * @example true
         */
        "svc-header-forward": components["schemas"]["BooleanText"];
        /**
         * @description Same as `Svc-Callback`.
         * @example https://app.test/callback
         */
        "svc-callback": components["schemas"]["CallbackUrl"];
        /**
         * @description Same as `Svc-Failure-Callback`.
         * @example https://app.test/failed
         */
        "svc-failure-callback": components["schemas"]["CallbackUrl"];
        /**
         * @description Same as `Svc-Delay`.
         * @example 3h
         */
        "svc-delay": components["schemas"]["Delay"];
        /**
         * @description Same as `Svc-Not-Before`.
         * @example 1700003600
         */
        "svc-not-before": number;
        /**
         * @description Same as `Svc-Deduplication-Id`.
         * @example order-42
         */
        "svc-deduplication-id": string;
        /**
         * @description Same as `Svc-Content-Based-Deduplication`.
         * @example true
         */
        "svc-content-based-deduplication": boolean;
        /**
         * @description The flow control key of the new run.
         * @example payments
         */
        "Svc-Flow-Control-Key": string;
        /**
         * @description The limits of the flow control key of the new run, as `name=value`.
         * @example parallelism=2
         */
        "Svc-Flow-Control-Value": string;
        /**
         * @description The number of retries of the new run.
         * @example 2
         */
        retriesOverride: number;
        /**
         * @description The id of the new run. The default is a random id.
         * @example wfr_order-42-again
         */
        "Svc-Workflow-RunId": string;
        /**
         * @description The `cursor` of the previous page.
         * @example 1700000000000-12
         */
        cursor: string;
        /**
         * @description Returns only items of runs with this id.
         * @example wfr_order-42
         */
        workflowRunId: string;
        /**
         * @description Returns only items of runs of this workflow.
         * @example https://app.test/workflow
         */
        workflowUrl: string;
        /**
         * @description The creation time of the run (Unix milliseconds). Together with a run id, it selects one run.
         * @example 1700000000000
         */
        workflowCreatedAt: number;
        /**
         * @description The earliest time (Unix milliseconds, inclusive).
         * @example 1700000000000
         */
        fromDate: number;
        /**
         * @description The latest time (Unix milliseconds, inclusive).
         * @example 1700086400000
         */
        toDate: number;
        /**
         * @description Returns only entries with this status in the last failed attempt.
         * @example 500
         */
        responseStatus: number;
        /**
         * @description Returns only entries with this publisher IP address.
         * @example 127.0.0.1
         */
        callerIP: string;
        /**
         * @description Returns only entries with this state of the failure callback.
         * @example CALLBACK_SUCCESS
         */
        failureCallbackState: string;
        /**
         * @description Returns only items of runs with this label.
         * @example billing
         */
        label: string;
        /**
         * @description Returns only events of this message.
         * @example msg_3
         */
        messageId: string;
        /**
         * @description Returns only runs in this state.
         * @example RUN_FAILED
         */
        runState: components["schemas"]["RunState"];
        /**
         * @description Returns only events with this message state or run state.
         * @example DELIVERED
         */
        logState: string;
        /**
         * @description The number of entries per page.
         * @example 20
         */
        dlqCount: number;
        /**
         * @description The number of runs per page.
         * @example 5
         */
        runCount: number;
        /**
         * @description The number of events per page.
         * @example 200
         */
        logCount: number;
        /**
         * @description Selects the entries with these ids.
         * @example [
         *       "1700000300000-7",
         *       "1700000300000-8"
         *     ]
         */
        bulkDlqIds: string[];
        /**
         * @description Selects runs that failed at this time or later (Unix milliseconds).
         * @example 1700000000000
         */
        bulkFromDate: number;
        /**
         * @description Selects runs that failed at this time or earlier (Unix milliseconds).
         * @example 1700086400000
         */
        bulkToDate: number;
        /**
         * @description Selects runs with exactly this workflow URL.
         * @example https://app.test/workflow
         */
        bulkWorkflowUrl: string;
        /**
         * @description Selects runs by their id or a prefix of it.
         * @example wfr_order-
         */
        bulkWorkflowRunId: string;
        /**
         * @description Selects runs with this creation time (Unix milliseconds).
         * @example 1700000000000
         */
        bulkWorkflowCreatedAt: number;
    };
    requestBodies: {
        /** @description The payload, delivered unchanged. Set its type in `Content-Type`. */
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
        /** @description The same selection as in the query. */
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
        /** @description Event data for the waiting workflows, as text. */
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
                 * @description Same as `Svc-Method`.
                 * @example PUT
                 */
                "svc-method"?: components["parameters"]["svc-method"];
                /**
                 * @description Same as `Svc-Timeout`.
                 * @example 30s
                 */
                "svc-timeout"?: components["parameters"]["svc-timeout"];
                /**
                 * @description Same as `Svc-Retries`.
                 * @example 2
                 */
                "svc-retries"?: components["parameters"]["svc-retries"];
                /**
                 * @description Same as `Svc-Retry-Delay`.
                 * @example min(60000, 1000 * pow(2, retried))
                 */
                "svc-retry-delay"?: components["parameters"]["svc-retry-delay"];
                /**
                 * @description Same as `Svc-Header-Forward`.
                 * @example true
                 */
                "svc-header-forward"?: components["parameters"]["svc-header-forward"];
                /**
                 * @description Same as `Svc-Callback`.
                 * @example https://app.test/callback
                 */
                "svc-callback"?: components["parameters"]["svc-callback"];
                /**
                 * @description Same as `Svc-Failure-Callback`.
                 * @example https://app.test/failed
                 */
                "svc-failure-callback"?: components["parameters"]["svc-failure-callback"];
                /**
                 * @description Same as `Svc-Delay`.
                 * @example 3h
                 */
                "svc-delay"?: components["parameters"]["svc-delay"];
                /**
                 * @description Same as `Svc-Not-Before`.
                 * @example 1700003600
                 */
                "svc-not-before"?: components["parameters"]["svc-not-before"];
                /**
                 * @description Same as `Svc-Deduplication-Id`.
                 * @example order-42
                 */
                "svc-deduplication-id"?: components["parameters"]["svc-deduplication-id"];
                /**
                 * @description Same as `Svc-Content-Based-Deduplication`.
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
                 * @description The HTTP method of the delivery. The default is POST.
                 * @example PUT
                 */
                "Svc-Method"?: components["parameters"]["Svc-Method"];
                /**
                 * @description The timeout of one attempt. It can only shorten the default of the plan.
                 * @example 30s
                 */
                "Svc-Timeout"?: components["parameters"]["Svc-Timeout"];
                /**
                 * @description The number of retries after a failed delivery. The default is 3 on the free tier and 5 on the paid tier.
                 * @example 2
                 */
                "Svc-Retries"?: components["parameters"]["Svc-Retries"];
                /**
                 * @description An expression for the milliseconds before a retry, with the variable `retried` and the functions `pow`, `sqrt`, `abs`, `exp`, `floor`, `ceil`, `round`, `min` and `max`.
                 * @example min(60000, 1000 * pow(2, retried))
                 */
                "Svc-Retry-Delay"?: components["parameters"]["Svc-Retry-Delay"];
                /**
                 * @description True if all headers of the request are forwarded to the destination, without a prefix.
                 * @example true
                 */
                "Svc-Header-Forward"?: components["parameters"]["Svc-Header-Forward"];
                /**
                 * @description The URL to call after each attempt. Required for the destination `api/llm`.
                 * @example https://app.test/callback
                 */
                "Svc-Callback"?: components["parameters"]["Svc-Callback"];
                /**
                 * @description The URL to call after the last failed attempt.
                 * @example https://app.test/failed
                 */
                "Svc-Failure-Callback"?: components["parameters"]["Svc-Failure-Callback"];
                /**
                 * @description The delay before the first attempt.
                 * @example 3h
                 */
                "Svc-Delay"?: components["parameters"]["Svc-Delay"];
                /**
                 * @description The earliest time of the first attempt, in Unix seconds. It overrides a delay.
                 * @example 1700003600
                 */
                "Svc-Not-Before"?: components["parameters"]["Svc-Not-Before"];
                /**
                 * @description The service publishes only one message with this id.
                 * @example order-42
                 */
                "Svc-Deduplication-Id"?: components["parameters"]["Svc-Deduplication-Id"];
                /**
                 * @description True to deduplicate by destination, body and headers.
                 * @example true
                 */
                "Svc-Content-Based-Deduplication"?: components["parameters"]["Svc-Content-Based-Deduplication"];
                /**
                 * @description The flow control key of the message. The contract does not define it for publish.
                 * @example payments
                 */
                "Svc-Flow-Control-Key"?: components["parameters"]["publishFlowControlKey"];
                /**
                 * @description The limits of the key. The contract does not define them for publish.
                 * @example parallelism=2
                 */
                "Svc-Flow-Control-Value"?: components["parameters"]["publishFlowControlValue"];
                /**
                 * @description The label of the run, for filters of lists. Existing clients send it.
                 * @example billing
                 */
                "Svc-Label"?: components["parameters"]["Svc-Label"];
            };
            path: {
                /** @description A URL with its scheme, the name or id of a URL group, or an API name. It is the rest of the path, including slashes. */
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
                 * @description The `cursor` of the previous page.
                 * @example 1700000000000-12
                 */
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description Returns only items of runs with this id.
                 * @example wfr_order-42
                 */
                workflowRunId?: components["parameters"]["workflowRunId"];
                /**
                 * @description Returns only items of runs of this workflow.
                 * @example https://app.test/workflow
                 */
                workflowUrl?: components["parameters"]["workflowUrl"];
                /**
                 * @description The earliest time (Unix milliseconds, inclusive).
                 * @example 1700000000000
                 */
                fromDate?: components["parameters"]["fromDate"];
                /**
                 * @description The latest time (Unix milliseconds, inclusive).
                 * @example 1700086400000
                 */
                toDate?: components["parameters"]["toDate"];
                /**
                 * @description Returns only entries with this status in the last failed attempt.
                 * @example 500
                 */
                responseStatus?: components["parameters"]["responseStatus"];
                /**
                 * @description Returns only entries with this publisher IP address.
                 * @example 127.0.0.1
                 */
                callerIP?: components["parameters"]["callerIP"];
                /**
                 * @description Returns only entries with this state of the failure callback.
                 * @example CALLBACK_SUCCESS
                 */
                failureCallbackState?: components["parameters"]["failureCallbackState"];
                /**
                 * @description The number of entries per page.
                 * @example 20
                 */
                count?: components["parameters"]["dlqCount"];
                /**
                 * @description Returns only items of runs with this label.
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
                 * @description The limits of the flow control key of the new run, as `name=value`.
                 * @example parallelism=2
                 */
                "Svc-Flow-Control-Value"?: components["parameters"]["Svc-Flow-Control-Value"];
                /**
                 * @description The number of retries of the new run.
                 * @example 2
                 */
                "Svc-Retries"?: components["parameters"]["retriesOverride"];
                /**
                 * @description The id of the new run. The default is a random id.
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
                 * @description The limits of the flow control key of the new run, as `name=value`.
                 * @example parallelism=2
                 */
                "Svc-Flow-Control-Value"?: components["parameters"]["Svc-Flow-Control-Value"];
                /**
                 * @description The number of retries of the new run.
                 * @example 2
                 */
                "Svc-Retries"?: components["parameters"]["retriesOverride"];
                /**
                 * @description The id of the new run. The default is a random id.
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
                 * @description Selects the entries with these ids.
                 * @example [
                 *       "1700000300000-7",
                 *       "1700000300000-8"
                 *     ]
                 */
                dlqIds?: components["parameters"]["bulkDlqIds"];
                /**
                 * @description Selects runs that failed at this time or later (Unix milliseconds).
                 * @example 1700000000000
                 */
                fromDate?: components["parameters"]["bulkFromDate"];
                /**
                 * @description Selects runs that failed at this time or earlier (Unix milliseconds).
                 * @example 1700086400000
                 */
                toDate?: components["parameters"]["bulkToDate"];
                /**
                 * @description Selects runs with exactly this workflow URL.
                 * @example https://app.test/workflow
                 */
                workflowUrl?: components["parameters"]["bulkWorkflowUrl"];
                /**
                 * @description Selects runs by their id or a prefix of it.
                 * @example wfr_order-
                 */
                workflowRunId?: components["parameters"]["bulkWorkflowRunId"];
                /**
                 * @description Selects runs with this creation time (Unix milliseconds).
                 * @example 1700000000000
                 */
                workflowCreatedAt?: components["parameters"]["bulkWorkflowCreatedAt"];
                /**
                 * @description The `cursor` of the previous page.
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
                 * @description The limits of the flow control key of the new run, as `name=value`.
                 * @example parallelism=2
                 */
                "Svc-Flow-Control-Value"?: components["parameters"]["Svc-Flow-Control-Value"];
                /**
                 * @description The number of retries of the new run.
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
                 * @description Selects the entries with these ids.
                 * @example [
                 *       "1700000300000-7",
                 *       "1700000300000-8"
                 *     ]
                 */
                dlqIds?: components["parameters"]["bulkDlqIds"];
                /**
                 * @description Selects runs that failed at this time or later (Unix milliseconds).
                 * @example 1700000000000
                 */
                fromDate?: components["parameters"]["bulkFromDate"];
                /**
                 * @description Selects runs that failed at this time or earlier (Unix milliseconds).
                 * @example 1700086400000
                 */
                toDate?: components["parameters"]["bulkToDate"];
                /**
                 * @description Selects runs with exactly this workflow URL.
                 * @example https://app.test/workflow
                 */
                workflowUrl?: components["parameters"]["bulkWorkflowUrl"];
                /**
                 * @description Selects runs by their id or a prefix of it.
                 * @example wfr_order-
                 */
                workflowRunId?: components["parameters"]["bulkWorkflowRunId"];
                /**
                 * @description Selects runs with this creation time (Unix milliseconds).
                 * @example 1700000000000
                 */
                workflowCreatedAt?: components["parameters"]["bulkWorkflowCreatedAt"];
                /**
                 * @description The `cursor` of the previous page.
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
                 * @description The limits of the flow control key of the new run, as `name=value`.
                 * @example parallelism=2
                 */
                "Svc-Flow-Control-Value"?: components["parameters"]["Svc-Flow-Control-Value"];
                /**
                 * @description The number of retries of the new run.
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
                 * @description The `cursor` of the previous page.
                 * @example 1700000000000-12
                 */
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description Returns only items of runs with this id.
                 * @example wfr_order-42
                 */
                workflowRunId?: components["parameters"]["workflowRunId"];
                /**
                 * @description Returns only items of runs of this workflow.
                 * @example https://app.test/workflow
                 */
                workflowUrl?: components["parameters"]["workflowUrl"];
                /**
                 * @description The creation time of the run (Unix milliseconds). Together with a run id, it selects one run.
                 * @example 1700000000000
                 */
                workflowCreatedAt?: components["parameters"]["workflowCreatedAt"];
                /**
                 * @description Returns only runs in this state.
                 * @example RUN_FAILED
                 */
                state?: components["parameters"]["runState"];
                /**
                 * @description The earliest time (Unix milliseconds, inclusive).
                 * @example 1700000000000
                 */
                fromDate?: components["parameters"]["fromDate"];
                /**
                 * @description The latest time (Unix milliseconds, inclusive).
                 * @example 1700086400000
                 */
                toDate?: components["parameters"]["toDate"];
                /**
                 * @description The number of runs per page.
                 * @example 5
                 */
                count?: components["parameters"]["runCount"];
                /**
                 * @description Returns only items of runs with this label.
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
                 * @description The `cursor` of the previous page.
                 * @example 1700000000000-12
                 */
                cursor?: components["parameters"]["cursor"];
                /**
                 * @description Returns only items of runs with this id.
                 * @example wfr_order-42
                 */
                workflowRunId?: components["parameters"]["workflowRunId"];
                /**
                 * @description Returns only items of runs of this workflow.
                 * @example https://app.test/workflow
                 */
                workflowUrl?: components["parameters"]["workflowUrl"];
                /**
                 * @description The creation time of the run (Unix milliseconds). Together with a run id, it selects one run.
                 * @example 1700000000000
                 */
                workflowCreatedAt?: components["parameters"]["workflowCreatedAt"];
                /**
                 * @description Returns only events with this message state or run state.
                 * @example DELIVERED
                 */
                state?: components["parameters"]["logState"];
                /**
                 * @description Returns only events of this message.
                 * @example msg_3
                 */
                messageId?: components["parameters"]["messageId"];
                /**
                 * @description The earliest time (Unix milliseconds, inclusive).
                 * @example 1700000000000
                 */
                fromDate?: components["parameters"]["fromDate"];
                /**
                 * @description The latest time (Unix milliseconds, inclusive).
                 * @example 1700086400000
                 */
                toDate?: components["parameters"]["toDate"];
                /**
                 * @description The number of events per page.
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
                 * @description The flow control key of messages.
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
