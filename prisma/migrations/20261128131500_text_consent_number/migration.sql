-- Consent to text reminders belongs to the phone number it was given for.
update booking set text_consent = text_consent || jsonb_build_object('phone',
    regexp_replace(regexp_replace(replace(customer_phone, '(0)', ''), '[ ().\-/]', '', 'g'), '^00', '+'))
  where text_consent is not null and customer_phone is not null;
