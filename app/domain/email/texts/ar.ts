import type { MailTexts } from "./mail-texts";

export const ar: MailTexts = {
  greeting: "مرحبًا {{ customer.name }}،",
  labels: {
    what: "الحجز",
    when: "الموعد",
    where: "المكان",
    previously: "الموعد السابق",
    people: "عدد الأشخاص",
    price: "السعر",
    paid: "المدفوع",
    refunded: "المبلغ المسترد",
    balance_due: "المتبقي للدفع",
    balance_owed: "لك في ذمتنا",
    cash_owed: "يُردّ إليك نقدًا",
    reference: "رقم الحجز",
    reason: "السبب",
    guest: "الضيف",
    email: "البريد الإلكتروني",
    phone: "الهاتف",
    notes: "ملاحظات",
    answers: "الإجابات",
  },
  booking: {
    booking_created: {
      subject: "استلمنا طلب حجزك: {{ booking.when }}",
      title: "تم استلام الطلب",
      intro: "شكرًا لك. استلمنا حجزك وسنخبرك فور تأكيده.",
    },
    booking_confirmed: {
      subject: "تم التأكيد: {{ booking.when }}",
      title: "تم تأكيد حجزك",
      intro: "نتطلع إلى لقائك.",
    },
    booking_paid: {
      subject: "تم الدفع والتأكيد: {{ booking.when }}",
      title: "تم دفع حجزك",
      intro: "شكرًا لك، استلمنا دفعتك وتم تأكيد حجزك.",
    },
    booking_cancelled: {
      subject: "تم الإلغاء: {{ booking.when }}",
      title: "تم إلغاء حجزك",
      intro: "تم إلغاء هذا الحجز.",
    },
    booking_refunded: {
      subject: "استرداد مبلغ الحجز {{ booking.reference }}",
      title: "مبلغ الاسترداد في طريقه إليك",
      intro: "أعدنا إليك المبلغ المدفوع. قد يستغرق ظهوره في حسابك بضعة أيام.",
    },
    booking_rescheduled: {
      subject: "موعد جديد: {{ booking.when }}",
      title: "تم تغيير موعد حجزك",
      intro: "أصبح لحجزك موعد جديد.",
    },
    booking_reminder: {
      subject: "تذكير: {{ booking.when }}",
      title: "نراك قريبًا",
      intro: "نذكّرك بموعد حجزك.",
    },
  },
  changed: {
    subject: "تعديل الحجز: {{ booking.when }}",
    title: "تم تعديل حجزك",
    intro: "تم تحديث حجزك. إليك بياناته.",
  },
  approved_subject: "تمت الموافقة: يرجى دفع حجزك",
  processing_subject: "دفعتك قيد التنفيذ",
  approved_to_pay: "تمت الموافقة على حجزك. ادفع قبل {{ booking.held_until }} بالزر أدناه ليتأكد.",
  payment_processing:
    "دفعتك قيد التنفيذ. تستغرق طريقة الدفع هذه بضعة أيام، ومكانك محفوظ خلالها، وسنكتب إليك فور وصولها.",
  payment_failed:
    "لم تكتمل دفعتك وأصبح المكان متاحًا من جديد. يسعدنا أن تحجز مرة أخرى وتدفع بطريقة أخرى.",
  held_for_payment: "شكرًا لك. مكانك محجوز حتى {{ booking.held_until }} ويتأكد بعد الدفع.",
  held_for_you:
    "أصبح هناك مكان شاغر، وهو محجوز لك حتى {{ booking.held_until }}. افتح حجزك لتأخذه، وبعد ذلك ينتقل إلى من يليك.",
  waits_for_approval: "شكرًا لك. سنراجع طلبك ونخبرك فور تأكيده.",
  cancelled_by_guest: "تم إلغاء هذا الحجز بناءً على طلبك.",
  hold_ended: "انتهت مهلة هذا الحجز وأصبح المكان متاحًا من جديد. يسعدنا أن تحجز مرة أخرى.",
  refund_amount:
    "أعدنا إليك {{ payment.refunded_amount }}. قد يستغرق ظهور المبلغ في حسابك بضعة أيام.",
  refund_in_cash: "رددنا إليك {{ payment.refunded_amount }} نقدًا.",
  refund_of_second: "هذه هي الدفعة الثانية لحجزك؛ أما الأولى فتبقى كما هي.",
  change_hint: "هل تغيّرت خططك؟ يمكنك هنا عرض حجزك أو تغيير موعده أو إلغاؤه.",
  manage: "إدارة الحجز",
  view: "عرض الحجز",
  staff: {
    booking_created: {
      subject: "طلب جديد: {{ customer.name }}، {{ booking.when }}",
      title: "طلب حجز جديد",
    },
    booking_confirmed: {
      subject: "حجز جديد: {{ customer.name }}، {{ booking.when }}",
      title: "حجز جديد",
    },
    booking_paid: {
      subject: "تم الدفع: {{ customer.name }}، {{ booking.when }}",
      title: "تم دفع الحجز",
    },
    booking_cancelled: {
      subject: "أُلغي: {{ customer.name }}، {{ booking.when }}",
      title: "تم إلغاء الحجز",
    },
    booking_refunded: {
      subject: "استُرد: {{ customer.name }}، {{ booking.reference }}",
      title: "تم استرداد المبلغ",
    },
    booking_rescheduled: {
      subject: "تغيّر الموعد: {{ customer.name }}، {{ booking.when }}",
      title: "تغيّر موعد الحجز",
    },
    booking_reminder: {
      subject: "قريبًا: {{ customer.name }}، {{ booking.when }}",
      title: "حجز قادم",
    },
  },
  open_dashboard: "افتح في لوحة التحكم",
  decide_until: "الموعد محجوز حتى {{ booking.held_until }}.",
  approve: "قبول الحجز",
  decline: "رفض الحجز",
  code: {
    subject: "{{ code.value }} هو رمزك لدى {{ tenant.name }}",
    title: "رمزك",
    intro: "أدخل هذا الرمز للمتابعة:",
    validity: "يعمل لمدة {{ code.expires_minutes }} دقائق. إن لم تطلبه فتجاهل هذه الرسالة.",
  },
  sign_in: {
    subject: "رمز تسجيل الدخول هو {{ code }}",
    title: "رمز تسجيل الدخول",
    intro: "أدخله في صفحة تسجيل الدخول.",
    validity:
      "يعمل مرة واحدة لمدة {{ minutes }} دقائق. إن لم تطلبه فتجاهل هذه الرسالة: لا يمكن لأحد تسجيل الدخول بدونه.",
  },
  pay: {
    subject: "يرجى دفع حجزك: {{ booking.when }}",
    title: "رابط الدفع",
    intro: "يمكنك دفع هذا الحجز عبر الإنترنت هنا.",
    button: "ادفع الآن",
  },
  invite: {
    subject: "دعوة للانضمام إلى {{ tenant.name }}",
    title: "انضم إلى {{ tenant.name }}",
    intro: "تمت دعوتك للعمل على حجوزات {{ tenant.name }}.",
    button: "قبول الدعوة",
    hint: "إن لم تكن تتوقع هذه الدعوة فتجاهل هذه الرسالة.",
  },
  account: {
    payments_disconnected: {
      subject: "تم فصل حساب الدفع الخاص بك",
      title: "تم فصل حساب الدفع الخاص بك",
      intro:
        "أنهى مزود الدفع اتصال هذه الخدمة بحسابك. لا يستطيع الضيوف الدفع عبر الإنترنت ولا يمكن إرسال المبالغ المستردة حتى تربط حسابًا من جديد.",
    },
    payments_paused: {
      subject: "لا يستطيع حسابك استلام المدفوعات",
      title: "لا يستطيع الضيوف الدفع عبر الإنترنت الآن",
      intro:
        "لا يسمح مزود الدفع لحسابك باستلام المدفوعات حاليًا. سجّل الدخول لديه وانظر ما الذي ينقص بعد؛ وسيتمكن الضيوف من الدفع مجددًا بعد ذلك.",
    },
    refund_failed: {
      subject: "تعذّر رد مبلغ: {{ details }}",
      title: "تعذّر رد مبلغ",
      intro:
        "المبلغ موجود في حسابك لدى مزود الدفع ولم يستعده الضيف: {{ details }}. حاول مرة أخرى أو أعده بطريقة أخرى.",
    },
  },
  calendars: {
    reconnect: {
      subject: "أعد ربط تقويمك: {{ account }}",
      title: "تقويمك غير مرتبط",
      intro:
        "لم يعد {{ account }} يسمح لهذه الخدمة بالدخول، ربما لأن كلمة مرور أو إذنًا قد تغيّر. إلى أن تربطه من جديد، تبقى أوقاتك المشغولة كما في آخر قراءة، ولا تُكتب فيه الحجوزات الجديدة.",
    },
    missing_scope: {
      subject: "تقويمك يحتاج إلى إذن: {{ account }}",
      title: "ينقص إذن",
      intro:
        "{{ account }} مرتبط، لكن لم تُمنح كل الأذونات. اربطه من جديد واترك كل المربعات محددة؛ وحتى ذلك الحين لا يمكن قراءة تقويمك كله أو الكتابة فيه.",
    },
    owner: {
      subject: "تقويم {{ member }} غير مرتبط",
      title: "أحد التقويمات غير مرتبط",
      intro:
        "حساب {{ member }} لدى {{ provider }} لا يسمح لهذه الخدمة بالدخول منذ يوم. ما زال بإمكان الضيوف الحجز؛ والأوقات المشغولة كما في آخر قراءة. اطلب من {{ member }} ربطه من جديد.",
    },
    calendar: {
      subject: "تتعذر قراءة تقويم: {{ calendar }}",
      title: "تتعذر قراءة تقويم",
      intro:
        "تعذرت قراءة {{ calendar }} ({{ account }}) أو الكتابة فيه منذ مدة: حُذف هناك، أو لا يمكن قراءة محتواه، أو ينقص إذن. أوقات انشغالك هي أوقات النسخة الأخيرة. افتح تقاويمك لمعرفة ما يلزم.",
    },
    calendar_owner: {
      subject: "تتعذر قراءة تقويم {{ member }}",
      title: "تتعذر قراءة تقويم",
      intro:
        "لم يُقرأ تقويم {{ member }} لدى {{ provider }} ولم يُكتب فيه منذ يوم. لا يزال بإمكان الضيوف الحجز؛ وأوقات الانشغال هي أوقات النسخة الأخيرة. يُرجى أن تطلب من {{ member }} التحقق منه.",
    },
    button: "فتح التقويمات",
  },
  sent_by: "أُرسلت نيابة عن",
  sms_code: "{{ code }} هو رمزك لدى {{ tenant }}. يعمل لمدة {{ minutes }} دقائق.",
};
