// Written by scripts/generate.ts; to change it, edit spec/ and run `npm run generate`.

export const dialects = {
  "svc": {
    "name": "svc",
    "headerPrefix": "Svc-",
    "queryPrefix": "svc-",
    "kvTokenKey": "_token",
    "queueTokenKey": "svc_token",
    "backoffFactor": 2,
    "defaultRetries": {
      "free": 3,
      "paid": 5
    },
    "honourRetryAfter": false,
    "compoundDurations": false,
    "flowControlAtPublish": false
  },
  "upstash": {
    "name": "upstash",
    "headerPrefix": "Upstash-",
    "queryPrefix": "upstash-",
    "kvTokenKey": "_token",
    "queueTokenKey": "qstash_token",
    "backoffFactor": 2.5,
    "defaultRetries": {
      "free": 3,
      "paid": 3
    },
    "honourRetryAfter": true,
    "compoundDurations": true,
    "flowControlAtPublish": true
  }
}
