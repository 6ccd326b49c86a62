import type { MailTexts } from "./mail-texts";

export const nl: MailTexts = {
  greeting: "Hallo {{ customer.name }},",
  labels: {
    what: "Boeking",
    when: "Wanneer",
    where: "Waar",
    previously: "Eerst",
    people: "Personen",
    price: "Prijs",
    paid: "Betaald",
    refunded: "Terugbetaald",
    balance_due: "Nog te betalen",
    balance_owed: "Je tegoed",
    cash_owed: "Krijg je contant terug",
    reference: "Kenmerk",
    reason: "Reden",
    guest: "Gast",
    email: "E-mail",
    phone: "Telefoon",
    notes: "Opmerkingen",
    answers: "Antwoorden",
  },
  booking: {
    booking_created: {
      subject: "Je aanvraag is binnen: {{ booking.when }}",
      title: "Aanvraag ontvangen",
      intro: "Bedankt. We hebben je boeking ontvangen en laten het weten zodra die bevestigd is.",
    },
    booking_confirmed: {
      subject: "Bevestigd: {{ booking.when }}",
      title: "Je boeking is bevestigd",
      intro: "We kijken ernaar uit je te zien.",
    },
    booking_paid: {
      subject: "Betaald en bevestigd: {{ booking.when }}",
      title: "Je boeking is betaald",
      intro: "Bedankt, je betaling is binnen en je boeking is bevestigd.",
    },
    booking_cancelled: {
      subject: "Geannuleerd: {{ booking.when }}",
      title: "Je boeking is geannuleerd",
      intro: "Deze boeking is geannuleerd.",
    },
    booking_refunded: {
      subject: "Terugbetaling voor boeking {{ booking.reference }}",
      title: "Je geld is onderweg",
      intro:
        "We hebben je betaling teruggestort. Het kan een paar dagen duren voor het op je rekening staat.",
    },
    booking_rescheduled: {
      subject: "Nieuwe tijd: {{ booking.when }}",
      title: "Je boeking is verzet",
      intro: "Je boeking heeft een nieuwe tijd.",
    },
    booking_reminder: {
      subject: "Herinnering: {{ booking.when }}",
      title: "Tot gauw",
      intro: "Dit is een herinnering aan je boeking.",
    },
  },
  changed: {
    subject: "Gewijzigd: {{ booking.when }}",
    title: "Je boeking is gewijzigd",
    intro: "Je boeking is aangepast. Dit zijn de gegevens.",
  },
  approved_subject: "Goedgekeurd: betaal je boeking",
  processing_subject: "Je betaling is onderweg",
  approved_to_pay:
    "Je boeking is goedgekeurd. Betaal vóór {{ booking.held_until }} via de knop hieronder om hem te bevestigen.",
  payment_processing:
    "Je betaling is onderweg. Met deze betaalwijze duurt dat een paar dagen; je plek blijft zolang voor je vrij en we laten het weten zodra de betaling binnen is.",
  payment_failed:
    "Je betaling is niet gelukt en de plek is weer vrij. Je kunt gerust opnieuw boeken en anders betalen.",
  held_for_payment:
    "Bedankt. Je plek is gereserveerd tot {{ booking.held_until }} en wordt bevestigd zodra er betaald is.",
  held_for_you:
    "Er is een plek vrijgekomen, die we voor je vasthouden tot {{ booking.held_until }}. Open je boeking om hem te nemen; daarna gaat hij naar de volgende.",
  waits_for_approval: "Bedankt. We bekijken je aanvraag en laten het weten zodra die bevestigd is.",
  cancelled_by_guest: "Zoals je vroeg is deze boeking geannuleerd.",
  hold_ended: "De reservering is verlopen en de plek is weer vrij. Je kunt gerust opnieuw boeken.",
  refund_amount:
    "We hebben {{ payment.refunded_amount }} teruggestort. Het kan een paar dagen duren voor het op je rekening staat.",
  refund_in_cash: "We hebben je {{ payment.refunded_amount }} contant teruggegeven.",
  refund_of_second: "Het gaat om de tweede betaling voor je boeking; de eerste blijft staan.",
  change_hint: "Plannen veranderd? Hier kun je je boeking bekijken, verzetten of annuleren.",
  manage: "Boeking beheren",
  view: "Boeking bekijken",
  staff: {
    booking_created: {
      subject: "Nieuwe aanvraag: {{ customer.name }}, {{ booking.when }}",
      title: "Nieuwe aanvraag",
    },
    booking_confirmed: {
      subject: "Nieuwe boeking: {{ customer.name }}, {{ booking.when }}",
      title: "Nieuwe boeking",
    },
    booking_paid: {
      subject: "Betaald: {{ customer.name }}, {{ booking.when }}",
      title: "Boeking betaald",
    },
    booking_cancelled: {
      subject: "Geannuleerd: {{ customer.name }}, {{ booking.when }}",
      title: "Boeking geannuleerd",
    },
    booking_refunded: {
      subject: "Terugbetaald: {{ customer.name }}, {{ booking.reference }}",
      title: "Boeking terugbetaald",
    },
    booking_rescheduled: {
      subject: "Verzet: {{ customer.name }}, {{ booking.when }}",
      title: "Boeking verzet",
    },
    booking_reminder: {
      subject: "Binnenkort: {{ customer.name }}, {{ booking.when }}",
      title: "Komende boeking",
    },
  },
  open_dashboard: "Openen in het dashboard",
  decide_until: "De plek blijft vrij tot {{ booking.held_until }}.",
  approve: "Boeking goedkeuren",
  decline: "Boeking afwijzen",
  code: {
    subject: "{{ code.value }} is je code voor {{ tenant.name }}",
    title: "Je code",
    intro: "Vul deze code in om verder te gaan:",
    validity:
      "De code werkt {{ code.expires_minutes }} minuten. Heb je er niet om gevraagd? Dan kun je deze mail negeren.",
  },
  sign_in: {
    subject: "Je inlogcode is {{ code }}",
    title: "Je inlogcode",
    intro: "Vul de code in op de inlogpagina.",
    validity:
      "De code werkt één keer, {{ minutes }} minuten lang. Heb je er niet om gevraagd? Dan kun je deze mail negeren: zonder de code kan niemand inloggen.",
  },
  pay: {
    subject: "Betaal uw boeking: {{ booking.when }}",
    title: "Uw betaallink",
    intro: "Hier kunt u deze boeking online betalen.",
    button: "Nu betalen",
  },
  invite: {
    subject: "Je bent uitgenodigd voor {{ tenant.name }}",
    title: "Doe mee met {{ tenant.name }}",
    intro: "Je bent uitgenodigd om aan de boekingen van {{ tenant.name }} te werken.",
    button: "Uitnodiging aannemen",
    hint: "Verwachtte je dit niet? Dan kun je deze mail negeren.",
  },
  account: {
    payments_disconnected: {
      subject: "Je betaalrekening is losgekoppeld",
      title: "Je betaalrekening is losgekoppeld",
      intro:
        "De betaalprovider heeft de koppeling van deze dienst met je account beëindigd. Tot je weer een account koppelt, kunnen gasten niet online betalen en kunnen er geen terugbetalingen worden gedaan.",
    },
    payments_paused: {
      subject: "Je account kan geen betalingen ontvangen",
      title: "Gasten kunnen nu niet online betalen",
      intro:
        "De betaalprovider laat je account op dit moment geen betalingen ontvangen. Log daar in en kijk wat er nog nodig is; daarna kunnen gasten vanzelf weer betalen.",
    },
    refund_failed: {
      subject: "Een terugbetaling is mislukt: {{ details }}",
      title: "Een terugbetaling is mislukt",
      intro:
        "Het geld staat op je account bij de betaalprovider en de gast heeft het niet terug: {{ details }}. Probeer het opnieuw, of betaal het op een andere manier terug.",
    },
  },
  calendars: {
    reconnect: {
      subject: "Koppel je agenda opnieuw: {{ account }}",
      title: "Je agenda is losgekoppeld",
      intro:
        "{{ account }} laat deze dienst niet meer toe, misschien omdat een wachtwoord of recht is gewijzigd. Tot je het opnieuw koppelt, gelden je bezette tijden van de laatste keer, en worden nieuwe boekingen er niet in geschreven.",
    },
    missing_scope: {
      subject: "Je agenda heeft een recht nodig: {{ account }}",
      title: "Er ontbreekt een recht",
      intro:
        "{{ account }} is gekoppeld, maar niet elk recht is gegeven. Koppel het opnieuw en laat alle vakjes aangevinkt; tot dan kan niet je hele agenda worden gelezen of beschreven.",
    },
    owner: {
      subject: "De agenda van {{ member }} is losgekoppeld",
      title: "Een agenda is losgekoppeld",
      intro:
        "Het account van {{ member }} bij {{ provider }} laat deze dienst al een dag niet toe. Gasten kunnen nog boeken; de bezette tijden zijn die van de laatste keer. Vraag {{ member }} het opnieuw te koppelen.",
    },
    calendar: {
      subject: "Een agenda kan niet worden gelezen: {{ calendar }}",
      title: "Een agenda kan niet worden gelezen",
      intro:
        "{{ calendar }} ({{ account }}) kon al een tijdje niet worden gelezen of beschreven: de agenda is daar verwijderd, de inhoud is onleesbaar of er ontbreekt een recht. Uw bezette tijden zijn die van de laatste kopie. Open uw agenda’s om te zien wat u kunt doen.",
    },
    calendar_owner: {
      subject: "Een agenda van {{ member }} kan niet worden gelezen",
      title: "Een agenda kan niet worden gelezen",
      intro:
        "Een agenda van {{ member }} bij {{ provider }} is al een dag niet gelezen of beschreven. Gasten kunnen nog boeken; bezette tijden zijn die van de laatste kopie. Vraag {{ member }} ernaar te kijken.",
    },
    button: "Agenda’s openen",
  },
  sent_by: "Verstuurd namens",
  sms_code: "{{ code }} is je code voor {{ tenant }}. De code werkt {{ minutes }} minuten.",
};
