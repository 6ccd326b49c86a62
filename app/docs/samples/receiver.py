import json
import os

from fastapi import BackgroundTasks, FastAPI, Request, Response

from verify import verify_delivery

SECRET = os.environ["WEBHOOK_SECRET"]
app = FastAPI()


def handle(event: dict) -> None:
    print(event["type"], event["data"]["booking"]["reference"], flush=True)


@app.post("/webhooks")
async def receive(request: Request, tasks: BackgroundTasks) -> Response:
    body = await request.body()  # the raw bytes are what was signed
    if not verify_delivery(request.headers, body, SECRET):
        return Response(status_code=401)
    tasks.add_task(handle, json.loads(body))  # answer first, work afterwards
    return Response(status_code=204)
