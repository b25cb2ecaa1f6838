-- Numbers were kept in the digits they were typed in; they are E.164 now, which has only these.
update subscriptions.subscription
set details = jsonb_set(details, '{phone}', to_jsonb(translate(details ->> 'phone', '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789')))
where details ->> 'phone' ~ '[٠-٩۰-۹]';
