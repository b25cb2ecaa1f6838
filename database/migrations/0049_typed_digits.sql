-- Phone numbers and numbers of registers are stored in the form in which they are checked (amounts-17): digits 0-9,
-- without direction marks. Rows from before may have digits of other scripts.
create function pg_temp.normalize_digits(typed text) returns text immutable language sql as $$
  select translate(typed,
    U&'٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯０１２３４５６７８９＋\200b\200c\200d\200e\200f\061c\202a\202b\202c\202d\202e\2060\2066\2067\2068\2069\feff',
    '01234567890123456789012345678901234567890123456789+')
$$;

update organizations.organization
set phone = pg_temp.normalize_digits(phone)
where phone <> pg_temp.normalize_digits(phone);

update addresses.address
set phone = pg_temp.normalize_digits(phone)
where phone <> pg_temp.normalize_digits(phone);

-- A registration that another verified charity has in digits 0-9 keeps its key; staff decide about the two.
update organizations.organization o
set registration_number = pg_temp.normalize_digits(o.registration_number),
  registration_key = pg_temp.normalize_digits(o.registration_key)
where o.registration_key <> pg_temp.normalize_digits(o.registration_key)
  and not exists (
    select from organizations.organization other
    where other.id <> o.id
      and pg_temp.normalize_digits(other.registration_key) = pg_temp.normalize_digits(o.registration_key)
  );

-- A decided request is evidence and doesn't change.
update organizations.verification_request
set registration_key = pg_temp.normalize_digits(registration_key)
where state = 'open' and registration_key <> pg_temp.normalize_digits(registration_key);

-- The only country of ISO 3166-1 without a search term.
insert into discovery.term (kind, code, words) values ('country', 'UM', 'U.S. Outlying Islands جزر الولايات المتحدة النائية');
