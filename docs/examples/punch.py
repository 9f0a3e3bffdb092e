"""Lists time, clocks in and out, follows the changes, and verifies webhooks: python3 punch.py < webhooks

Needs Python 3.9 or later and no packages.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timedelta, timezone

URL = os.environ.get("CLOCKHOUSE_URL", "http://127.0.0.1:8080") + "/api/v1"
TOKEN = os.environ["CLOCKHOUSE_TOKEN"]
SECRET = os.environ.get("WEBHOOK_SECRET", "")


def call(method, path, query=None, data=None):
    """Sends a request, and again if there is no answer or the server is busy: the key makes that safe."""
    address = URL + path + ("?" + urllib.parse.urlencode(query) if query else "")
    headers = {"Authorization": "Bearer " + TOKEN, "Idempotency-Key": str(uuid.uuid4())}
    body = None
    if data is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps({"data": data}).encode()
    for attempt in range(5):
        try:
            request = urllib.request.Request(address, body, headers, method=method)
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if attempt == 4 or (error.code != 429 and error.code < 500):
                raise SystemExit(f"{method} {path}: {error.code} {error.read().decode()}")
            time.sleep(float(error.headers.get("Retry-After") or 2**attempt))
        except urllib.error.URLError:
            if attempt == 4:
                raise
            time.sleep(2**attempt)


def records(path, query):
    """All records of a list, page after page."""
    page = 1
    while True:
        answer = call("GET", path, {**query, "page": page})
        yield from answer["results"][path.strip("/")].values()
        if not answer["more"]:
            return
        page += 1


def save(method, path, item):
    """Writes one item; its outcome says whether it was accepted."""
    result = call(method, path, data=[item])["results"][path.strip("/")]["1"]
    if result["_status_code"] >= 300:
        raise SystemExit(result["_status_extra"])
    return result


def verify(headers, body):
    """Verifies a webhook by Standard Webhooks; returns its content."""
    sent = {name.lower(): value for name, value in headers.items()}
    if abs(time.time() - int(sent["webhook-timestamp"])) > 300:
        raise ValueError("the time differs by more than five minutes")
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{sent['webhook-id']}.{sent['webhook-timestamp']}.{body}".encode()
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(wanted.encode(), one.encode()) for one in sent["webhook-signature"].split(" ")):
        raise ValueError("no signature fits")
    return json.loads(body)


now = lambda: datetime.now(timezone.utc).isoformat(timespec="seconds")

users = call("GET", "/current_user")["results"]["users"]
user_id = next(iter(users.values()))["id"]

month_ago = (datetime.now(timezone.utc) - timedelta(days=30)).date().isoformat()
sheets = records("/timesheets", {"start_date": month_ago, "user_ids": user_id})
print(f"worked {sum(sheet['duration'] for sheet in sheets)} seconds")

cursor = call("GET", "/changes", {"cursor": "now"})["cursor"]
item = {"user_id": user_id, "jobcode_id": 0, "type": "regular", "start": now(), "end": ""}
running = save("POST", "/timesheets", item)
save("PUT", "/timesheets", {"id": running["id"], "end": now()})

more = True
while more:
    answer = call("GET", "/changes", {"cursor": cursor, "types": "timesheets"})
    for change in answer["results"]["changes"]:
        if change["id"] == running["id"]:
            print(change["change"], change["type"])
    cursor, more = answer["cursor"], answer["more"]

# One webhook a line, as {"headers": {...}, "body": "..."}; a server takes them from its requests.
for line in sys.stdin:
    webhook = json.loads(line)
    try:
        print("webhook", verify(webhook["headers"], webhook["body"])["type"])
    except (KeyError, ValueError) as error:
        print("webhook refused:", error)
