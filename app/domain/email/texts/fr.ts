import type { MailTexts } from "./mail-texts";

export const fr: MailTexts = {
  greeting: "Bonjour {{ customer.name }},",
  labels: {
    what: "Réservation",
    when: "Quand",
    where: "Lieu",
    previously: "Avant",
    people: "Personnes",
    price: "Prix",
    paid: "Payé",
    refunded: "Remboursé",
    balance_due: "Reste à payer",
    balance_owed: "En votre faveur",
    cash_owed: "À vous rendre en espèces",
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
      intro:
        "Merci. Nous avons reçu votre réservation et vous préviendrons dès qu’elle sera confirmée.",
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
      intro:
        "Nous avons remboursé votre paiement. Il peut mettre quelques jours à apparaître sur votre compte.",
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
  changed: {
    subject: "Modifiée : {{ booking.when }}",
    title: "Votre réservation a été modifiée",
    intro: "Votre réservation a été mise à jour. En voici le détail.",
  },
  approved_subject: "Acceptée : merci de régler votre réservation",
  processing_subject: "Votre paiement est en cours",
  approved_to_pay:
    "Votre réservation est acceptée. Réglez-la avant le {{ booking.held_until }} avec le bouton ci-dessous pour la confirmer.",
  payment_processing:
    "Votre paiement est en cours. Ce moyen de paiement demande quelques jours ; votre place est gardée pendant ce temps et nous vous écrirons dès sa réception.",
  payment_failed:
    "Votre paiement n’a pas abouti et la place est de nouveau libre. Vous pouvez réserver à nouveau et payer autrement.",
  held_for_payment:
    "Merci. Votre place est retenue jusqu’au {{ booking.held_until }} et sera confirmée dès le paiement.",
  held_for_you:
    "Une place s’est libérée et vous est réservée jusqu’au {{ booking.held_until }}. Ouvrez votre réservation pour la prendre ; ensuite elle revient au suivant.",
  waits_for_approval:
    "Merci. Nous examinons votre demande et vous préviendrons dès qu’elle sera confirmée.",
  cancelled_by_guest: "Comme vous l’avez demandé, cette réservation est annulée.",
  hold_ended:
    "Le délai de cette réservation est écoulé et la place est de nouveau libre. Vous pouvez réserver à nouveau.",
  refund_amount:
    "Nous avons remboursé {{ payment.refunded_amount }}. Le montant peut mettre quelques jours à apparaître sur votre compte.",
  refund_in_cash: "Nous vous avons rendu {{ payment.refunded_amount }} en espèces.",
  refund_of_second: "Il s’agit du second paiement de votre réservation ; le premier reste acquis.",
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
    booking_paid: {
      subject: "Payée : {{ customer.name }}, {{ booking.when }}",
      title: "Réservation payée",
    },
    booking_cancelled: {
      subject: "Annulée : {{ customer.name }}, {{ booking.when }}",
      title: "Réservation annulée",
    },
    booking_refunded: {
      subject: "Remboursée : {{ customer.name }}, {{ booking.reference }}",
      title: "Réservation remboursée",
    },
    booking_rescheduled: {
      subject: "Déplacée : {{ customer.name }}, {{ booking.when }}",
      title: "Réservation déplacée",
    },
    booking_reminder: {
      subject: "Bientôt : {{ customer.name }}, {{ booking.when }}",
      title: "Réservation à venir",
    },
  },
  open_dashboard: "Ouvrir dans le tableau de bord",
  decide_until: "Le créneau est réservé jusqu’au {{ booking.held_until }}.",
  approve: "Accepter la réservation",
  decline: "Refuser la réservation",
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
  pay: {
    subject: "Réglez votre réservation : {{ booking.when }}",
    title: "Votre lien de paiement",
    intro: "Vous pouvez régler cette réservation en ligne ici.",
    button: "Payer maintenant",
  },
  invite: {
    subject: "Invitation à rejoindre {{ tenant.name }}",
    title: "Rejoignez {{ tenant.name }}",
    intro: "Vous êtes invité(e) à gérer les réservations de {{ tenant.name }}.",
    button: "Accepter l’invitation",
    hint: "Si vous ne vous y attendiez pas, vous pouvez ignorer ce message.",
  },
  account: {
    payments_disconnected: {
      subject: "Votre compte de paiement est déconnecté",
      title: "Votre compte de paiement est déconnecté",
      intro:
        "Le prestataire de paiement a mis fin à la connexion de ce service à votre compte. Tant que vous n’aurez pas reconnecté de compte, les clients ne peuvent pas payer en ligne et aucun remboursement ne peut être envoyé.",
    },
    payments_paused: {
      subject: "Votre compte ne peut pas encaisser de paiements",
      title: "Les clients ne peuvent pas payer en ligne pour le moment",
      intro:
        "Le prestataire de paiement n’autorise pas votre compte à encaisser de paiements pour le moment. Connectez-vous chez lui et voyez ce qui manque encore ; les clients pourront ensuite payer de nouveau.",
    },
    refund_failed: {
      subject: "Un remboursement a échoué : {{ details }}",
      title: "Un remboursement a échoué",
      intro:
        "L’argent se trouve sur votre compte chez le prestataire de paiement et le client ne l’a pas récupéré : {{ details }}. Réessayez, ou rendez-le d’une autre manière.",
    },
  },
  calendars: {
    reconnect: {
      subject: "Reconnectez votre agenda : {{ account }}",
      title: "Votre agenda est déconnecté",
      intro:
        "{{ account }} ne laisse plus entrer ce service, peut-être parce qu’un mot de passe ou une autorisation a changé. Jusqu’à ce que vous le reconnectiez, vos heures occupées sont celles de la dernière lecture, et les nouvelles réservations n’y sont pas inscrites.",
    },
    missing_scope: {
      subject: "Votre agenda a besoin d’une autorisation : {{ account }}",
      title: "Une autorisation manque",
      intro:
        "{{ account }} est connecté, mais toutes les autorisations n’ont pas été données. Reconnectez-le en laissant toutes les cases cochées ; d’ici là, votre agenda ne peut pas être entièrement lu ni complété.",
    },
    owner: {
      subject: "L’agenda de {{ member }} est déconnecté",
      title: "Un agenda est déconnecté",
      intro:
        "Le compte de {{ member }} chez {{ provider }} ne laisse plus entrer ce service depuis un jour. Les clients peuvent toujours réserver ; les heures occupées sont celles de la dernière lecture. Demandez à {{ member }} de le reconnecter.",
    },
    calendar: {
      subject: "Un agenda ne peut pas être lu : {{ calendar }}",
      title: "Un agenda ne peut pas être lu",
      intro:
        "{{ calendar }} ({{ account }}) n’a pas pu être lu ou modifié depuis un moment : il y a été supprimé, son contenu est illisible ou une autorisation manque. Vos heures occupées sont celles de la dernière copie. Ouvrez vos agendas pour voir que faire.",
    },
    calendar_owner: {
      subject: "Un agenda de {{ member }} ne peut pas être lu",
      title: "Un agenda ne peut pas être lu",
      intro:
        "Un agenda de {{ member }} chez {{ provider }} n’a été ni lu ni modifié depuis un jour. Les clients peuvent toujours réserver ; les heures occupées sont celles de la dernière copie. Demandez à {{ member }} de vérifier.",
    },
    button: "Ouvrir les agendas",
  },
  sent_by: "Envoyé au nom de",
  sms_code: "{{ code }} est votre code pour {{ tenant }}. Il est valable {{ minutes }} minutes.",
};
