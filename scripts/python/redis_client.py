"""Uses the published client upstash-redis with a mock whose address is in the environment."""

import asyncio
import time

from upstash_redis import Redis
from upstash_redis.asyncio import Redis as AsyncRedis
from upstash_redis.errors import UpstashError

redis = Redis.from_env()
redis.flushdb()

assert redis.set("text", "Zoë ☃", ex=60) is True
assert redis.get("text") == "Zoë ☃"
assert 0 < redis.ttl("text") <= 60
assert redis.hset("hash", values={"a": 1, "b": "x"}) == 2
assert redis.hgetall("hash") == {"a": "1", "b": "x"}

pipeline = redis.pipeline()
pipeline.set("n", 1)
pipeline.incr("n")
assert pipeline.exec() == [True, 2]
transaction = redis.multi()
transaction.incr("n")
transaction.get("n")
assert transaction.exec() == [3, "3"]

for _ in range(120):
    entry = redis.xadd("stream", "*", {"field": "value"})
assert redis.execute(["XTRIM", "stream", "MAXLEN", "~", 30]) == 0
assert redis.execute(["XINFO", "CONSUMERS", "stream", "group"]) == []
redis.execute(["XGROUP", "CREATE", "stream", "group", "0"])
redis.execute(["XREADGROUP", "GROUP", "group", "me", "STREAMS", "stream", ">"])
redis.execute(["XACK", "stream", "group", entry])
assert redis.execute(["XACKDEL", "stream", "group", "IDS", 1, entry]) == [1]

redis.zadd("set", {"a": 1, "b": 2, "c": 3})
assert redis.execute(["ZRANGESTORE", "copy", "set", 0, -1, "LIMIT", 1, 1]) == 1

assert redis.json.set("document", "$", {"a": 1, "nested": {"a": 3}}) is True
assert redis.json.get("document", "$..a") == [3, 1]
try:
    redis.json.set("document", "$.none.text", "a")
    raise AssertionError("a path without a parent was set")
except UpstashError:
    pass

redis.execute(["HEXPIRE", "hash", 5, "FIELDS", 1, "a"])
[expiry] = redis.execute(["HEXPIRETIME", "hash", "FIELDS", 1, "a"])
assert expiry <= time.time() + 5

script = "#!lua flags=allow-key-locking\nreturn redis.call('INCRBY', KEYS[1], ARGV[1])"
digest = redis.script_load(script)
assert redis.evalsha(digest, keys=["counter"], args=["2"]) == 2
assert redis.eval(script, keys=["counter"], args=["3"]) == 5


async def concurrently() -> None:
    async with AsyncRedis.from_env() as client:
        assert await asyncio.gather(*(client.incr("async") for _ in range(3)))
        assert await client.get("async") == "3"


asyncio.run(concurrently())
print("passed")
