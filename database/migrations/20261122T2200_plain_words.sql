-- The two lists of letters did not stand side by side: from the hamza on its waw on, every letter and digit was written as its neighbour, so that
-- "غزه" did not find "غزة", nor "٢٠٢٦" what is called "2026". What is searched is written anew in the same step as how it is asked for.
create or replace function discovery.plain(text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  regexp_replace(
    translate(
      lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, NFKC))),
      'أإآٱىئیؤةکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ااااييي' || 'وهكك' || '01234567890123456789'),
    '[\u064B-\u065F\u0670\u0640\u200B-\u200F''’‘ʼʿʾ`´]', '', 'g'),
  '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u206F\u2200-\u22FF\u2600-\u27BF\u060C\u061B\u061F\u066A-\u066D\u06D4\u3000-\u303F]+', ' ', 'g'));

-- Words as they were spelt before: they would be offered for a misspelt one, and find nothing.
delete from discovery.word;
select discovery.write_documents(array(select id from campaigns.campaign where status <> 0));
