"""Uses the published client qstash with a mock whose address is in the environment."""

import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from qstash import QStash, Receiver

received = []
arrived = threading.Semaphore(0)


class Destination(BaseHTTPRequestHandler):
    """Keeps each delivery. Returns HTTP 500 for the path /fail."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
        received.append((self.path, body, self.headers))
        self.send_response(500 if self.path == "/fail" else 200)
        self.end_headers()
        arrived.release()

    def log_message(self, *_: object) -> None:
        """Prints nothing."""


server = HTTPServer(("127.0.0.1", 0), Destination)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"


def delivery():
    if not arrived.acquire(timeout=20):
        sys.exit("no delivery arrived within 20 seconds")
    return received[-1]


client = QStash(os.environ["QSTASH_TOKEN"], base_url=os.environ["QSTASH_URL"], retry=False)
receiver = Receiver(
    os.environ["QSTASH_CURRENT_SIGNING_KEY"], os.environ["QSTASH_NEXT_SIGNING_KEY"]
)

published = client.message.publish_json(url=f"{url}/a", body={"hello": "there"}, retries=1)
path, body, headers = delivery()
assert (path, body) == ("/a", '{"hello": "there"}')
assert headers["Upstash-Message-Id"] == published.message_id
receiver.verify(signature=headers["Upstash-Signature"], body=body, url=f"{url}/a")

batch = client.message.batch_json([{"url": f"{url}/b", "body": 1}, {"url": f"{url}/c", "body": 2}])
assert len(batch) == 2
assert {delivery()[0], delivery()[0]} <= {"/b", "/c"}

delayed = [client.message.publish(url=f"{url}/later", delay="1d").message_id for _ in range(3)]
assert client.message.get(delayed[0]).url == f"{url}/later"
client.message.cancel(delayed[0])
assert client.message.cancel_many(delayed[1:2]) == 1
assert client.message.cancel_all() == 1

client.url_group.delete("group")
client.url_group.upsert_endpoints("group", endpoints=[{"url": f"{url}/one"}])
assert client.url_group.get("group").endpoints[0].url == f"{url}/one"
assert len(client.message.publish(url_group="group", body="text")) == 1
assert delivery()[0] == "/one"
client.url_group.delete("group")

client.queue.upsert("line", parallelism=1)
client.message.enqueue_json(queue="line", url=f"{url}/queued", body={})
assert delivery()[0] == "/queued"
assert client.queue.get("line").parallelism == 1
client.queue.delete("line")

schedule = client.schedule.create_json(destination=f"{url}/tick", cron="0 0 1 1 *", body={})
client.schedule.pause(schedule)
assert client.schedule.get(schedule).paused
client.schedule.delete(schedule)

client.message.publish(url=f"{url}/fail", body="text", retries=0)
assert delivery()[0] == "/fail"
while not client.dlq.list().messages:
    time.sleep(0.05)
[failed] = client.dlq.list().messages
assert (failed.url, failed.response_status) == (f"{url}/fail", 500)
client.dlq.delete(failed.dlq_id)
assert client.signing_key.get().current == os.environ["QSTASH_CURRENT_SIGNING_KEY"]
print("passed")
