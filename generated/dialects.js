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
    "flowControlAtPublish": false,
    "flowControlDetails": false,
    "timeoutsWithoutUnit": false,
    "deletesAbsentGroups": false,
    "copyToItself": false,
    "noAckWithoutConsumer": false,
    "exactTrimming": false,
    "noConsumersWithoutGroup": false,
    "deletesAcknowledged": false,
    "limitByRank": false,
    "jsonNeedsParent": false,
    "innerJsonFirst": false,
    "fcallRoWithoutFlag": false,
    "farFieldExpiry": false,
    "fieldExpiryRoundedDown": false,
    "keyLockingFlag": false,
    "environment": {}
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
    "flowControlAtPublish": true,
    "flowControlDetails": true,
    "timeoutsWithoutUnit": true,
    "deletesAbsentGroups": true,
    "copyToItself": true,
    "noAckWithoutConsumer": true,
    "exactTrimming": true,
    "noConsumersWithoutGroup": true,
    "deletesAcknowledged": true,
    "limitByRank": true,
    "jsonNeedsParent": true,
    "innerJsonFirst": true,
    "fcallRoWithoutFlag": true,
    "farFieldExpiry": true,
    "fieldExpiryRoundedDown": true,
    "keyLockingFlag": true,
    "environment": {
      "kvUrl": [
        "UPSTASH_REDIS_REST_URL",
        "KV_REST_API_URL"
      ],
      "kvToken": [
        "UPSTASH_REDIS_REST_TOKEN",
        "KV_REST_API_TOKEN"
      ],
      "queueUrl": "QSTASH_URL",
      "queueToken": "QSTASH_TOKEN",
      "currentSigningKey": "QSTASH_CURRENT_SIGNING_KEY",
      "nextSigningKey": "QSTASH_NEXT_SIGNING_KEY"
    }
  }
}
