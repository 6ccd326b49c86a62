import type { MailTexts } from "./mail-texts";

export const en: MailTexts = {
  greeting: "Hello {{ customer.name }},",
  labels: {
    what: "Booking",
    when: "When",
    where: "Where",
    previously: "Previously",
    people: "People",
    price: "Price",
    paid: "Paid",
    refunded: "Refunded",
    balance_due: "Still to pay",
    balance_owed: "Owed to you",
    cash_owed: "To be handed back in cash",
    reference: "Reference",
    reason: "Reason",
    guest: "Guest",
    email: "Email",
    phone: "Phone",
    notes: "Notes",
    answers: "Answers",
  },
  booking: {
    booking_created: {
      subject: "We have your booking request: {{ booking.when }}",
      title: "Request received",
      intro:
        "Thank you. We have received your booking and will let you know as soon as it is confirmed.",
    },
    booking_confirmed: {
      subject: "Confirmed: {{ booking.when }}",
      title: "Your booking is confirmed",
      intro: "We look forward to seeing you.",
    },
    booking_paid: {
      subject: "Paid and confirmed: {{ booking.when }}",
      title: "Your booking is paid",
      intro: "Thank you, your payment has arrived and your booking is confirmed.",
    },
    booking_cancelled: {
      subject: "Cancelled: {{ booking.when }}",
      title: "Your booking is cancelled",
      intro: "This booking has been cancelled.",
    },
    booking_refunded: {
      subject: "Refund for booking {{ booking.reference }}",
      title: "Your money is on its way back",
      intro: "We have refunded your payment. It can take a few days to appear on your account.",
    },
    booking_rescheduled: {
      subject: "New time: {{ booking.when }}",
      title: "Your booking has moved",
      intro: "Your booking now has a new time.",
    },
    booking_reminder: {
      subject: "Reminder: {{ booking.when }}",
      title: "See you soon",
      intro: "This is a reminder of your booking.",
    },
  },
  changed: {
    subject: "Changed: {{ booking.when }}",
    title: "Your booking has changed",
    intro: "Your booking has been updated. Here are its details.",
  },
  approved_subject: "Approved: please pay for your booking",
  processing_subject: "Your payment is under way",
  approved_to_pay:
    "Good news: your booking is approved. Pay by {{ booking.held_until }} to confirm it; use the button below.",
  payment_processing:
    "Your payment is under way. That takes a few days with this method; your place is kept meanwhile, and we will write as soon as it has arrived.",
  payment_failed:
    "Your payment did not go through, so the place is free again. You are welcome to book again and pay in another way.",
  held_for_payment:
    "Thank you. Your place is held until {{ booking.held_until }} and confirmed once it is paid.",
  held_for_you:
    "A place has become free, and it is held for you until {{ booking.held_until }}. Open your booking to take it; after that it goes to the next in line.",
  waits_for_approval:
    "Thank you. We will look at your request and let you know as soon as it is confirmed.",
  cancelled_by_guest: "As you asked, this booking is cancelled.",
  hold_ended:
    "The hold on this booking has ended, so its place is free again. You are welcome to book again.",
  refund_amount:
    "We have refunded {{ payment.refunded_amount }}. It can take a few days to appear on your account.",
  refund_in_cash: "We have handed back {{ payment.refunded_amount }} in cash.",
  refund_of_second: "This is the second payment for your booking; the first one stands.",
  change_hint: "Plans changed? You can look at, move or cancel your booking here.",
  manage: "Manage booking",
  view: "View booking",
  staff: {
    booking_created: {
      subject: "New request: {{ customer.name }}, {{ booking.when }}",
      title: "New booking request",
    },
    booking_confirmed: {
      subject: "New booking: {{ customer.name }}, {{ booking.when }}",
      title: "New booking",
    },
    booking_paid: {
      subject: "Paid: {{ customer.name }}, {{ booking.when }}",
      title: "Booking paid",
    },
    booking_cancelled: {
      subject: "Cancelled: {{ customer.name }}, {{ booking.when }}",
      title: "Booking cancelled",
    },
    booking_refunded: {
      subject: "Refunded: {{ customer.name }}, {{ booking.reference }}",
      title: "Booking refunded",
    },
    booking_rescheduled: {
      subject: "Moved: {{ customer.name }}, {{ booking.when }}",
      title: "Booking moved",
    },
    booking_reminder: {
      subject: "Soon: {{ customer.name }}, {{ booking.when }}",
      title: "Upcoming booking",
    },
  },
  open_dashboard: "Open in the dashboard",
  decide_until: "The time is held until {{ booking.held_until }}.",
  approve: "Approve booking",
  decline: "Decline booking",
  code: {
    subject: "{{ code.value }} is your code for {{ tenant.name }}",
    title: "Your code",
    intro: "Enter this code to continue:",
    validity:
      "It works for {{ code.expires_minutes }} minutes. If you did not ask for it, you can ignore this email.",
  },
  sign_in: {
    subject: "Your sign-in code is {{ code }}",
    title: "Your sign-in code",
    intro: "Enter it on the sign-in page.",
    validity:
      "It works once, for {{ minutes }} minutes. If you did not ask for it, you can ignore this email: nobody can sign in without it.",
  },
  pay: {
    subject: "Please pay your booking: {{ booking.when }}",
    title: "Your payment link",
    intro: "You can pay this booking online here.",
    button: "Pay now",
  },
  invite: {
    subject: "You are invited to {{ tenant.name }}",
    title: "Join {{ tenant.name }}",
    intro: "You have been invited to work on the bookings of {{ tenant.name }}.",
    button: "Accept the invitation",
    hint: "If you did not expect this, you can ignore this email.",
  },
  account: {
    payments_disconnected: {
      subject: "Your payment account is disconnected",
      title: "Your payment account is disconnected",
      intro:
        "The payment provider ended the connection to your account. Guests can’t pay online and refunds can’t be sent until you connect an account again.",
    },
    payments_paused: {
      subject: "Your account can’t take payments",
      title: "Guests can’t pay online",
      intro:
        "Your account can’t take payments at the moment. Sign in at the payment provider to see what’s missing; after that, guests can pay again.",
    },
    refund_failed: {
      subject: "A refund did not go through: {{ details }}",
      title: "A refund did not go through",
      intro:
        "The money is still on your account at the payment provider: {{ details }}. Retry the refund, or pay it back another way.",
    },
  },
  calendars: {
    reconnect: {
      subject: "Connect your calendar again: {{ account }}",
      title: "Your calendar is disconnected",
      intro:
        "{{ account }} no longer lets this service in, perhaps because a password or a permission has changed. Until you connect it again, your busy times are those of its last copy, and new bookings are not written to it.",
    },
    missing_scope: {
      subject: "Your calendar needs a permission: {{ account }}",
      title: "A permission is missing",
      intro:
        "{{ account }} is connected, but not every permission was given. Connect it again and leave all boxes ticked; until then not all of your calendar can be read or written.",
    },
    owner: {
      subject: "{{ member }}’s calendar is disconnected",
      title: "A calendar is disconnected",
      intro:
        "{{ member }}’s account at {{ provider }} has not let this service in for a day. Guests can still book; busy times are those of its last copy. Please ask {{ member }} to connect it again.",
    },
    calendar: {
      subject: "A calendar can’t be read: {{ calendar }}",
      title: "A calendar can’t be read",
      intro:
        "{{ calendar }} ({{ account }}) could not be read or written for a while: it was deleted there, its content can’t be read, or a permission is missing. Your busy times are those of its last copy. Open your calendars to see what to do.",
    },
    calendar_owner: {
      subject: "A calendar of {{ member }} can’t be read",
      title: "A calendar can’t be read",
      intro:
        "A calendar of {{ member }} at {{ provider }} has not been read or written for a day. Guests can still book; busy times are those of its last copy. Please ask {{ member }} to look at it.",
    },
    button: "Open calendars",
  },
  sent_by: "Sent on behalf of",
  sms_code: "{{ code }} is your code for {{ tenant }}. It works for {{ minutes }} minutes.",
};
