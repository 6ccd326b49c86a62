import type { MailTexts } from "./mail-texts";

export const de: MailTexts = {
  greeting: "Guten Tag {{ customer.name }},",
  labels: {
    what: "Buchung",
    when: "Wann",
    where: "Wo",
    previously: "Vorher",
    people: "Personen",
    price: "Preis",
    paid: "Bezahlt",
    refunded: "Erstattet",
    balance_due: "Noch zu zahlen",
    balance_owed: "Ihr Guthaben",
    cash_owed: "Bekommen Sie bar zurück",
    reference: "Buchungsnummer",
    reason: "Grund",
    guest: "Gast",
    email: "E-Mail",
    phone: "Telefon",
    notes: "Anmerkungen",
    answers: "Antworten",
  },
  booking: {
    booking_created: {
      subject: "Ihre Anfrage ist eingegangen: {{ booking.when }}",
      title: "Anfrage erhalten",
      intro:
        "Vielen Dank. Wir haben Ihre Buchung erhalten und melden uns, sobald sie bestätigt ist.",
    },
    booking_confirmed: {
      subject: "Bestätigt: {{ booking.when }}",
      title: "Ihre Buchung ist bestätigt",
      intro: "Wir freuen uns auf Sie.",
    },
    booking_paid: {
      subject: "Bezahlt und bestätigt: {{ booking.when }}",
      title: "Ihre Buchung ist bezahlt",
      intro: "Vielen Dank, Ihre Zahlung ist eingegangen und Ihre Buchung ist bestätigt.",
    },
    booking_cancelled: {
      subject: "Storniert: {{ booking.when }}",
      title: "Ihre Buchung ist storniert",
      intro: "Diese Buchung wurde storniert.",
    },
    booking_refunded: {
      subject: "Erstattung zur Buchung {{ booking.reference }}",
      title: "Ihr Geld ist unterwegs",
      intro:
        "Wir haben Ihre Zahlung erstattet. Es kann einige Tage dauern, bis sie auf Ihrem Konto erscheint.",
    },
    booking_rescheduled: {
      subject: "Neue Zeit: {{ booking.when }}",
      title: "Ihre Buchung wurde verschoben",
      intro: "Ihre Buchung hat eine neue Zeit.",
    },
    booking_reminder: {
      subject: "Erinnerung: {{ booking.when }}",
      title: "Bis bald",
      intro: "Wir erinnern Sie an Ihre Buchung.",
    },
  },
  changed: {
    subject: "Geändert: {{ booking.when }}",
    title: "Ihre Buchung wurde geändert",
    intro: "Ihre Buchung wurde angepasst. Hier sind die aktuellen Angaben.",
  },
  approved_subject: "Angenommen: bitte bezahlen Sie Ihre Buchung",
  processing_subject: "Ihre Zahlung ist unterwegs",
  approved_to_pay:
    "Ihre Buchung ist angenommen. Bitte bezahlen Sie bis {{ booking.held_until }} über die Schaltfläche unten, dann ist sie bestätigt.",
  payment_processing:
    "Ihre Zahlung ist unterwegs. Bei dieser Zahlungsart dauert das einige Tage; Ihr Platz bleibt so lange frei gehalten, und wir melden uns, sobald sie da ist.",
  payment_failed:
    "Ihre Zahlung ist nicht zustande gekommen, der Platz ist wieder frei. Sie können gern neu buchen und anders bezahlen.",
  held_for_payment:
    "Vielen Dank. Ihr Platz ist bis {{ booking.held_until }} reserviert und wird mit der Zahlung bestätigt.",
  held_for_you:
    "Ein Platz ist frei geworden und bis {{ booking.held_until }} für Sie reserviert. Öffnen Sie Ihre Buchung, um ihn zu nehmen; danach geht er an den Nächsten.",
  waits_for_approval:
    "Vielen Dank. Wir prüfen Ihre Anfrage und melden uns, sobald sie bestätigt ist.",
  cancelled_by_guest: "Wie gewünscht ist diese Buchung storniert.",
  hold_ended:
    "Die Reservierung ist abgelaufen und der Platz wieder frei. Sie können gern neu buchen.",
  refund_amount:
    "Wir haben {{ payment.refunded_amount }} erstattet. Es kann einige Tage dauern, bis der Betrag auf Ihrem Konto erscheint.",
  refund_in_cash: "Wir haben Ihnen {{ payment.refunded_amount }} bar ausgezahlt.",
  refund_of_second: "Es ist die zweite Zahlung für Ihre Buchung; die erste bleibt bestehen.",
  change_hint: "Pläne geändert? Hier können Sie Ihre Buchung ansehen, verschieben oder stornieren.",
  manage: "Buchung verwalten",
  view: "Buchung ansehen",
  staff: {
    booking_created: {
      subject: "Neue Anfrage: {{ customer.name }}, {{ booking.when }}",
      title: "Neue Anfrage",
    },
    booking_confirmed: {
      subject: "Neue Buchung: {{ customer.name }}, {{ booking.when }}",
      title: "Neue Buchung",
    },
    booking_paid: {
      subject: "Bezahlt: {{ customer.name }}, {{ booking.when }}",
      title: "Buchung bezahlt",
    },
    booking_cancelled: {
      subject: "Storniert: {{ customer.name }}, {{ booking.when }}",
      title: "Buchung storniert",
    },
    booking_refunded: {
      subject: "Erstattet: {{ customer.name }}, {{ booking.reference }}",
      title: "Buchung erstattet",
    },
    booking_rescheduled: {
      subject: "Verschoben: {{ customer.name }}, {{ booking.when }}",
      title: "Buchung verschoben",
    },
    booking_reminder: {
      subject: "Demnächst: {{ customer.name }}, {{ booking.when }}",
      title: "Bevorstehende Buchung",
    },
  },
  open_dashboard: "Im Dashboard öffnen",
  decide_until: "Der Termin ist bis {{ booking.held_until }} reserviert.",
  approve: "Buchung annehmen",
  decline: "Buchung ablehnen",
  code: {
    subject: "{{ code.value }} ist Ihr Code für {{ tenant.name }}",
    title: "Ihr Code",
    intro: "Geben Sie diesen Code ein, um fortzufahren:",
    validity:
      "Er gilt {{ code.expires_minutes }} Minuten. Haben Sie ihn nicht angefordert, können Sie diese E-Mail ignorieren.",
  },
  sign_in: {
    subject: "Ihr Anmeldecode ist {{ code }}",
    title: "Ihr Anmeldecode",
    intro: "Geben Sie ihn auf der Anmeldeseite ein.",
    validity:
      "Er gilt einmal und {{ minutes }} Minuten lang. Falls Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren: Ohne den Code kann sich niemand anmelden.",
  },
  pay: {
    subject: "Bitte bezahlen Sie Ihre Buchung: {{ booking.when }}",
    title: "Ihr Zahlungslink",
    intro: "Hier können Sie diese Buchung online bezahlen.",
    button: "Jetzt bezahlen",
  },
  invite: {
    subject: "Einladung zu {{ tenant.name }}",
    title: "Willkommen bei {{ tenant.name }}",
    intro: "Sie sind eingeladen, an den Buchungen von {{ tenant.name }} mitzuarbeiten.",
    button: "Einladung annehmen",
    hint: "Haben Sie das nicht erwartet, können Sie diese E-Mail ignorieren.",
  },
  account: {
    payments_disconnected: {
      subject: "Ihr Zahlungskonto ist getrennt",
      title: "Ihr Zahlungskonto ist getrennt",
      intro:
        "Der Zahlungsanbieter hat die Verbindung dieses Dienstes zu Ihrem Konto beendet. Bis Sie wieder ein Konto verbinden, können Gäste nicht online zahlen und keine Erstattungen gesendet werden.",
    },
    payments_paused: {
      subject: "Ihr Konto kann keine Zahlungen annehmen",
      title: "Gäste können gerade nicht online zahlen",
      intro:
        "Der Zahlungsanbieter lässt Ihr Konto derzeit keine Zahlungen annehmen. Melden Sie sich dort an und sehen Sie nach, was noch fehlt; danach können Gäste von selbst wieder zahlen.",
    },
    refund_failed: {
      subject: "Eine Erstattung ist fehlgeschlagen: {{ details }}",
      title: "Eine Erstattung ist fehlgeschlagen",
      intro:
        "Das Geld liegt auf Ihrem Konto beim Zahlungsanbieter, der Gast hat es nicht zurück: {{ details }}. Versuchen Sie es noch einmal, oder zahlen Sie es auf anderem Weg zurück.",
    },
  },
  calendars: {
    reconnect: {
      subject: "Verbinden Sie Ihren Kalender neu: {{ account }}",
      title: "Ihr Kalender ist getrennt",
      intro:
        "{{ account }} lässt diesen Dienst nicht mehr zu, vielleicht weil ein Passwort oder eine Berechtigung geändert wurde. Bis Sie ihn neu verbinden, gelten Ihre zuletzt gelesenen belegten Zeiten, und neue Buchungen werden nicht eingetragen.",
    },
    missing_scope: {
      subject: "Ihr Kalender braucht eine Berechtigung: {{ account }}",
      title: "Eine Berechtigung fehlt",
      intro:
        "{{ account }} ist verbunden, aber nicht jede Berechtigung wurde erteilt. Verbinden Sie ihn neu und lassen Sie alle Häkchen gesetzt; bis dahin kann Ihr Kalender nicht ganz gelesen oder beschrieben werden.",
    },
    owner: {
      subject: "Der Kalender von {{ member }} ist getrennt",
      title: "Ein Kalender ist getrennt",
      intro:
        "Das Konto von {{ member }} bei {{ provider }} lässt diesen Dienst seit einem Tag nicht zu. Gäste können weiter buchen; es gelten die zuletzt gelesenen belegten Zeiten. Bitten Sie {{ member }}, es neu zu verbinden.",
    },
    calendar: {
      subject: "Ein Kalender lässt sich nicht lesen: {{ calendar }}",
      title: "Ein Kalender lässt sich nicht lesen",
      intro:
        "{{ calendar }} ({{ account }}) ließ sich seit einer Weile nicht lesen oder beschreiben: Er wurde dort gelöscht, sein Inhalt ist nicht lesbar, oder eine Berechtigung fehlt. Ihre belegten Zeiten sind die der letzten Kopie. Öffnen Sie Ihre Kalender, um zu sehen, was zu tun ist.",
    },
    calendar_owner: {
      subject: "Ein Kalender von {{ member }} lässt sich nicht lesen",
      title: "Ein Kalender lässt sich nicht lesen",
      intro:
        "Ein Kalender von {{ member }} bei {{ provider }} konnte seit einem Tag nicht gelesen oder beschrieben werden. Gäste können weiter buchen; belegte Zeiten sind die der letzten Kopie. Bitten Sie {{ member }}, danach zu sehen.",
    },
    button: "Kalender öffnen",
  },
  sent_by: "Gesendet im Auftrag von",
  sms_code: "{{ code }} ist Ihr Code für {{ tenant }}. Er gilt {{ minutes }} Minuten.",
};
