import type { MailTexts } from "./mail-texts";

export const fr: MailTexts = {
  greeting: "Bonjour {{ customer.name }},",
  labels: {
    what: "Réservation",
    when: "Quand",
    previously: "Avant",
    people: "Personnes",
    price: "Prix",
    paid: "Payé",
    refunded: "Remboursé",
    reference: "Référence",
    reason: "Motif",
    guest: "Client",
    email: "E-mail",
    phone: "Téléphone",
    notes: "Remarques",
    answers: "Réponses",
  },
  booking: {
    booking_created: {
      subject: "Nous avons reçu votre demande : {{ booking.when }}",
      title: "Demande reçue",
      intro: "Merci. Nous avons reçu votre réservation et vous préviendrons dès qu’elle sera confirmée.",
    },
    booking_confirmed: {
      subject: "Confirmée : {{ booking.when }}",
      title: "Votre réservation est confirmée",
      intro: "Au plaisir de vous accueillir.",
    },
    booking_paid: {
      subject: "Payée et confirmée : {{ booking.when }}",
      title: "Votre réservation est payée",
      intro: "Merci, nous avons reçu votre paiement et votre réservation est confirmée.",
    },
    booking_cancelled: {
      subject: "Annulée : {{ booking.when }}",
      title: "Votre réservation est annulée",
      intro: "Cette réservation a été annulée.",
    },
    booking_refunded: {
      subject: "Remboursement de la réservation {{ booking.reference }}",
      title: "Votre remboursement est en route",
      intro: "Nous avons remboursé votre paiement. Il peut mettre quelques jours à apparaître sur votre compte.",
    },
    booking_rescheduled: {
      subject: "Nouvel horaire : {{ booking.when }}",
      title: "Votre réservation a été déplacée",
      intro: "Votre réservation a un nouvel horaire.",
    },
    booking_reminder: {
      subject: "Rappel : {{ booking.when }}",
      title: "À bientôt",
      intro: "Voici un rappel de votre réservation.",
    },
  },
  held_for_payment:
    "Merci. Votre place est retenue jusqu’au {{ booking.held_until }} et sera confirmée dès le paiement.",
  held_for_you:
    "Une place s’est libérée et vous est réservée jusqu’au {{ booking.held_until }}. Ouvrez votre réservation pour la prendre ; ensuite elle revient au suivant.",
  waits_for_approval: "Merci. Nous examinons votre demande et vous préviendrons dès qu’elle sera confirmée.",
  cancelled_by_guest: "Comme vous l’avez demandé, cette réservation est annulée.",
  hold_ended:
    "Le délai de cette réservation est écoulé et la place est de nouveau libre. Vous pouvez réserver à nouveau.",
  refund_amount:
    "Nous avons remboursé {{ payment.refunded_amount }}. Le montant peut mettre quelques jours à apparaître sur votre compte.",
  change_hint: "Un imprévu ? Vous pouvez consulter, déplacer ou annuler votre réservation ici.",
  manage: "Gérer la réservation",
  view: "Voir la réservation",
  staff: {
    booking_created: {
      subject: "Nouvelle demande : {{ customer.name }}, {{ booking.when }}",
      title: "Nouvelle demande",
    },
    booking_confirmed: {
      subject: "Nouvelle réservation : {{ customer.name }}, {{ booking.when }}",
      title: "Nouvelle réservation",
    },
    booking_paid: { subject: "Payée : {{ customer.name }}, {{ booking.when }}", title: "Réservation payée" },
    booking_cancelled: { subject: "Annulée : {{ customer.name }}, {{ booking.when }}", title: "Réservation annulée" },
    booking_refunded: {
      subject: "Remboursée : {{ customer.name }}, {{ booking.reference }}",
      title: "Réservation remboursée",
    },
    booking_rescheduled: {
      subject: "Déplacée : {{ customer.name }}, {{ booking.when }}",
      title: "Réservation déplacée",
    },
    booking_reminder: { subject: "Bientôt : {{ customer.name }}, {{ booking.when }}", title: "Réservation à venir" },
  },
  open_dashboard: "Ouvrir dans le tableau de bord",
  code: {
    subject: "{{ code.value }} est votre code pour {{ tenant.name }}",
    title: "Votre code",
    intro: "Saisissez ce code pour continuer :",
    validity:
      "Il est valable {{ code.expires_minutes }} minutes. Si vous ne l’avez pas demandé, vous pouvez ignorer ce message.",
  },
  sign_in: {
    subject: "Votre code de connexion est {{ code }}",
    title: "Votre code de connexion",
    intro: "Saisissez-le sur la page de connexion.",
    validity:
      "Il fonctionne une seule fois, pendant {{ minutes }} minutes. Si vous ne l’avez pas demandé, ignorez cet e-mail : personne ne peut se connecter sans ce code.",
  },
  invite: {
    subject: "Invitation à rejoindre {{ tenant.name }}",
    title: "Rejoignez {{ tenant.name }}",
    intro: "Vous êtes invité(e) à gérer les réservations de {{ tenant.name }}.",
    button: "Accepter l’invitation",
    hint: "Si vous ne vous y attendiez pas, vous pouvez ignorer ce message.",
  },
  sent_by: "Envoyé au nom de",
  sms_code: "{{ code }} est votre code pour {{ tenant }}. Il est valable {{ minutes }} minutes.",
};
