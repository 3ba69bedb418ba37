// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the command in the body
         * @description The first element is the command name, the others are the arguments.
         */
        post: operations["commandInBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run commands in order, not atomically
         * @description A failing command returns an error at its position, and the other commands still run.
         */
        post: operations["pipeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/multi-exec": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run commands in order and atomically
         * @description A command that fails at execution returns an error at its position. A transaction that cannot run as a whole is discarded and returns one error. The response is JSON for every value of the format header.
         */
        post: operations["transaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stream every executed command
         * @description Requires the header `Accept: text/event-stream`.
         */
        post: operations["monitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribe/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of a channel.
                 * @example news
                 */
                channel: components["parameters"]["Channel"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stream the messages of a channel
         * @description Requires the header `Accept: text/event-stream`.
         */
        post: operations["subscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/publish/{channel}/{message}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of a channel.
                 * @example news
                 */
                channel: components["parameters"]["Channel"];
                /**
                 * @description The message to deliver.
                 * @example hello
                 */
                message: components["parameters"]["Message"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a message to the current subscribers of a channel */
        post: operations["publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run the command INFO */
        post: operations["info"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{command}": {
        parameters: {
            query?: {
                /**
                 * @description Arguments after the body value, as `<OPTION>=<value>`. They keep their order.
                 * @example {
                 *       "EX": "60"
                 *     }
                 */
                [options: string]: components["parameters"]["Options"][string];
            };
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The command name, in upper or lower case.
                 * @example set
                 */
                command: components["parameters"]["Command"];
            };
            cookie?: never;
        };
        /** Run the command in the path */
        get: operations["getCommand"];
        /** Run the command in the path */
        put: operations["putCommand"];
        /** Run the command in the path with the body as its last argument */
        post: operations["postCommand"];
        delete?: never;
        options?: never;
        /** Run the command in the path and return no body */
        head: operations["headCommand"];
        patch?: never;
        trace?: never;
    };
    "/{command}/{args}": {
        parameters: {
            query?: {
                /**
                 * @description Arguments after the body value, as `<OPTION>=<value>`. They keep their order.
                 * @example {
                 *       "EX": "60"
                 *     }
                 */
                [options: string]: components["parameters"]["Options"][string];
            };
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The command name, in upper or lower case.
                 * @example set
                 */
                command: components["parameters"]["Command"];
                /**
                 * @description The arguments in protocol order. Each argument is one path segment.
                 * @example key
                 */
                args: components["parameters"]["Arguments"];
            };
            cookie?: never;
        };
        /** Run the command and arguments in the path */
        get: operations["getCommandWithArguments"];
        /** Run the command and arguments in the path */
        put: operations["putCommandWithArguments"];
        /** Run the command and arguments in the path with the body as the last argument */
        post: operations["postCommandWithArguments"];
        delete?: never;
        options?: never;
        /** Run the command and arguments in the path and return no body */
        head: operations["headCommandWithArguments"];
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A command name and its arguments in protocol order. */
        Command: [
            string,
            ...components["schemas"]["Argument"][]
        ];
        /** @description An argument of a command. */
        Argument: string | number;
        /** @description The commands of a pipeline or a transaction. */
        Batch: components["schemas"]["Command"][];
        /** @description Any JSON value. Its text is the argument. */
        JsonArgument: unknown;
        /** @description Options by name, such as `EX` with 60, in the order of the members. The contract does not define flags and repeated options. */
        Options: {
            [key: string]: string | number | (string | number)[];
        };
        /**
         * Format: binary
         * @description Bytes, without any encoding.
         */
        Bytes: Uint8Array;
        /** @description A reply of the wire protocol. Arrays can hold arrays. */
        Result: Result;
        /** @description The reply to a command that was executed. */
        SuccessEnvelope: {
            result: components["schemas"]["Result"];
        };
        /** @description The error of a failed request or command. */
        ErrorEnvelope: {
            /** @description An error class word and a text. */
            error: string;
        };
        /** @description The reply or the error of one command of a batch. */
        Envelope: components["schemas"]["SuccessEnvelope"] | components["schemas"]["ErrorEnvelope"];
        /** @description One envelope for each command of the batch, in the same order. */
        BatchResponse: components["schemas"]["Envelope"][];
        /** @description Server-sent events. Each event is a line that begins with `data: `. */
        EventStream: string;
    };
    responses: {
        /** @description The command was executed. */
        Success: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SuccessEnvelope"];
                "application/octet-stream": components["schemas"]["Bytes"];
            };
        };
        /** @description The request has a syntax error, the command is unknown, unsupported or failed, or a format header is invalid. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
                /** @example -ERR value is not an integer or out of range */
                "application/octet-stream": components["schemas"]["Bytes"];
            };
        };
        /** @description The token is missing or invalid. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "WRONGPASS invalid or missing auth token"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The method is not GET, HEAD, POST or PUT. This document does not list other methods as operations; all of them return this response. */
        MethodNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "ERR method not allowed"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The command was executed. There is no body. */
        HeadSuccess: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request was rejected or the command failed. There is no body. */
        HeadFailure: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The token is missing or invalid. There is no body. */
        HeadUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The method is not GET, HEAD, POST or PUT. There is no body. */
        HeadMethodNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description One envelope for each command, in the order of the commands. */
        PipelineResults: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "result": "OK"
                 *       },
                 *       {
                 *         "error": "ERR value is not an integer or out of range"
                 *       },
                 *       {
                 *         "result": "value"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["BatchResponse"];
                /**
                 * @example +OK
                 *     -ERR value is not an integer or out of range
                 *     $5
                 *     value
                 */
                "application/octet-stream": components["schemas"]["Bytes"];
            };
        };
        /** @description One envelope for each command, in the order of the commands. */
        TransactionResults: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "result": "OK"
                 *       },
                 *       {
                 *         "error": "ERR value is not an integer or out of range"
                 *       },
                 *       {
                 *         "result": "value"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["BatchResponse"];
            };
        };
        /** @description The transaction was discarded. No command was executed. */
        TransactionDiscarded: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "EXECABORT Transaction discarded because of: ERR unknown command 'BLPOP'"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The first event is `OK`. One event follows for each executed command. */
        MonitorStream: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example data: "OK"
                 *
                 *     data: 1700000000.123456 [0 127.0.0.1:50000] "SET" "key" "value"
                 */
                "text/event-stream": components["schemas"]["EventStream"];
            };
        };
        /** @description The first event confirms the subscription. One event follows for each message. */
        SubscribeStream: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example data: subscribe,news,1
                 *
                 *     data: message,news,hello
                 */
                "text/event-stream": components["schemas"]["EventStream"];
            };
        };
        /** @description The `Accept` header excludes event streams, or the token does not allow this stream. */
        StreamRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "ERR this endpoint needs the header Accept: text/event-stream"
                 *     }
                 */
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: {
        /**
         * @description The command name, in upper or lower case.
         * @example set
         */
        Command: string;
        /**
         * @description The arguments in protocol order. Each argument is one path segment.
         * @example key
         */
        Arguments: string;
        /**
         * @description Arguments after the body value, as `<OPTION>=<value>`. They keep their order.
         * @example {
         *       "EX": "60"
         *     }
         */
        Options: components["schemas"]["Options"];
        /**
         * @description The name of a channel.
         * @example news
         */
        Channel: string;
        /**
         * @description The message to deliver.
         * @example hello
         */
        Message: string;
        /**
         * @description `base64` encodes every string in the response, except the status reply `OK`.
         * @example base64
         */
        Encoding: "base64";
        /**
         * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
         * @example json
         */
        ResponseFormat: "json" | "resp2";
    };
    requestBodies: {
        /** @description The command and its arguments. */
        CommandInBody: {
            content: {
                /**
                 * @example [
                 *       "SET",
                 *       "key",
                 *       "value",
                 *       "EX",
                 *       60
                 *     ]
                 */
                "application/json": components["schemas"]["Command"];
            };
        };
        /** @description The commands in the order of execution. */
        Commands: {
            content: {
                /**
                 * @example [
                 *       [
                 *         "SET",
                 *         "key",
                 *         "value"
                 *       ],
                 *       [
                 *         "INCRBY",
                 *         "counter",
                 *         5
                 *       ],
                 *       [
                 *         "GET",
                 *         "key"
                 *       ]
                 *     ]
                 */
                "application/json": components["schemas"]["Batch"];
            };
        };
        /** @description The last argument, used byte for byte. */
        LastArgument: {
            content: {
                /** @example value */
                "text/plain": string;
                /**
                 * @example {
                 *       "name": "value"
                 *     }
                 */
                "application/json": components["schemas"]["JsonArgument"];
                /** @example bytes */
                "application/octet-stream": components["schemas"]["Bytes"];
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    commandInBody: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["CommandInBody"];
        responses: {
            200: components["responses"]["Success"];
            400: components["responses"]["Failure"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    pipeline: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Commands"];
        responses: {
            200: components["responses"]["PipelineResults"];
            400: components["responses"]["Failure"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    transaction: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Commands"];
        responses: {
            200: components["responses"]["TransactionResults"];
            400: components["responses"]["TransactionDiscarded"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    monitor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["MonitorStream"];
            400: components["responses"]["StreamRefused"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    subscribe: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The name of a channel.
                 * @example news
                 */
                channel: components["parameters"]["Channel"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SubscribeStream"];
            400: components["responses"]["StreamRefused"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    publish: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The name of a channel.
                 * @example news
                 */
                channel: components["parameters"]["Channel"];
                /**
                 * @description The message to deliver.
                 * @example hello
                 */
                message: components["parameters"]["Message"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Success"];
            400: components["responses"]["Failure"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    info: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Success"];
            400: components["responses"]["Failure"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    getCommand: {
        parameters: {
            query?: {
                /**
                 * @description Arguments after the body value, as `<OPTION>=<value>`. They keep their order.
                 * @example {
                 *       "EX": "60"
                 *     }
                 */
                [options: string]: components["parameters"]["Options"][string];
            };
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The command name, in upper or lower case.
                 * @example set
                 */
                command: components["parameters"]["Command"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Success"];
            400: components["responses"]["Failure"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    putCommand: {
        parameters: {
            query?: {
                /**
                 * @description Arguments after the body value, as `<OPTION>=<value>`. They keep their order.
                 * @example {
                 *       "EX": "60"
                 *     }
                 */
                [options: string]: components["parameters"]["Options"][string];
            };
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The command name, in upper or lower case.
                 * @example set
                 */
                command: components["parameters"]["Command"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Success"];
            400: components["responses"]["Failure"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    postCommand: {
        parameters: {
            query?: {
                /**
                 * @description Arguments after the body value, as `<OPTION>=<value>`. They keep their order.
                 * @example {
                 *       "EX": "60"
                 *     }
                 */
                [options: string]: components["parameters"]["Options"][string];
            };
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The command name, in upper or lower case.
                 * @example set
                 */
                command: components["parameters"]["Command"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["LastArgument"];
        responses: {
            200: components["responses"]["Success"];
            400: components["responses"]["Failure"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    headCommand: {
        parameters: {
            query?: {
                /**
                 * @description Arguments after the body value, as `<OPTION>=<value>`. They keep their order.
                 * @example {
                 *       "EX": "60"
                 *     }
                 */
                [options: string]: components["parameters"]["Options"][string];
            };
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The command name, in upper or lower case.
                 * @example set
                 */
                command: components["parameters"]["Command"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HeadSuccess"];
            400: components["responses"]["HeadFailure"];
            401: components["responses"]["HeadUnauthorized"];
            405: components["responses"]["HeadMethodNotAllowed"];
        };
    };
    getCommandWithArguments: {
        parameters: {
            query?: {
                /**
                 * @description Arguments after the body value, as `<OPTION>=<value>`. They keep their order.
                 * @example {
                 *       "EX": "60"
                 *     }
                 */
                [options: string]: components["parameters"]["Options"][string];
            };
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The command name, in upper or lower case.
                 * @example set
                 */
                command: components["parameters"]["Command"];
                /**
                 * @description The arguments in protocol order. Each argument is one path segment.
                 * @example key
                 */
                args: components["parameters"]["Arguments"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Success"];
            400: components["responses"]["Failure"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    putCommandWithArguments: {
        parameters: {
            query?: {
                /**
                 * @description Arguments after the body value, as `<OPTION>=<value>`. They keep their order.
                 * @example {
                 *       "EX": "60"
                 *     }
                 */
                [options: string]: components["parameters"]["Options"][string];
            };
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The command name, in upper or lower case.
                 * @example set
                 */
                command: components["parameters"]["Command"];
                /**
                 * @description The arguments in protocol order. Each argument is one path segment.
                 * @example key
                 */
                args: components["parameters"]["Arguments"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Success"];
            400: components["responses"]["Failure"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    postCommandWithArguments: {
        parameters: {
            query?: {
                /**
                 * @description Arguments after the body value, as `<OPTION>=<value>`. They keep their order.
                 * @example {
                 *       "EX": "60"
                 *     }
                 */
                [options: string]: components["parameters"]["Options"][string];
            };
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The command name, in upper or lower case.
                 * @example set
                 */
                command: components["parameters"]["Command"];
                /**
                 * @description The arguments in protocol order. Each argument is one path segment.
                 * @example key
                 */
                args: components["parameters"]["Arguments"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["LastArgument"];
        responses: {
            200: components["responses"]["Success"];
            400: components["responses"]["Failure"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
        };
    };
    headCommandWithArguments: {
        parameters: {
            query?: {
                /**
                 * @description Arguments after the body value, as `<OPTION>=<value>`. They keep their order.
                 * @example {
                 *       "EX": "60"
                 *     }
                 */
                [options: string]: components["parameters"]["Options"][string];
            };
            header?: {
                /**
                 * @description `base64` encodes every string in the response, except the status reply `OK`.
                 * @example base64
                 */
                "Svc-Encoding"?: components["parameters"]["Encoding"];
                /**
                 * @description `resp2` returns the raw wire-protocol reply. Other values, and `resp2` together with base64, return HTTP 400.
                 * @example json
                 */
                "Svc-Response-Format"?: components["parameters"]["ResponseFormat"];
            };
            path: {
                /**
                 * @description The command name, in upper or lower case.
                 * @example set
                 */
                command: components["parameters"]["Command"];
                /**
                 * @description The arguments in protocol order. Each argument is one path segment.
                 * @example key
                 */
                args: components["parameters"]["Arguments"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["HeadSuccess"];
            400: components["responses"]["HeadFailure"];
            401: components["responses"]["HeadUnauthorized"];
            405: components["responses"]["HeadMethodNotAllowed"];
        };
    };
}
export type Result = null | number | string | Result[];
