import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { GuestBooking } from "~/domain/guest-page/guest-booking";
import { LOCALES } from "~/i18n/locales";
import { chooseLocale, manageTexts } from "./manage-language";
import { CancelQuestion, NotFound, Overview } from "./manage-page";
import { MoveChoice } from "~/pages/guest/manage/move-page";

const tenant = {
  name: "Salon",
  email: "a@example.test",
  phone: null,
  address: null,
  logo_url: null,
  accent: null,
};
const booking: GuestBooking = {
  state: "confirmed",
  path: "/manage/x",
  what: "W",
  when: "D",
  zone: "Z",
  where: { text: "Video call", url: "https://video.example/" },
  party_size: 2,
  price: null,
  amount: 0,
  due_amount: 0,
  held_until: null,
  reference: "AAAA-BBBB",
  version: 1,
  is_ahead: true,
  may_accept: false,
  may_pay: false,
  has_failed: false,
  balance: { due: null, owed: null },
  may_cancel: true,
  may_move: true,
  cancel_until: "D",
  refund: {
    amount: 0,
    text: "",
    paid: "",
    credit: null,
    pct: 0,
    is_all: false,
    none_because: "not_paid",
  },
};
const times = { from: "2027-01-04", days: [], earlier: null, later: null, next: null };

test.each(LOCALES)(
  "each page of a guest who reads %s has its title, texts and direction",
  (locale) => {
    const t = manageTexts(locale);
    const frame = { locale, tenant, is_test: false };
    const pages: [JSX.Element, string][] = [
      [
        <Overview
          key="1"
          frame={frame}
          booking={booking}
          money={{ payments: [], refunds: [] }}
          note={null}
          next={null}
        />,
        `${t.title} · Salon`,
      ],
      [
        <CancelQuestion key="2" frame={frame} booking={booking} note={null} />,
        `${t.cancel_title} · Salon`,
      ],
      [
        <MoveChoice key="3" frame={frame} booking={booking} times={times} note={null} />,
        `${t.move_title} · Salon`,
      ],
      [<NotFound key="4" locale={locale} />, t.not_found_title],
    ];
    const direction = locale === "ar" ? "rtl" : "ltr";
    for (const [page, title] of pages) {
      const html = renderToStaticMarkup(page);
      expect(html).toContain(`<html lang="${locale}" dir="${direction}">`);
      expect(html).toContain(`<title>${title.replace(/'/g, "&#x27;")}</title>`);
    }
  },
);

test("a booking with something still to pay is not called paid", () => {
  const frame = { locale: "en" as const, tenant, is_test: false };
  const shown = (due: string | null) => {
    const paid = { ...booking, state: "paid" as const, balance: { due, owed: null } };
    const money = { payments: [], refunds: [] };
    return renderToStaticMarkup(
      <Overview frame={frame} booking={paid} money={money} note={null} next={null} />,
    );
  };
  expect(shown(null)).toContain("Confirmed and paid");
  expect(shown("€73.00")).not.toContain("Confirmed and paid");
  expect(shown("€73.00")).toContain("Confirmed");
});

test("the guest's own language comes first, then the browser's, then the company's", () => {
  expect(chooseLocale("nl", "de-AT", "fr")).toBe("nl");
  expect(chooseLocale(null, "de-AT", "fr")).toBe("de-AT");
  expect(chooseLocale(null, "ja", "fr-CA")).toBe("fr-CA");
  expect(chooseLocale("ja", "de", "fr")).toBe("fr");
});
