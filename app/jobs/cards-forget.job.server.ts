import { deleteCard } from "~/domain/payments/forget-cards.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "cards.forget",
  concurrency: 1,
  run: (card) => deleteCard(card),
});
