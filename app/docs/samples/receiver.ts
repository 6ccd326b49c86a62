import express from "express";
import { verifyDelivery } from "./verify";

const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret of the subscription.");

const app = express();

// The raw bytes are what was signed: parse them afterwards.
app.post("/webhooks", express.raw({ type: () => true }), (request, response) => {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!verifyDelivery(request.headers, body, secret)) {
    response.sendStatus(401);
    return;
  }
  response.sendStatus(204); // answer first, work afterwards
  const event = JSON.parse(body.toString("utf8"));
  console.log(event.type, event.data.booking.reference);
});

app.listen(Number(process.env.PORT ?? 8000));
