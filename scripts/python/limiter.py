"""Uses the published limiter upstash-ratelimit with a mock whose address is in the environment."""

from upstash_ratelimit import FixedWindow, Ratelimit, SlidingWindow, TokenBucket
from upstash_redis import Redis

redis = Redis.from_env()
limiters = {
    "fixed": FixedWindow(max_requests=2, window=1, unit="h"),
    "sliding": SlidingWindow(max_requests=2, window=1, unit="h"),
    "bucket": TokenBucket(max_tokens=2, refill_rate=1, interval=1, unit="h"),
}
for name, limiter in limiters.items():
    redis.flushdb()
    ratelimit = Ratelimit(redis=redis, limiter=limiter, prefix=name)
    assert [ratelimit.limit("ada").allowed for _ in range(3)] == [True, True, False], name
    assert ratelimit.limit("bob").remaining == 1, name
    assert ratelimit.get_remaining("ada") == 0, name
print("passed")
