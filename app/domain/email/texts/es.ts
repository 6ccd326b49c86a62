import type { MailTexts } from "./mail-texts";

export const es: MailTexts = {
  greeting: "Hola, {{ customer.name }}:",
  labels: {
    what: "Reserva",
    when: "Cuándo",
    where: "Lugar",
    previously: "Antes",
    people: "Personas",
    price: "Precio",
    paid: "Pagado",
    refunded: "Reembolsado",
    balance_due: "Pendiente de pago",
    balance_owed: "A tu favor",
    cash_owed: "Por devolver en efectivo",
    reference: "Referencia",
    reason: "Motivo",
    guest: "Cliente",
    email: "Correo",
    phone: "Teléfono",
    notes: "Notas",
    answers: "Respuestas",
  },
  booking: {
    booking_created: {
      subject: "Hemos recibido tu solicitud: {{ booking.when }}",
      title: "Solicitud recibida",
      intro: "Gracias. Hemos recibido tu reserva y te avisaremos en cuanto esté confirmada.",
    },
    booking_confirmed: {
      subject: "Confirmada: {{ booking.when }}",
      title: "Tu reserva está confirmada",
      intro: "Te esperamos.",
    },
    booking_paid: {
      subject: "Pagada y confirmada: {{ booking.when }}",
      title: "Tu reserva está pagada",
      intro: "Gracias, hemos recibido tu pago y tu reserva está confirmada.",
    },
    booking_cancelled: {
      subject: "Cancelada: {{ booking.when }}",
      title: "Tu reserva está cancelada",
      intro: "Esta reserva se ha cancelado.",
    },
    booking_refunded: {
      subject: "Reembolso de la reserva {{ booking.reference }}",
      title: "Tu reembolso está en camino",
      intro: "Hemos reembolsado tu pago. Puede tardar unos días en aparecer en tu cuenta.",
    },
    booking_rescheduled: {
      subject: "Nueva hora: {{ booking.when }}",
      title: "Tu reserva ha cambiado de hora",
      intro: "Tu reserva tiene una nueva hora.",
    },
    booking_reminder: {
      subject: "Recordatorio: {{ booking.when }}",
      title: "Hasta pronto",
      intro: "Te recordamos tu reserva.",
    },
  },
  changed: {
    subject: "Cambios: {{ booking.when }}",
    title: "Tu reserva ha cambiado",
    intro: "Hemos actualizado tu reserva. Estos son los datos.",
  },
  approved_subject: "Aprobada: paga tu reserva",
  processing_subject: "Tu pago está en curso",
  approved_to_pay:
    "Tu reserva está aprobada. Págala antes del {{ booking.held_until }} con el botón de abajo para confirmarla.",
  payment_processing:
    "Tu pago está en curso. Con este medio de pago tarda unos días; mientras tanto guardamos tu plaza y te escribiremos en cuanto llegue.",
  payment_failed:
    "El pago no se ha completado y la plaza vuelve a estar libre. Puedes reservar de nuevo y pagar de otra manera.",
  held_for_payment:
    "Gracias. Tu plaza queda reservada hasta {{ booking.held_until }} y se confirmará con el pago.",
  held_for_you:
    "Ha quedado libre una plaza y te la reservamos hasta {{ booking.held_until }}. Abre tu reserva para quedártela; después pasará a la siguiente persona.",
  waits_for_approval:
    "Gracias. Revisaremos tu solicitud y te avisaremos en cuanto esté confirmada.",
  cancelled_by_guest: "Como pediste, esta reserva está cancelada.",
  hold_ended:
    "El plazo de esta reserva ha terminado y la plaza vuelve a estar libre. Puedes reservar de nuevo.",
  refund_amount:
    "Hemos reembolsado {{ payment.refunded_amount }}. Puede tardar unos días en aparecer en tu cuenta.",
  refund_in_cash: "Te hemos devuelto {{ payment.refunded_amount }} en efectivo.",
  refund_of_second: "Se trata del segundo pago de tu reserva; el primero sigue en pie.",
  change_hint: "¿Cambio de planes? Aquí puedes ver, mover o cancelar tu reserva.",
  manage: "Gestionar la reserva",
  view: "Ver la reserva",
  staff: {
    booking_created: {
      subject: "Nueva solicitud: {{ customer.name }}, {{ booking.when }}",
      title: "Nueva solicitud",
    },
    booking_confirmed: {
      subject: "Nueva reserva: {{ customer.name }}, {{ booking.when }}",
      title: "Nueva reserva",
    },
    booking_paid: {
      subject: "Pagada: {{ customer.name }}, {{ booking.when }}",
      title: "Reserva pagada",
    },
    booking_cancelled: {
      subject: "Cancelada: {{ customer.name }}, {{ booking.when }}",
      title: "Reserva cancelada",
    },
    booking_refunded: {
      subject: "Reembolsada: {{ customer.name }}, {{ booking.reference }}",
      title: "Reserva reembolsada",
    },
    booking_rescheduled: {
      subject: "Movida: {{ customer.name }}, {{ booking.when }}",
      title: "Reserva movida",
    },
    booking_reminder: {
      subject: "Pronto: {{ customer.name }}, {{ booking.when }}",
      title: "Próxima reserva",
    },
  },
  open_dashboard: "Abrir en el panel",
  decide_until: "La hora queda reservada hasta el {{ booking.held_until }}.",
  approve: "Aprobar la reserva",
  decline: "Rechazar la reserva",
  code: {
    subject: "{{ code.value }} es tu código para {{ tenant.name }}",
    title: "Tu código",
    intro: "Escribe este código para continuar:",
    validity:
      "Vale durante {{ code.expires_minutes }} minutos. Si no lo pediste, puedes ignorar este mensaje.",
  },
  sign_in: {
    subject: "Tu código de acceso es {{ code }}",
    title: "Tu código de acceso",
    intro: "Escríbelo en la página de inicio de sesión.",
    validity:
      "Sirve una sola vez, durante {{ minutes }} minutos. Si no lo pediste, puedes ignorar este mensaje: nadie puede iniciar sesión sin él.",
  },
  pay: {
    subject: "Pague su reserva: {{ booking.when }}",
    title: "Su enlace de pago",
    intro: "Aquí puede pagar esta reserva en línea.",
    button: "Pagar ahora",
  },
  invite: {
    subject: "Invitación a {{ tenant.name }}",
    title: "Únete a {{ tenant.name }}",
    intro: "Te han invitado a gestionar las reservas de {{ tenant.name }}.",
    button: "Aceptar la invitación",
    hint: "Si no lo esperabas, puedes ignorar este mensaje.",
  },
  account: {
    payments_disconnected: {
      subject: "Tu cuenta de pagos está desconectada",
      title: "Tu cuenta de pagos está desconectada",
      intro:
        "El proveedor de pagos ha terminado la conexión de este servicio con tu cuenta. Hasta que vuelvas a conectar una cuenta, los clientes no pueden pagar en línea y no se pueden enviar reembolsos.",
    },
    payments_paused: {
      subject: "Tu cuenta no puede recibir pagos",
      title: "Los clientes no pueden pagar en línea ahora",
      intro:
        "El proveedor de pagos no permite que tu cuenta reciba pagos en este momento. Inicia sesión allí y mira qué falta; después los clientes podrán pagar de nuevo.",
    },
    refund_failed: {
      subject: "Un reembolso ha fallado: {{ details }}",
      title: "Un reembolso ha fallado",
      intro:
        "El dinero está en tu cuenta del proveedor de pagos y el cliente no lo ha recuperado: {{ details }}. Inténtalo de nuevo o devuélvelo de otra forma.",
    },
  },
  calendars: {
    reconnect: {
      subject: "Vuelve a conectar tu calendario: {{ account }}",
      title: "Tu calendario está desconectado",
      intro:
        "{{ account }} ya no deja entrar a este servicio, quizá porque ha cambiado una contraseña o un permiso. Hasta que lo conectes de nuevo, tus horas ocupadas son las de la última lectura y las reservas nuevas no se escriben en él.",
    },
    missing_scope: {
      subject: "Tu calendario necesita un permiso: {{ account }}",
      title: "Falta un permiso",
      intro:
        "{{ account }} está conectado, pero no se dieron todos los permisos. Conéctalo de nuevo y deja marcadas todas las casillas; hasta entonces no se puede leer ni escribir todo tu calendario.",
    },
    owner: {
      subject: "El calendario de {{ member }} está desconectado",
      title: "Un calendario está desconectado",
      intro:
        "La cuenta de {{ member }} en {{ provider }} no deja entrar a este servicio desde hace un día. Los clientes aún pueden reservar; las horas ocupadas son las de la última lectura. Pide a {{ member }} que la conecte de nuevo.",
    },
    calendar: {
      subject: "No se puede leer un calendario: {{ calendar }}",
      title: "No se puede leer un calendario",
      intro:
        "{{ calendar }} ({{ account }}) no se ha podido leer o modificar desde hace un tiempo: se eliminó allí, su contenido no se puede leer o falta un permiso. Sus horas ocupadas son las de la última copia. Abra sus calendarios para ver qué hacer.",
    },
    calendar_owner: {
      subject: "No se puede leer un calendario de {{ member }}",
      title: "No se puede leer un calendario",
      intro:
        "Un calendario de {{ member }} en {{ provider }} lleva un día sin leerse ni modificarse. Los clientes pueden seguir reservando; las horas ocupadas son las de la última copia. Pida a {{ member }} que lo revise.",
    },
    button: "Abrir calendarios",
  },
  sent_by: "Enviado en nombre de",
  sms_code: "{{ code }} es tu código para {{ tenant }}. Vale durante {{ minutes }} minutos.",
};
