# A peer in another language: edits an editor through /v2/crdt/sync, with the Yjs of Rust. Argument: address, headers and place.
import base64
import json
import sys
import urllib.request

from pycrdt import Doc, Text

url, headers, place = json.loads(sys.argv[1])
doc = Doc()
text = doc.get("content", type=Text)


def sync(update=None):
    sent = {**place, "stateVector": base64.b64encode(doc.get_state()).decode()}
    if update is not None:
        sent["update"] = base64.b64encode(update).decode()
    request = urllib.request.Request(url, json.dumps({"data": sent}).encode(), headers)
    with urllib.request.urlopen(request) as reply:
        result = json.load(reply)["result"]["data"]
    doc.apply_update(base64.b64decode(result["update"]))
    return base64.b64decode(result["stateVector"])


known = sync()
text.insert(0, "Grüße 👋 ")
del text[len(text) - 1]
sync(doc.get_update(known))
print(str(text))
